import { type Capability, capability } from '../../plugins/token.js'
import type { ReadonlySignal } from '../../signals.js'
import type { AccountType } from '../account.js'

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
  /** Type of the account. Default: `eoa`. */
  readonly accountType?: AccountType
  /** The signed text. */
  readonly message: string
  /** In the encoding of its chain, as `NamespaceAdapter.signMessage` returns it. */
  readonly signature: string
  /** The wallet's CACAO (CAIP-74), if the protocol has one. */
  readonly cacao?: object
  /** Whether the visitor has cancelled the connection. The authenticator then ends the session that the server created. */
  isCancelled?(): boolean
}

/**
 * Sign-in state of the active account. `none`: no account is connected, or the account has to sign in. `pending`: a request to the wallet or the
 * server is in flight. `valid`: signed in. `notRequired`: not signed in, and the site does not require it.
 */
export type AccountSession = 'none' | 'pending' | 'valid' | 'notRequired'

/**
 * Signs in while a wallet connects. If no plugin provides an authenticator, or if `request` resolves to `null`, connectors connect without signing
 * in.
 */
export interface Authenticator {
  readonly session: ReadonlySignal<AccountSession>
  /**
   * Gets a sign-in request for a wallet that connects and signs in with one approval. Each request can be used once. Resolves to `null` if the server
   * provides no request.
   */
  request(): Promise<SignInRequest | null>
  /**
   * Verifies a proof. Called before the connection is reported. Resolves to `true` if the account of the proof is signed in. After `false` the
   * connector still connects, and the account signs in as a second step.
   */
  submit(proof: SignInProof): Promise<boolean>
}

/** Provided by `@wallet-modal/siwx`. */
export const authenticator: Capability<Authenticator> = /* @__PURE__ */ capability('authenticator')
