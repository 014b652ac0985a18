import type { Context } from '@wallet-modal/kernel'
import { checkRepeatedly, hasFunctions, objectAt } from './page-object.js'
import type { AddWallet, DiscoveredWallet } from './wallet-list.js'

/** Paths of wallets with UniSat's interface. The path `unisat` is last, because several of the other wallets also set `window.unisat`. */
const providerPaths = [
  { path: 'bitkeep.unisat', name: 'Bitget Wallet' },
  { path: 'binancew3w.bitcoin', name: 'Binance Wallet' },
  { path: 'okxwallet.bitcoin', name: 'OKX Wallet' },
  { path: 'unisat', name: 'UniSat Wallet' },
] as const

export const isUnisat = (value: object): boolean =>
  hasFunctions(value, ['requestAccounts', 'getAccounts', 'signMessage', 'signPsbt'])

export const toUnisatWallet = (path: string, walletObject: object): Omit<DiscoveredWallet, 'name'> => ({
  id: `unisat:${path}`,
  identity: walletObject,
  rank: 3,
  provider: async () => (await import('./unisat.js')).connectUnisat(walletObject),
})

/** Lists `window.unisat` and wallets with the same interface. */
export function findUnisat(ctx: Context, addWallet: AddWallet): void {
  const check = (): void => {
    for (const { path, name } of providerPaths) {
      const walletObject = objectAt(path)
      if (walletObject && isUnisat(walletObject))
        addWallet({ ...toUnisatWallet(path, walletObject), name, type: 'INJECTED' })
    }
  }
  checkRepeatedly(ctx, check, 'unisat#initialized')
}
