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
  /** Symbol of the native currency. */
  readonly symbol: string
  /** Decimals of the native currency. */
  readonly decimals: number
  /**
   * Sends a JSON-RPC call to a node. Resolves with the call's result. For a JSON-RPC error of the node, rejects with an error that has a numeric
   * `code`. Visitors see the `message` of such an error, but of no other error.
   */
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

/** Where a visitor approves requests to the wallet: in the wallet's frame inside the site's page, or in a window of the gateway. */
export type ApprovalLocation = 'frame' | 'window'

/**
 * Where visitors approve requests, by site.
 *
 * - `'frame'`: in the frame on every site. A site can hide the frame with a CSS mask and trick the visitor into a click on Approve.
 * - `'window'`: in a window of `frameOrigin` on every site. No site can cover, mask or shrink this window.
 * - `{ frame }`: in the frame on the sites in this list (syntax of `allowedOrigins`), and in a window on all other sites.
 *   A listed site gets the window too while it is in an iframe of another page.
 */
export type ApprovalPolicy = ApprovalLocation | { readonly frame: readonly string[] }

/** Configuration of logins and the embedded wallet's frame. */
export interface AccountsOptions {
  /** Origin of the frame. The gateway serves the account routes on this origin. Do not serve any other page on it. */
  readonly frameOrigin: string
  /** Origins of sites that may embed the frame, in CSP syntax: `https://shop.example`, `https://*.shop.example`, `http://localhost:*`. */
  readonly allowedOrigins: readonly string[]
  /**
   * At least 32 random bytes. The gateway derives from them the keys that hash login codes and encrypt stored key shares. If these bytes are lost,
   * the stored shares are lost too.
   */
  readonly encryptionKey: Uint8Array<ArrayBuffer>
  readonly store: Store
  readonly mailer: Mailer
  readonly chains: readonly AccountChain[]
  /**
   * Solana networks. If there is one, each wallet can also have a Solana account. The account's key is split between the frame and the gateway, and
   * never exists in one place (FROST). Default: none.
   */
  readonly solanaChains?: readonly SolanaAccountChain[]
  /**
   * Contract to which accounts may delegate (EIP-7702) to become smart accounts. The contract must support ERC-7821 batches and ERC-1271. `null`: no
   * smart accounts. Default: `BasicEOABatchExecutor` at its address on public chains.
   */
  readonly smartAccount?: string | null | undefined
  /**
   * Whether a restart deletes the store, as in the sandbox. `true`: if the store does not have the wallet of an email login, the login creates a new
   * wallet. `false` (default): in a browser that has used the wallet, this login fails with `WALLET_UNKNOWN`, so that a lost store does not replace
   * wallets.
   */
  readonly hasTemporaryStore?: boolean
  /** Services for social logins; see `socialProviders`. Default: none. */
  readonly socials?: readonly SocialProvider[]
  /** Logins with Farcaster accounts. Default: none. */
  readonly farcaster?: FarcasterSource
  /** Files of the frame by name, see `readFrameFiles` of `@wallet-modal/email-social/server`. */
  readonly frameFiles: () => Promise<ReadonlyMap<string, string>>
  /**
   * Requirement for a login by email in an unregistered browser. `'link'`: before the code is sent, the visitor must open a link in a mail and
   * approve the login. `'code'`: the code alone is enough. Default: `'code'`.
   */
  readonly newBrowsers?: 'code' | 'link'
  /**
   * Where visitors approve requests of a site; see {@link ApprovalPolicy}. Default: `'frame'`. Use `'window'` or `{ frame }`, unless you trust every
   * site in `allowedOrigins`.
   */
  readonly approvals?: ApprovalPolicy
  /** Returns the client's IP address, for limits by IP address. Default: the address is unknown, and only the limits by account apply. */
  readonly visitor?: (context: Context) => { readonly ip?: string }
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly now?: () => number
  /** Receives internal errors. Default: `console.error`. */
  readonly onFault?: (error: unknown) => void
}
