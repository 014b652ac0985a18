import { type ConnectParams, type Context, computed, type ReadonlySignal } from '@wallet-modal/kernel'
import { AllWallets, Connect, ConnectWallets } from './contract.js'

/** Params of the view with wallets that is open, or was open last. Views that are opened from a wallet list need these params too. */
export function createParams({ router }: Context): ReadonlySignal<ConnectParams> {
  let last: ConnectParams = {}
  return computed(() => {
    const route = router.current.value
    if ([Connect, ConnectWallets, AllWallets].some(({ name }) => name === route?.view.name))
      last = Object(route?.params)
    return last
  })
}
