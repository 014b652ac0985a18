import type { Store } from '../store.js'
import type { FarcasterSource } from './farcaster/farcaster-client.js'
import type { SocialProvider } from './social/social-sources.js'

/** Sends one mail. Rejects where the mail server did not take it. */
export interface Mailer {
  send(mail: { readonly to: string; readonly subject: string; readonly text: string }): Promise<void>
}

/** A chain that embedded wallets use, reached through the gateway. */
export interface AccountChain {
  readonly chainId: number
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** A JSON-RPC call to a node. Visitors are shown the `message` of errors that have a number as `code`, as JSON-RPC gives them. */
  request(method: string, params: readonly unknown[]): Promise<unknown>
}

/** A Solana network that embedded wallets use, reached through the gateway. */
export interface SolanaAccountChain {
  /** CAIP-2 id, such as `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp`. */
  readonly caipNetworkId: string
  readonly name: string
  /** As in {@link AccountChain}. */
  request(method: string, params: readonly unknown[]): Promise<unknown>
}

/** What logins by email and the embedded wallet's frame stand on. */
export interface AccountsParts {
  /** Origin of the frame, where these routes answer: one of its own, shared with no other page. */
  readonly frameOrigin: string
  /** Origins of the sites that may show the frame, as CSP writes them: `https://shop.example`, `https://*.shop.example`, `http://localhost:*`. */
  readonly allowedOrigins: readonly string[]
  /** At least 32 random bytes. With it codes are hashed and key shares encrypted at rest; without it stored shares are lost. */
  readonly encryptionKey: Uint8Array<ArrayBuffer>
  readonly store: Store
  readonly mailer: Mailer
  readonly chains: readonly AccountChain[]
  /** Solana networks. With one, each wallet can have a Solana account too, whose key is never in one place (FROST). Default: none. */
  readonly solanaChains?: readonly SolanaAccountChain[]
  /**
   * Contract that accounts may delegate to (EIP-7702) to be smart accounts, with ERC-7821 batches and ERC-1271. `null`: no smart accounts. Default:
   * `BasicEOABatchExecutor` at the address that it has on public chains.
   */
  readonly smartAccount?: string | null | undefined
  /** Services for logins beside email, see `socialProviders`. Default: none. */
  readonly socials?: readonly SocialProvider[]
  /** Logins with a Farcaster account. Default: none. */
  readonly farcaster?: FarcasterSource
  /** Files of the frame by name, see `readFrameFiles` of `@wallet-modal/email-social/server`. */
  readonly frameFiles: () => Promise<ReadonlyMap<string, string>>
  /**
   * What a login by email needs in a browser that the address has not registered: `'link'` a link in a mail, opened and approved, before the code is sent;
   * `'code'` the code alone. Default: `'code'`.
   */
  readonly newBrowsers?: 'code' | 'link'
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly now?: () => number
  /** Told of faults that no caller caused. Default: `console.error`. */
  readonly onFault?: (error: unknown) => void
}
