import type { WalletState } from './wallet-state.js'

/** Event for a page. */
export interface WalletEvent {
  readonly event: string
  readonly payload: unknown
}

/** Emits an event to the pages of one origin, or of all. */
export type Emit = (origin: string | null, event: WalletEvent) => void

/** Protocol between a chain family's wallet and its half in the page. */
export interface WalletProtocol {
  /** The active account first. */
  addresses(): readonly string[]
  /** Handles a request of the page's half, and resolves or rejects like the ecosystem's own wallets. */
  answer(origin: string, method: string, params: readonly unknown[]): Promise<unknown>
  /** Events for a page after accounts, network or permissions changed. */
  events(origin: string, of: 'accounts' | 'network'): Promise<readonly WalletEvent[]>
}

/** Creates the wallet of a chain family from the owner's state. */
export type CreateProtocol = (state: WalletState, keys: readonly string[] | undefined, emit: Emit) => WalletProtocol
