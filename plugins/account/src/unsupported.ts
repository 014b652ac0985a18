import { type Context, computed, connected, networkChanged, type ReadonlySignal } from '@wallet-modal/kernel'
import { UnsupportedChain } from './contract.js'
import type { AccountOptions } from './options.js'

/**
 * Opens the view for unsupported networks when the active wallet uses a network that the site does not list, and closes it when the wallet has
 * switched. Returns a signal with whether the wallet uses such a network. With `allowUnsupportedChain`, never opens the view, and the signal is
 * `false`.
 */
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
  // a restored connection opens no view: the visitor has only loaded the page
  ctx.on(connected, ({ restored }) => restored || update())
  return isUnsupported
}
