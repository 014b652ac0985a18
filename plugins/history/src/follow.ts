import {
  type Context,
  computed,
  type ReadonlySignal,
  type SentTransaction,
  signal,
  transactionSettled,
} from '@wallet-modal/kernel'
import { sendHandlers } from '@wallet-modal/kernel/assets'
import type { Sent } from './sent.js'

/** A block of most chains. */
export const FOLLOW_MS = 5000

const rest = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, FOLLOW_MS)
    const stop = (): void => {
      clearTimeout(timer)
      resolve()
    }
    signal.addEventListener('abort', stop, { once: true })
  })

/** Whether the page is in sight. */
function watchPage(ctx: Context): ReadonlySignal<boolean> {
  const isVisible = signal(true)
  ctx.effect(() => {
    const look = (): void => {
      isVisible.value = document.visibilityState !== 'hidden'
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  })
  return isVisible
}

/**
 * Asks what became of what was sent, one after the other and at a calm pace, while the modal is open and the page in sight. `settled` is
 * called when at least one has come to its end.
 */
export function followSent(ctx: Context, sent: Sent, settled: (sent: SentTransaction) => void): void {
  const handlers = ctx.all(sendHandlers)
  const page = watchPage(ctx)
  const isWatching = computed(() => page.value && ctx.router.current.value !== null && sent.open.value.length > 0)

  const ask = async (one: SentTransaction, signal: AbortSignal): Promise<void> => {
    const [namespace] = one.caipNetworkId.split(':')
    const handler = handlers.peek().find((known) => known.namespace === namespace)
    if (!handler) return
    try {
      const status = await handler.status(one, signal)
      if (signal.aborted || status === 'pending' || status === 'unknown') return
      sent.settle(one, status)
      ctx.emit(transactionSettled, { ...one, status })
      settled(one)
    } catch (error) {
      if (!signal.aborted) ctx.log.info('what became of a transaction could not be asked', error) // asked again
    }
  }
  const run = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      for (const one of sent.open.peek()) if (!signal.aborted) await ask(one, signal)
      if (!signal.aborted) await rest(signal)
    }
  }
  ctx.effect(() => {
    if (!isWatching.value) return undefined
    const stop = new AbortController()
    void run(stop.signal)
    return () => stop.abort()
  })
}
