import { type Context, connectors, opened } from '@wallet-modal/kernel'
import { plainIcon, plainName } from '@wallet-modal/kernel/discovery'
import { isWallet } from './wallet.js'

/** Maximum number of listed wallets, because a script of the page could add any number. */
const MAX_WALLETS = 20

/** Lists the wallets of this page now, and again whenever the modal opens. */
export function discoverWallets(ctx: Context): void {
  const known = new Set<string>()
  const addWallets = (): void => {
    const injected: object = Object(Reflect.get(globalThis, 'stellarWallets'))
    for (const id of Object.keys(injected)) {
      if (known.has(id) || known.size >= MAX_WALLETS) continue
      const wallet: unknown = Reflect.get(injected, id)
      const name = isWallet(wallet) ? plainName(wallet.name) : undefined
      if (!isWallet(wallet) || !name) continue
      known.add(id)
      const icon = plainIcon(wallet.icon)
      ctx.add(connectors, {
        id: `stellar:${id}`,
        name,
        type: 'INJECTED',
        isInstalled: true,
        namespaces: ['stellar'],
        ...(icon === undefined ? {} : { icon }),
        provider: async () => wallet,
      })
    }
  }
  addWallets()
  ctx.on(opened, addWallets)
}
