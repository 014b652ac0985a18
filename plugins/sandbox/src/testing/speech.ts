import type { Hand } from './hand.js'

/** Event for a page. */
export interface News {
  readonly event: string
  readonly payload: unknown
}

/** Emits an event to the pages of one origin, or of all. */
export type Tell = (origin: string | null, news: News) => void

/** Protocol between a chain family's wallet and its half in the page. */
export interface Speech {
  /** The active account first. */
  addresses(): readonly string[]
  /** Handles a request of the page's half, and resolves or rejects like the ecosystem's own wallets. */
  answer(origin: string, method: string, params: readonly unknown[]): Promise<unknown>
  /** Events for a page after accounts, network or permissions changed. */
  news(origin: string, of: 'accounts' | 'network'): Promise<readonly News[]>
}

/** Creates the wallet of a chain family from the owner's state. */
export type MakeSpeech = (hand: Hand, keys: readonly string[] | undefined, tell: Tell) => Speech
