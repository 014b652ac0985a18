import type { Context } from '@wallet-modal/kernel'
import { createPrices } from './sources/prices.js'
import type { SharedSources } from './sources/sources.js'
import { createTokenLists } from './sources/token-lists.js'

const sharedByContext = new WeakMap<Context, SharedSources>()

/** Prices and token lists of a modal, created once. */
export function sharedOf(ctx: Context): SharedSources {
  const shared = sharedByContext.get(ctx) ?? { prices: createPrices(ctx), tokenLists: createTokenLists(ctx) }
  sharedByContext.set(ctx, shared)
  return shared
}
