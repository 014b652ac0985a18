import {
  accountTabs,
  type Balances,
  balances as capability,
  computed,
  definePlugin,
  type Holdings,
  lazyOnce,
  prices,
  signal,
  tokenLists,
  transactionSent,
  transactionSettled,
  type View,
} from '@wallet-modal/kernel'
import { Nfts, Tokens } from './contract.js'
import { type BalancesOptions, options } from './options.js'
import type { Reader } from './reader.js'

export type { BalancesOptions } from './options.js'

/** Reads the balances of the active account. Shows them in two tabs of the Account view, and provides them to the site and to other plugins. */
export const balances = definePlugin<BalancesOptions, Balances>({
  name: '@wallet-modal/balances',
  kernel: '^0.1',
  provides: [capability, prices, tokenLists],
  ...(process.env.NODE_ENV !== 'production' && { options }),
  permissions: {
    api: [
      'blockchain:/v1/supported-chains',
      'blockchain:/v1/account/*/balance',
      'blockchain:/v1/fungible/price',
      'blockchain:/v1/convert/tokens',
    ],
    storage: ['holdings'],
  },
  views: [Tokens, Nfts],
  ui: () => import('./ui.js'),
  setup(ctx, { tokens = [] }) {
    const holdings = signal<Holdings>({ status: 'none', tokens: [] })
    const shared = async () => (await import('./shared.js')).sharedOf(ctx)
    let reader: Reader | undefined
    const load = lazyOnce(async () => (reader = (await import('./reader.js')).createReader(ctx, tokens, holdings)))
    const withReader = async (use: (reader: Reader) => unknown): Promise<void> => {
      try {
        await use(await load())
      } catch (error) {
        holdings.value = { status: 'failed', tokens: [] }
        ctx.log.warn('balances could not be read', error)
      }
    }
    const output = {
      holdings: computed(() => holdings.value),
      refresh: (how) => withReader((one) => one.refresh(how)),
      recall: () => withReader((one) => one.recall()),
    } satisfies Balances
    let count = 0
    ctx.effect(() => {
      const before = count
      count = ctx.connections.all.value.length
      // a loaded reader removes only the balances of disconnected accounts; before it is loaded, all stored balances are removed
      if (count < before && !reader) ctx.storage.remove('holdings')
    })
    const refresh = (): void => void output.refresh({ force: true })
    ctx.on(transactionSent, refresh)
    ctx.on(transactionSettled, refresh)
    ctx.provide(capability, output)
    ctx.provide(prices, { read: async (request) => (await shared()).prices.read(request) })
    ctx.provide(tokenLists, { read: async (request) => (await shared()).tokenLists.read(request) })
    const addTab = (id: string, view: View<void>, order: number) =>
      ctx.add(accountTabs, { id, label: computed(() => ctx.t(`${id}.title`)), view }, { order })
    addTab('tokens', Tokens, 10)
    addTab('nfts', Nfts, 20)
    return output
  },
})
