import type { ReadonlySignal } from '../signals.js'
import { type Capability, capability } from '../token.js'

/** Fields of a sign-in message (CAIP-122) that the site's server sets. Times are RFC 3339. */
export interface SignInRequest {
  readonly domain: string
  readonly uri: string
  readonly nonce: string
  readonly issuedAt: string
  readonly expirationTime: string
  readonly statement?: string
  readonly resources?: readonly string[]
}

/** A sign-in message that a wallet signed while it connected. */
export interface SignInProof {
  /** Fields as the wallet wrote them into the message. */
  readonly fields: SignInRequest
  readonly caipNetworkId: string
  readonly address: string
  /** The signed text. */
  readonly message: string
  /** In the chain's own encoding, as `NamespaceAdapter.signMessage` answers it. */
  readonly signature: string
}

/**
 * Whether the account in use is signed in: `none` without an account, or with one that still has to; `pending` while wallet or server are asked;
 * `notRequired` for an account that may stay without.
 */
export type AccountSession = 'none' | 'pending' | 'valid' | 'notRequired'

/** Signing in as part of connecting. Optional for connectors: without one, or where it answers `null`, they connect only. */
export interface Authenticator {
  readonly session: ReadonlySignal<AccountSession>
  /** A request for a wallet that connects and signs in with one approval; each is for one use. `null` where the server gives none. */
  request(): Promise<SignInRequest | null>
  /**
   * Verifies a proof, before the connection is reported. Answers whether its account is signed in now. After `false` the connector connects all
   * the same, and the account is asked in a second step.
   */
  submit(proof: SignInProof): Promise<boolean>
}

/** `@wallet-modal/siwx` provides it; names of the kernel itself are reserved, so it has a short one. */
export const authenticator: Capability<Authenticator> = /* @__PURE__ */ capability('authenticator')
