import { type ConnectParams, type Context, computed, type ReadonlySignal } from '@wallet-modal/kernel'
import { AllWallets, Connect, ConnectWallets } from './contract.js'

/** Params of the view `Connect`, `ConnectWallets` or `AllWallets` that is open, or was open last. Later views need them too. */
export function createParams({ router }: Context): ReadonlySignal<ConnectParams> {
  let last: ConnectParams = {}
  return computed(() => {
    const route = router.current.value
    if ([Connect, ConnectWallets, AllWallets].some(({ name }) => name === route?.view.name))
      last = Object(route?.params)
    return last
  })
}
