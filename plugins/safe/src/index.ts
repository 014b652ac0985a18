import { definePlugin, namespace, type ReadonlySignal, signal } from '@wallet-modal/kernel'
import type { Safe } from './contract.js'
import { options, type SafeOptions } from './options.js'

export type { Safe } from './contract.js'
export type { SafeOptions } from './options.js'

export interface SafeOutput {
  /** Signal: the Safe while the page is connected to it, otherwise `null`. */
  readonly safe: ReadonlySignal<Safe | null>
}

/** Connects a site that is opened as a Safe App to the visitor's Safe, without a click. On any other page, the plugin does nothing. */
export const safe = definePlugin({
  name: '@wallet-modal/safe',
  kernel: '^0.1',
  optional: [namespace('eip155')],
  ...(process.env.NODE_ENV !== 'production' && { options }),
  permissions: {},
  setup(ctx, pluginOptions: SafeOptions): SafeOutput {
    const connectedSafe = signal<Safe | null>(null)
    const adapter = ctx.maybe(namespace('eip155'))
    ctx.effect(() => {
      if (window.parent === window || !adapter) return
      import('./join.js')
        .then(({ joinSafe }) => joinSafe(ctx, adapter, pluginOptions, connectedSafe))
        .catch(ctx.log.warn)
    })
    return { safe: connectedSafe }
  },
})
