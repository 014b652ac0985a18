import {
  accountActions,
  balances,
  computed,
  definePlugin,
  prices,
  readWith,
  slot,
  type TransactionDecoder,
} from '@wallet-modal/kernel'
import { createBlockchainApiSource } from './blockchain-api-source.js'
import {
  Swap,
  SwapPreview,
  SwapProgress,
  SwapSelectNetwork,
  SwapSelectToken,
  SwapUnknown,
  swapContracts,
  swapSources,
} from './contract.js'
import { defaultContracts } from './default-contracts.js'
import { options, type SwapOptions } from './options.js'

export type { SwapParams } from './contract.js'
export type { SwapOptions } from './options.js'

/** The kernel's slot, declared by its name: importing it would load `@wallet-modal/kernel/transactions` with the page. */
const decoders = slot<TransactionDecoder>('@wallet-modal/kernel#decoders')

/** Swaps tokens on EVM networks and Solana. Quotes come from the Blockchain API, and from plugins that add a source to the slot `swapSources`. */
export const swap = definePlugin<SwapOptions>({
  name: '@wallet-modal/swap',
  kernel: '^0.1',
  optional: [balances, prices],
  ...(process.env.NODE_ENV !== 'production' && { options }),
  permissions: {
    api: [
      'blockchain:/v1/convert/*',
      'rpc:eth_gasPrice',
      'rpc:getRecentPrioritizationFees',
      'rpc:getMinimumBalanceForRentExemption',
    ],
    storage: ['slippage', 'orders', 'approvals'],
  },
  views: [Swap, SwapSelectToken, SwapSelectNetwork, SwapPreview, SwapProgress, SwapUnknown],
  ui: () => import('./ui.js'),
  setup(ctx, { contracts = [] }) {
    const allowed = ctx.all(swapContracts)
    const sources = ctx.all(swapSources)
    for (const contract of [...defaultContracts, ...contracts])
      ctx.add(swapContracts, { ...contract, isUsedByApi: true })
    ctx.add(swapSources, createBlockchainApiSource(ctx, allowed))
    ctx.add(decoders, {
      namespace: 'eip155',
      decode: async (call, context) => (await import('./calls.js')).decodeSwap(call, context, allowed.peek()),
    })
    const action = {
      id: 'swaps',
      icon: 'swap',
      label: computed(() => ctx.t('swap.title')),
      run: () => void ctx.router.push(Swap, undefined),
    } as const
    const availableAction = computed(() => {
      const { network } = ctx.connections.active.value ?? {}
      const isSupported = network && sources.value.some((source) => source.supports(network))
      return isSupported ? action : null
    })
    ctx.add(accountActions, availableAction, { order: 20 })
    // once a wallet is connected, tracks the swaps to other networks that were started before this page load
    ctx.effect(() => {
      if (ctx.connections.active.value && ctx.storage.get('orders', readWith(Boolean)))
        import('./bridges/orders.js').then(({ bridgesOf }) => void bridgesOf(ctx)).catch(ctx.log.warn)
    })
  },
})
