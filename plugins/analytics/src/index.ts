import { connected, definePlugin, lazyOnce, opened } from '@wallet-modal/kernel'
import { type AnalyticsEvent, analyticsSinks } from './contract.js'
import { type AnalyticsOptions, options } from './options.js'
import type { Recorder } from './recorder.js'

export type { AnalyticsEvent } from './contract.js'
export type { AnalyticsOptions } from './options.js'

/** Return value of `modal.use(analytics)`. */
export interface Analytics {
  /** Calls `listener` with each event from now on. Returns a function that removes the listener. */
  onEvent(listener: (event: AnalyticsEvent) => void): () => void
}

/**
 * Reports the visitor's actions in the modal as events: to the service `analytics` (`POST /e`), to the functions in the slot `analyticsSinks`, and to
 * listeners of the site. Recording starts when the modal opens or the visitor connects a wallet.
 */
export const analytics = definePlugin({
  name: '@wallet-modal/analytics',
  kernel: '^0.1',
  ...(process.env.NODE_ENV !== 'production' && { options }),
  permissions: { api: ['analytics:/e', 'catalogue:/getAnalyticsConfig'] },
  ui: () => import('./ui.js'),
  setup(ctx, { service = true }: AnalyticsOptions): Analytics {
    const listeners = new Set<(event: AnalyticsEvent) => void>()
    const onEvent: Analytics['onEvent'] = (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    }
    if (typeof navigator !== 'undefined' && Reflect.get(navigator, 'globalPrivacyControl') === true) return { onEvent }
    const sinks = ctx.all(analyticsSinks)
    const receivers = () => [...sinks.peek(), ...listeners]
    let recorder: Recorder | undefined
    const load = lazyOnce(async () => {
      recorder = (await import('./recorder.js')).createRecorder(ctx, { service, receivers })
      return recorder
    })
    // calls `report` synchronously once the recorder is loaded, so that events keep their order
    const withRecorder = (report: (recorder: Recorder) => void): void => {
      if (recorder) {
        report(recorder)
        return
      }
      load().then(report).catch(ctx.log.warn)
    }
    ctx.on(opened, () => withRecorder((recorder) => recorder.opened()))
    ctx.on(connected, (connection) => connection.restored || withRecorder((recorder) => recorder.connected(connection)))
    return { onEvent }
  },
})
