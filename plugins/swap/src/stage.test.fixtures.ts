import {
  balances,
  type Context,
  createWalletModal,
  type DriverOutcome,
  definePlugin,
  type Network,
  openingViews,
  prices,
  type Route,
  type SentTransaction,
  signal,
  type TransactionStatus,
  view,
} from '@wallet-modal/kernel'
import { createFakeNamespace, createFakeTransactionDriver } from '@wallet-modal/kernel/testing'
import { type SwapSource, swapContracts, swapSources } from './contract.js'
import { createSwapModel } from './model.js'

/** Opening view of the modal. */
export const Home = view('host#Home')
export const ROUTER = `0x${'1'.repeat(40)}`
export const goldOn = ({ caipNetworkId }: Network) => ({
  ...{
    assetId: `${caipNetworkId}/erc20:0xGLD`,
    caipNetworkId,
    address: '0xGLD',
    name: 'Gold',
    symbol: 'GLD',
    decimals: 6,
  },
})

/** Connections with one more chain family, listed first. Its code for transactions fails to load. */
function withFailingFamily({ connections }: Context): Context['connections'] {
  const families = connections.adapters.peek()
  const recover = () => Promise.reject(new Error('The code did not load.'))
  const failing = families.map((family) =>
    Object.create(family, { transactions: { value: { ...family.transactions, recover } } }),
  )
  return Object.create(connections, { adapters: { value: signal([...failing, ...families]) } })
}

interface StageOptions {
  /** See {@link withFailingFamily}. */
  readonly hasFailingFamily?: boolean
}

/** Creates the swap model with a connected wallet, whose replies and transaction statuses the test controls. */
export async function createStage(replaced: Partial<SwapSource> = {}, { hasFailingFamily = false }: StageOptions = {}) {
  const stage = {
    replies: [] as ((outcome: DriverOutcome) => void)[],
    status: 'pending' as TransactionStatus,
    statusOf: (_: SentTransaction): TransactionStatus => stage.status,
    toasts: [] as string[],
    /** Number of calls that hid the toast. */
    hidden: 0,
    /** Maximum fee of each transaction, in base units. */
    fee: 5n,
    /** Minimum output in the bytes of each swap. */
    minimum: 2_000_000n,
    gasPrice: async (): Promise<bigint> => Promise.reject(new Error('offline')),
  }
  const fake = createFakeNamespace('eip155', {
    transactions: {
      async build(request, stop) {
        const built = await createFakeTransactionDriver('eip155').build(request, stop)
        const send = () => new Promise<DriverOutcome>((resolve) => stage.replies.push(resolve))
        const contents = (request.expects ?? []).map((one) => {
          if (one.type !== 'swap') return Object(one)
          return { ...one, receiveAtLeast: { ...one.receiveAtLeast, amount: stage.minimum } }
        })
        return { ...built, contents, fee: stage.fee, send }
      },
      status: async (sent) => stage.statusOf(sent),
    },
  })
  const source: SwapSource = {
    ...{ name: 'source', feeBps: 0, supports: () => true, bridges: () => true },
    bridgeOutcome: async () => 'pending',
    tokens: async (network) => [goldOn(network)],
    quote: async () => ({ amount: 2_000_000n }),
    build: async () => ({ family: 'eip155', to: ROUTER, data: '0x', value: 0n }),
    ...replaced,
  }
  const host = definePlugin({
    name: 'host',
    kernel: '^0.1',
    optional: [balances, prices],
    permissions: { storage: ['slippage', 'orders', 'approvals'] },
    setup: (ctx) => ctx,
  })
  const modal = createWalletModal({
    ...{ plugins: [fake.plugin(), host()], networks: fake.networks },
    ...{ prefetch: 'never', logLevel: 'silent' },
  })
  const ctx = modal.use(host)
  if (!ctx) throw new Error('There is no context.')
  ctx.add(swapSources, source)
  ctx.add(openingViews, { view: Home, when: () => true })
  ctx.add(swapContracts, { caipNetworkId: 'eip155:1', address: ROUTER })
  await modal.connections.connect(fake.wallet.connector)
  const say = (text: string | (() => string)): void => {
    stage.toasts.push(typeof text === 'function' ? text() : text)
  }
  const toast: Context['toast'] = { success: say, error: say, loading: say, hide: () => void stage.hidden++ }
  const current = signal<Pick<Route, 'view'> | null>(null)
  const show = (view: Route['view']): void => {
    current.value = { view }
  }
  const router = { current, push: show, replace: show, reset: show }
  const api = { ...ctx.api, rpc: () => ({ read: () => stage.gasPrice() }) }
  const connections = hasFailingFamily ? withFailingFamily(ctx) : ctx.connections
  const model = createSwapModel(
    Object.create(ctx, {
      ...{ toast: { value: toast }, router: { value: router } },
      ...{ api: { value: api }, connections: { value: connections } },
    }),
  )
  const [here, there] = fake.networks
  return Object.assign(stage, {
    ctx,
    model,
    current,
    show,
    here,
    there,
    modal,
    [Symbol.dispose]: () => modal.dispose(),
  })
}

export type Stage = Awaited<ReturnType<typeof createStage>>

export const values = ({ model: { form } }: Stage) => [form.receive.peek()?.symbol, form.amount.peek().text]
