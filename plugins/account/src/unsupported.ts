import { type Context, computed, connected, networkChanged, type ReadonlySignal } from '@wallet-modal/kernel'
import { UnsupportedChain } from './contract.js'
import type { AccountOptions } from './options.js'

/** Leads a visitor out of a network that the site does not list, unless the site allows it. */
export function watchUnsupported(ctx: Context, { allowUnsupportedChain }: AccountOptions): ReadonlySignal<boolean> {
  const isUnsupported = computed(() => {
    const { value } = ctx.connections.active
    return !allowUnsupportedChain && !!value && !value.network
  })
  const follow = (): void => {
    if (ctx.abortSignal.aborted) return
    const isShown = ctx.router.current.peek()?.view.name === UnsupportedChain.name
    if (isUnsupported.peek() === isShown) return
    if (isShown) ctx.router.back()
    else void ctx.router.reset(UnsupportedChain)
  }
  ctx.on(networkChanged, follow)
  // a page that comes back with an old connection does not throw a dialog at its visitor
  ctx.on(connected, ({ restored }) => restored || follow())
  return isUnsupported
}
