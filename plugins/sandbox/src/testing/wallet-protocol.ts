import type { WalletState } from './wallet-state.js'

/** Event for a page. */
export interface WalletEvent {
  readonly event: string
  readonly payload: unknown
}

/** Emits an event to the pages of one origin. `null`: to the pages of all origins. */
export type Emit = (origin: string | null, event: WalletEvent) => void

/** Requests and events of a chain family's wallet, in the format that the wallet's code in the page expects. */
export interface WalletProtocol {
  /** Addresses of the accounts, the active one first. */
  addresses(): readonly string[]
  /** Handles a request of a page. Resolves and rejects like the real wallets of the chain family. */
  answer(origin: string, method: string, params: readonly unknown[]): Promise<unknown>
  /** Events that the pages of an origin receive after accounts, network or permissions changed. */
  events(origin: string, of: 'accounts' | 'network'): Promise<readonly WalletEvent[]>
}

/** Creates the wallet of a chain family. `keys`: see `WalletPlan`. */
export type CreateProtocol = (state: WalletState, keys: readonly string[] | undefined, emit: Emit) => WalletProtocol
