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

/** View that lists the visitor's sessions in all browsers, and can end them. */
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
  /**
   * Signal: sign-in state of the active account. Its `status` is `none` (no account is connected, or the site does not list the account's network),
   * `checking` (the session is requested from the server), `needed` (the account has no session), `signing` (the signature request is pending in the
   * wallet), `verifying` (the server verifies the signature), or `signedIn`.
   */
  readonly state: ReadonlySignal<SignInState>
  /** Signal: session of the active account; `null` if it has none. For display only: authorize requests on your server, by the session cookie. */
  readonly session: ReadonlySignal<SignInSession | null>
  /**
   * Signal: the `state` in four values. `valid`: the account is signed in. `pending`: a check or a sign-in is running. `notRequired`: the account has no
   * session, and sign-in is optional. `none`: all other cases. The member `session` of the kernel's capability `authenticator` is the
   * same signal.
   */
  readonly accountSession: ReadonlySignal<AccountSession>
  /**
   * Opens the sign-in view, unless the account is signed in already. Resolves to the session. Resolves to `null` if the visitor cancels, if no account
   * is connected, or if the site does not list the active network.
   */
  signIn(): Promise<SignInSession | null>
  /** For the sign-in view; sites call `signIn`. Requests the signature from the wallet. Does nothing if the status is not `needed`. */
  sign(): Promise<void>
  /**
   * For the sign-in view. Cancels the sign-in. If sign-in is optional, only closes the modal. If sign-in is required, disconnects the wallet.
   * Exception: if the visitor has switched the network, and the account has a session on the previous network, asks the wallet to switch back.
   * Disconnects the wallet only if it does not switch.
   */
  cancel(): Promise<void>
  /** For the sign-in view. Network to which `cancel` would switch the wallet back; `null` if `cancel` would not switch the wallet. */
  networkAfterCancel(): Promise<Network | null>
  /**
   * Ends all sessions of this browser. If sign-in is required, also disconnects all wallets. Rejects if the server cannot be reached. The wallets then
   * stay connected, and the next page load sends the sign-out again.
   */
  signOut(): Promise<void>
  /** Loads the functions `list()`, `signOut(session)` and `signOutEverywhere()`, which list and end the visitor's sessions in all browsers. */
  devices(): Promise<DeviceSessions>
}

/** Sign-in with the connected account, for other plugins. The capability has the same members as `modal.use(siwx)`. */
export const signIn: Capability<SignIn> = capability('@wallet-modal/siwx#signIn')

/** Emitted after the server accepted a signature. `data` contains the fields of the message, and `message` contains the signed text. */
export const signedIn = event<SignInRecord>('@wallet-modal/siwx#signedIn')

/**
 * Emitted after this page has ended sessions. `accountIds` are the CAIP-10 ids of their accounts. Not emitted when a session expires, or when another
 * tab or another device ends a session.
 */
export const signedOut = event<{ readonly accountIds: readonly string[] }>('@wallet-modal/siwx#signedOut')
