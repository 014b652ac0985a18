import { type Context, computed, connected, networkChanged, type ReadonlySignal } from '@wallet-modal/kernel'
import { UnsupportedChain } from './contract.js'
import type { AccountOptions } from './options.js'

/** Shows the view for unsupported networks while the wallet uses one, unless the site allows them. Returns whether the view is needed. */
export function watchUnsupported(ctx: Context, { allowUnsupportedChain }: AccountOptions): ReadonlySignal<boolean> {
  const isUnsupported = computed(() => {
    const { value } = ctx.connections.active
    return !allowUnsupportedChain && !!value && !value.network
  })
  const update = (): void => {
    if (ctx.abortSignal.aborted) return
    const isDisplayed = ctx.router.current.peek()?.view.name === UnsupportedChain.name
    if (isUnsupported.peek() === isDisplayed) return
    if (isDisplayed) ctx.router.back()
    else void ctx.router.reset(UnsupportedChain)
  }
  ctx.on(networkChanged, update)
  // no dialog on a page load that restores a connection
  ctx.on(connected, ({ restored }) => restored || update())
  return isUnsupported
}
