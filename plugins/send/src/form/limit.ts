import {
  type AssetToken,
  type Context,
  type PaymentNote,
  type ReadonlySignal,
  type SendLimit,
  signal,
} from '@wallet-modal/kernel'
import { createLatest, type Failure, failureOf } from '@wallet-modal/kernel/transactions'
import type { SendContext } from './send-context.js'

/** Maximum amount of the chosen token that can be sent. */
export type LimitState =
  | { readonly status: 'none' | 'reading' }
  | { readonly status: 'ready'; readonly limit: SendLimit }
  | { readonly status: 'failed'; readonly failure: Failure }

interface LimitRequest {
  readonly context: SendContext
  readonly token: AssetToken
  readonly receiver: string | undefined
  readonly note: PaymentNote | undefined
}

/** Reads the limit from the handler of the chain family. Ignores replies to earlier requests. */
export function createLimit(ctx: Context): {
  readonly state: ReadonlySignal<LimitState>
  read(request: LimitRequest | null): void
} {
  const state = signal<LimitState>({ status: 'none' })
  const latest = createLatest(ctx.abortSignal)
  return {
    state,
    read(request) {
      state.value = { status: request ? 'reading' : 'none' }
      latest.stop()
      if (!request) return
      const { context, token, receiver, note } = request
      const { connection, network, handler } = context
      latest.run(async (abortSignal, isLatest) => {
        try {
          const optional = { ...(receiver !== undefined && { receiver }), ...(note && { note }) }
          const limit = await handler.limit({ connection, network, token, ...optional }, abortSignal)
          if (isLatest()) state.value = { status: 'ready', limit }
        } catch (error) {
          if (!isLatest()) return
          ctx.log.info('the limit could not be read', error)
          state.value = { status: 'failed', failure: failureOf(error) }
        }
      })
    },
  }
}
