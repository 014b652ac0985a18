import type { Context } from '@wallet-modal/kernel'
import type { Approved } from './approved.js'

/** What the wallet tells. */
export interface LinkListener {
  /** {@link SessionLink.approved} says something else now. */
  changed(): void
  event(name: string, data: unknown, caipNetworkId: string): void
  ended(): void
}

/** One namespace of one session: what a provider is made of. */
export interface SessionLink {
  /** The wallet's name for messages. */
  readonly wallet: string
  /** Empty once the session has ended. */
  approved(): Approved
  /** Asks the wallet. Rejects with a `ProviderRpcError`. */
  request(caipNetworkId: string, method: string, params: unknown): Promise<unknown>
  listen(listener: LinkListener): void
  /** Ends the session, in all its namespaces. */
  end(): Promise<void>
}

export interface ShapeParts {
  readonly ctx: Context
  readonly link: SessionLink
  /** CAIP-2 ids, the one to start with first. */
  readonly chains: readonly string[]
}

/** Makes the ecosystem's own provider of one namespace from a session. */
export type Shape = (parts: ShapeParts) => unknown
