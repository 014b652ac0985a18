import { type Context, lazyOnce } from '@wallet-modal/kernel'
import type { NodeApis } from './node-api.js'
import type { PolkadotOptions } from './options.js'

/** Shared by everything in the plugin that reads chains. */
export interface ChainContext {
  readonly ctx: Context
  readonly options: PolkadotOptions
  readonly apis: () => Promise<NodeApis>
}

/** @polkadot/api is loaded when a chain is first read. */
export function createChainContext(ctx: Context, options: PolkadotOptions): ChainContext {
  return { ctx, options, apis: lazyOnce(async () => (await import('./node-api.js')).createNodeApis(ctx)) }
}
