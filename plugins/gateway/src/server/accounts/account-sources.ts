import type { Context } from 'hono'
import type { Store } from '../store.js'
import type { FarcasterSource } from './farcaster/farcaster-client.js'
import type { SocialProvider } from './social/social-sources.js'

/** Sends one mail. Rejects if the mail server did not accept it. */
export interface Mailer {
  send(mail: { readonly to: string; readonly subject: string; readonly text: string }): Promise<void>
}

/** EVM chain that embedded wallets reach through the gateway. */
export interface AccountChain {
  readonly chainId: number
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** Sends a JSON-RPC call to a node. An error with a numeric `code` counts as the node's JSON-RPC error: visitors see its `message`. */
  request(method: string, params: readonly unknown[]): Promise<unknown>
}

/** Solana network that embedded wallets reach through the gateway. */
export interface SolanaAccountChain {
  /** CAIP-2 id, such as `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp`. */
  readonly caipNetworkId: string
  readonly name: string
  /** See {@link AccountChain}. */
  request(method: string, params: readonly unknown[]): Promise<unknown>
}

/** Place in which a visitor approves requests: the frame in the site's page, or a window of the gateway. */
export type ApprovalLocation = 'frame' | 'window'

/**
 * Place of approvals by site. `'frame'`: in the frame on every site. A site can hide the frame with a CSS mask and so get a click on Approve.
 * `'window'`: in a window of `frameOrigin`, which no site can cover, mask or shrink. `{ frame }`: in the frame on the sites in this list (syntax of
 * `allowedOrigins`), and in a window on all other sites, and on listed sites in an iframe of another page.
 */
export type ApprovalPolicy = ApprovalLocation | { readonly frame: readonly string[] }

/** Configuration of logins and the embedded wallet's frame. */
export interface AccountsOptions {
  /** Origin of the frame. The gateway serves the account routes on this origin. Do not serve any other page on it. */
  readonly frameOrigin: string
  /** Origins of sites that may embed the frame, in CSP syntax: `https://shop.example`, `https://*.shop.example`, `http://localhost:*`. */
  readonly allowedOrigins: readonly string[]
  /** Key of at least 32 random bytes, with which codes are hashed and stored key shares are encrypted. If the key is lost, the stored shares are lost too. */
  readonly encryptionKey: Uint8Array<ArrayBuffer>
  readonly store: Store
  readonly mailer: Mailer
  readonly chains: readonly AccountChain[]
  /** Solana networks. With at least one, each wallet can also have a Solana account, whose key never exists in one place (FROST). Default: none. */
  readonly solanaChains?: readonly SolanaAccountChain[]
  /**
   * Contract that accounts may delegate to (EIP-7702) as smart accounts, with ERC-7821 batches and ERC-1271. `null`: no smart accounts. Default:
   * `BasicEOABatchExecutor` at its address on public chains.
   */
  readonly smartAccount?: string | null | undefined
  /**
   * Whether the store is lost on a restart, as in the sandbox. If so, an email login without a wallet in the store gets a new wallet. Otherwise (default),
   * such a login fails with `WALLET_UNKNOWN` in a browser that has used its wallet, so that a lost store does not replace wallets.
   */
  readonly hasTemporaryStore?: boolean
  /** Services for social logins; see `socialProviders`. Default: none. */
  readonly socials?: readonly SocialProvider[]
  /** Logins with Farcaster accounts. Default: none. */
  readonly farcaster?: FarcasterSource
  /** Files of the frame by name, see `readFrameFiles` of `@wallet-modal/email-social/server`. */
  readonly frameFiles: () => Promise<ReadonlyMap<string, string>>
  /**
   * Requirement for a login by email in an unregistered browser. `'link'`: before the code is sent, the visitor must open a link in a mail and approve
   * the login. `'code'`: the code alone is enough. Default: `'code'`.
   */
  readonly newBrowsers?: 'code' | 'link'
  /**
   * Where visitors approve requests of a site; see {@link ApprovalPolicy}. Default: `'frame'`. Use `'window'`, or the list, unless you trust every site
   * in `allowedOrigins`.
   */
  readonly approvals?: ApprovalPolicy
  /** IP address of a request, for limits by IP address. Default: unknown; then only the limits by account apply. */
  readonly visitor?: (context: Context) => { readonly ip?: string }
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly now?: () => number
  /** Receives internal errors. Default: `console.error`. */
  readonly onFault?: (error: unknown) => void
}
