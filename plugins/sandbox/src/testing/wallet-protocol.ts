import type { WalletState } from './wallet-state.js'

export interface WalletEvent {
  readonly event: string
  readonly payload: unknown
}

/** Emits an event to the pages of one origin. `null`: to the pages of all origins. */
export type Emit = (origin: string | null, event: WalletEvent) => void

/** Scripted wallet of one chain family. Requests and events have the format of the wallet's code in the page (`page/`). */
export interface WalletProtocol {
  /** Addresses of the accounts, the active one first. */
  addresses(): readonly string[]
  /** Handles a request of a page. Resolves and rejects like the real wallets of the chain family. */
  answer(origin: string, method: string, params: readonly unknown[]): Promise<unknown>
  /**
   * Events to emit to the pages of an origin after a change. `accounts`: the accounts changed, the origin's permission changed, or the wallet was
   * locked or unlocked. `network`: the active network changed.
   */
  events(origin: string, of: 'accounts' | 'network'): Promise<readonly WalletEvent[]>
}

/** Creates the wallet of a chain family. `keys`: see `WalletPlan`. */
export type CreateProtocol = (state: WalletState, keys: readonly string[] | undefined, emit: Emit) => WalletProtocol
