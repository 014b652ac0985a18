import type { Hand } from './hand.js'

/** What a page hears without having asked. */
export interface News {
  readonly event: string
  readonly payload: unknown
}

/** Tells the pages of one origin, or of all. */
export type Tell = (origin: string | null, news: News) => void

/** How a chain family's wallet is spoken to by its half in the page. */
export interface Speech {
  /** The account in use first. */
  addresses(): readonly string[]
  /** Takes what the page's half sends, and answers or rejects as the ecosystem's own wallets do. */
  answer(origin: string, method: string, params: readonly unknown[]): Promise<unknown>
  /** What a page is to hear after its owner changed accounts, network, or who may see them. */
  news(origin: string, of: 'accounts' | 'network'): Promise<readonly News[]>
}

/** Makes the wallet of a chain family around what the owner holds. */
export type MakeSpeech = (hand: Hand, keys: readonly string[] | undefined, tell: Tell) => Speech
