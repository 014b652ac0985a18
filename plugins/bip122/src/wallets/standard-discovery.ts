import type { Context } from '@wallet-modal/kernel'
import { standardWallets } from '@wallet-modal/kernel/discovery'
import { featureOf } from './feature.js'
import { hasFunctions } from './page-object.js'
import type { AddWallet } from './wallet-list.js'

/**
 * Object that identifies the wallet: the provider in its `sats-connect:` feature, because `window.btc_providers` may list the same provider; without
 * this feature, the wallet itself.
 */
function identityOf(wallet: object): object {
  const sats = featureOf(wallet, 'sats-connect:')
  const provider: unknown = sats && Reflect.get(sats, 'provider')
  return typeof provider === 'object' && provider !== null ? provider : wallet
}

const isBitcoinWallet = (wallet: object): boolean => {
  const connect = featureOf(wallet, 'bitcoin:connect')
  return connect !== undefined && hasFunctions(connect, ['connect'])
}

/** Lists Wallet Standard wallets that have `bitcoin:` features. Wallets may register before or after this page's code is loaded. */
export function findStandard(ctx: Context, addWallet: AddWallet): void {
  const removeByWallet = new Map<object, () => void>()
  const addWallets = (...wallets: readonly object[]): void => {
    for (const wallet of wallets) {
      try {
        if (removeByWallet.has(wallet) || !isBitcoinWallet(wallet)) continue
        const name: unknown = Reflect.get(wallet, 'name')
        const remove = addWallet({
          id: `bitcoin-standard:${String(name).slice(0, 100)}`,
          name,
          icon: Reflect.get(wallet, 'icon'),
          identity: identityOf(wallet),
          standard: wallet,
          rank: 1,
          provider: async (request) => (await import('./wallet-standard.js')).connectStandard(wallet, request),
        })
        removeByWallet.set(wallet, remove)
      } catch (error) {
        ctx.log.warn('a wallet that registered itself throws', error)
      }
    }
  }
  ctx.effect(() => {
    const wallets = standardWallets()
    addWallets(...wallets.get())
    const stops = [
      wallets.on('register', addWallets),
      wallets.on('unregister', (...unregistered) => {
        for (const wallet of unregistered) {
          removeByWallet.get(wallet)?.()
          removeByWallet.delete(wallet)
        }
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  })
}
