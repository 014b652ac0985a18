import {
  type AccountSession,
  type Capability,
  capability,
  event,
  type ReadonlySignal,
  view,
} from '@wallet-modal/kernel'

/** Asks the account in use to sign in. */
export const SIWXSignMessage = view('@wallet-modal/siwx#SIWXSignMessage')

/** What the site's server holds to be true until `expiresAt`: whoever uses this browser has the key of this account. */
export interface SignInSession {
  /** CAIP-10: network and address, such as `eip155:1:0x…`. */
  readonly accountId: string
  /** RFC 3339. */
  readonly signedInAt: string
  readonly expiresAt: string
}

/** The fields of a sign-in message (CAIP-122). */
export interface SignInMessage {
  /** Host, and port where it isn't the usual one, of the site that asks. */
  readonly domain: string
  /** As its chain writes it. */
  readonly address: string
  readonly caipNetworkId: string
  readonly uri: string
  readonly nonce: string
  /** RFC 3339, as are the other times. */
  readonly issuedAt: string
  readonly statement?: string
  readonly expirationTime?: string
  readonly notBefore?: string
  readonly requestId?: string
  readonly resources?: readonly string[]
}

/** A finished sign-in. */
export interface SignInRecord {
  readonly data: SignInMessage
  /** The text that was signed. */
  readonly message: string
  /** In the chain's own encoding: hex on eip155 and polkadot, base58 on solana, base64 on bip122. */
  readonly signature: string
  readonly session: SignInSession
}

/** Where the account in use stands. */
export type SignInState =
  /** Nobody is connected, or on a network that the site does not list. */
  | { readonly status: 'none' }
  /** The server is asked whether there is a session. */
  | { readonly status: 'checking'; readonly accountId: string }
  /** There is no session. */
  | { readonly status: 'needed'; readonly accountId: string }
  /** The wallet is asked. */
  | { readonly status: 'signing'; readonly accountId: string }
  /** The server looks at the signature. */
  | { readonly status: 'verifying'; readonly accountId: string }
  | { readonly status: 'signedIn'; readonly accountId: string; readonly session: SignInSession }

export interface SignIn {
  readonly state: ReadonlySignal<SignInState>
  /** The session of the account in use; `null` while it has none. It is for showing: what it opens is decided by the server. */
  readonly session: ReadonlySignal<SignInSession | null>
  /** Whether the account in use is signed in, in one word, beside `connected`. */
  readonly accountSession: ReadonlySignal<AccountSession>
  /** Opens the view. Resolves with the session, or `null` where the visitor left without one or nobody is connected. */
  signIn(): Promise<SignInSession | null>
  /** Asks the wallet for the signature, once at a time. For views. */
  sign(): Promise<void>
  /** Leaves without signing in: where that is required, back to a network with a session, else without the wallet. For views. */
  cancel(): Promise<void>
  /** Ends the sessions of this browser, and where sign-in is required all connections with them. Rejects where the server could not be reached. */
  signOut(): Promise<void>
}

/** Signing in with the connected account. */
export const signIn: Capability<SignIn> = capability('@wallet-modal/siwx#signIn')

/** The server took a signature. */
export const signedIn = event<SignInRecord>('@wallet-modal/siwx#signedIn')

/** These accounts have no session any more, in CAIP-10. */
export const signedOut = event<{ readonly accountIds: readonly string[] }>('@wallet-modal/siwx#signedOut')
