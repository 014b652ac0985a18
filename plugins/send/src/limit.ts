import { type AssetToken, type Context, type ReadonlySignal, type SendLimit, signal } from '@wallet-modal/kernel'
import { type Failure, failureOf } from './failure.js'
import { createLatest } from './latest.js'
import type { Scene } from './scene.js'

/** What can be sent of the chosen token. */
export type Limit =
  | { readonly status: 'none' | 'reading' }
  | { readonly status: 'ready'; readonly limit: SendLimit }
  | { readonly status: 'failed'; readonly failure: Failure }

interface Asked {
  readonly scene: Scene
  readonly token: AssetToken
  readonly receiver: string | undefined
}

/** Asks the chain family's handler anew whenever token, receiver, account or network are others; only the latest answer counts. */
export function createLimit(ctx: Context): { readonly state: ReadonlySignal<Limit>; read(asked: Asked | null): void } {
  const state = signal<Limit>({ status: 'none' })
  const latest = createLatest(ctx.abortSignal)
  return {
    state,
    read(asked) {
      state.value = { status: asked ? 'reading' : 'none' }
      latest.stop()
      if (!asked) return
      const { scene, token, receiver } = asked
      const { connection, network, handler } = scene
      latest.run(async (stop, isLatest) => {
        try {
          const draft = { connection, network, token, ...(receiver !== undefined && { receiver }) }
          const limit = await handler.limit(draft, stop)
          if (isLatest()) state.value = { status: 'ready', limit }
        } catch (error) {
          if (!isLatest()) return
          ctx.log.info('what can be sent could not be read', error)
          state.value = { status: 'failed', failure: failureOf(error) }
        }
      })
    },
  }
}
