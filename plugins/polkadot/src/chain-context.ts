import type { Context } from '@wallet-modal/kernel'
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
  let loading: Promise<NodeApis> | undefined
  const apis = (): Promise<NodeApis> => {
    loading ??= import('./node-api.js').then(({ createNodeApis }) => createNodeApis(ctx))
    loading.catch(() => {
      loading = undefined // a failed download is tried again
    })
    return loading
  }
  return { ctx, options, apis }
}
