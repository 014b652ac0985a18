import { type Context, lazyOnce } from '@wallet-modal/kernel'
import type { NodeApis } from './node.js'
import type { PolkadotOptions } from './options.js'

/** Dependencies of all code that reads chains. */
export interface ChainContext {
  readonly ctx: Context
  readonly options: PolkadotOptions
  readonly apis: () => Promise<NodeApis>
}

/** Creates the context of a plugin. @polkadot/api is loaded when `apis` is first called. */
export function createChainContext(ctx: Context, options: PolkadotOptions): ChainContext {
  return { ctx, options, apis: lazyOnce(async () => (await import('./node.js')).createNodeApis(ctx)) }
}
