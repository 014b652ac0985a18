import {
  type AccountSession,
  type Capability,
  capability,
  event,
  type Network,
  type ReadonlySignal,
  view,
} from '@wallet-modal/kernel'

/** View that asks the active account to sign in. */
export const SIWXSignMessage = view('@wallet-modal/siwx#SIWXSignMessage')
/**
 * Alias of {@link SIWXSignMessage}.
 *
 * @alias
 */
export const ConnectingSiwe: typeof SIWXSignMessage = SIWXSignMessage

/** View that lists the sessions of the visitor's browsers. */
export const SignInSessions = view('@wallet-modal/siwx#SignInSessions')

/** Session on the site's server: until `expiresAt` this browser is authenticated as the account. */
export interface SignInSession {
  /** CAIP-10: network and address, such as `eip155:1:0x…`. */
  readonly accountId: string
  /** RFC 3339, like `expiresAt`. */
  readonly signedInAt: string
  readonly expiresAt: string
}

/** Session of one of the visitor's browsers, as the site's server stores it. */
export interface DeviceSession {
  readonly id: string
  /** CAIP-10. */
  readonly accountId: string
  /** RFC 3339, like the other times. */
  readonly createdAt: string
  readonly lastSeenAt: string
  readonly expiresAt: string
  /** Browser and system, such as `Firefox · Windows`; empty if unknown. For display only. */
  readonly label: string
  /** Whether it is a session of this browser. */
  readonly isCurrent: boolean
}

/** Lists and ends sessions in all browsers. Requires a server that stores sessions. */
export interface DeviceSessions {
  /** Sessions in all browsers, for the accounts that this browser is signed in as. */
  list(): Promise<readonly DeviceSession[]>
  /** Ends one session. */
  signOut(session: DeviceSession): Promise<void>
  /** Ends every session that `list` returns, and any other session of this browser. If sign-in is required, also disconnects all wallets. */
  signOutEverywhere(): Promise<void>
}

/** Fields of a sign-in message (CAIP-122). */
export interface SignInMessage {
  /** Host of the site, with the port unless it is the scheme's default. */
  readonly domain: string
  /** Address in the format of its chain. */
  readonly address: string
  readonly caipNetworkId: string
  readonly uri: string
  readonly nonce: string
  /** RFC 3339, like the other times. */
  readonly issuedAt: string
  readonly statement?: string
  readonly expirationTime?: string
  readonly notBefore?: string
  readonly requestId?: string
  readonly resources?: readonly string[]
}

/** Completed sign-in. */
export interface SignInRecord {
  readonly data: SignInMessage
  /** Signed text. */
  readonly message: string
  /** In the encoding of its chain: hex on eip155 and polkadot, base58 on solana, base64 on bip122. */
  readonly signature: string
  readonly session: SignInSession
  /** CACAO (CAIP-74) of a wallet that signed in while it connected over WalletConnect (`wc_sessionAuthenticate`). */
  readonly cacao?: object
}

/** Sign-in state of the active account. */
export type SignInState =
  /** No account is connected, or the account is on a network that the site does not list. */
  | { readonly status: 'none' }
  /** Sessions are being requested from the server. */
  | { readonly status: 'checking'; readonly accountId: string }
  /** The account has no session. */
  | { readonly status: 'needed'; readonly accountId: string }
  /** The signature request is pending in the wallet. */
  | { readonly status: 'signing'; readonly accountId: string }
  /** The server is verifying the signature. */
  | { readonly status: 'verifying'; readonly accountId: string }
  | { readonly status: 'signedIn'; readonly accountId: string; readonly session: SignInSession }

export interface SignIn {
  /** Sign-in state of the active account: `status` is `none`, `checking`, `needed`, `signing`, `verifying` or `signedIn`. */
  readonly state: ReadonlySignal<SignInState>
  /** Session of the active account; `null` if it has none. For display only: the server authorizes requests by its cookie. */
  readonly session: ReadonlySignal<SignInSession | null>
  /**
   * The `state` reduced to four values: `valid` if the account is signed in, `pending` during a check or a sign-in, `notRequired` if the account has no
   * session and sign-in is optional, `none` otherwise. Also the `session` of the kernel's capability `authenticator`.
   */
  readonly accountSession: ReadonlySignal<AccountSession>
  /**
   * Opens the sign-in view, unless the account is signed in already. Resolves to the session, or to `null` if the visitor cancels, no account is
   * connected, or the site does not list the active network.
   */
  signIn(): Promise<SignInSession | null>
  /** Requests the signature from the wallet. Does nothing if the status is not `needed`. The sign-in view calls it; sites call `signIn`. */
  sign(): Promise<void>
  /**
   * Cancels the sign-in; called by the sign-in view. If sign-in is optional, only closes the view. If it is required and this account has a session on
   * another network, switches the wallet back to that network. If there is no such network, or the wallet does not switch, disconnects the wallet.
   */
  cancel(): Promise<void>
  /** Network to which `cancel` would switch the wallet back; `null` if it would not switch. */
  networkAfterCancel(): Promise<Network | null>
  /**
   * Ends all sessions of this browser. If sign-in is required, also disconnects all wallets. Rejects if the server cannot be reached: then no
   * wallet is disconnected, and the next page load sends the sign-out again.
   */
  signOut(): Promise<void>
  /** Loads the functions that list and end the visitor's sessions in all browsers. */
  devices(): Promise<DeviceSessions>
}

/** Sign-in with the connected account, for other plugins. Has the members of `modal.use(siwx)`. */
export const signIn: Capability<SignIn> = capability('@wallet-modal/siwx#signIn')

/** Emitted after the server accepted a signature. `data` contains the fields of the message, `message` the signed text. */
export const signedIn = event<SignInRecord>('@wallet-modal/siwx#signedIn')

/**
 * Emitted after this page has ended sessions. Not emitted when a session expires, or is ended in another tab or on another device. `accountIds` are
 * CAIP-10 ids.
 */
export const signedOut = event<{ readonly accountIds: readonly string[] }>('@wallet-modal/siwx#signedOut')
