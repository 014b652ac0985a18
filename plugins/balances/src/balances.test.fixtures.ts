import { createWalletModal, definePlugin, type Holdings, type WalletModal } from '@wallet-modal/kernel'
import { tokenSources } from '@wallet-modal/kernel/assets'
import { createFakeApi, createFakeNamespace, type FakeRequest } from '@wallet-modal/kernel/testing'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { balances } from './index.js'

export const chain = 'eip155:1'
/** A token in a reply of the service. */
export const entry = (more: object = {}) => ({
  name: 'USD Coin',
  symbol: 'USDC',
  chainId: chain,
  address: `${chain}:fake-usdc`,
  price: 1,
  quantity: { decimals: '6', numeric: '12.5' },
  iconUrl: 'https://icons.test/usdc.png',
  ...more,
})
export const coin = {
  name: 'x',
  symbol: 'y',
  chainId: chain,
  price: 2000,
  quantity: { decimals: '18', numeric: '1.5' },
}

const path = (account: string) => `blockchain:/v1/account/${account}/balance`

/** Token source of the fake chain family, without tokens. */
export const erc20 = definePlugin({
  name: 'erc20',
  kernel: '^0.1',
  setup: (ctx) => void ctx.add(tokenSources, { namespace: 'eip155', assetNamespace: 'erc20', tokens: async () => [] }),
})

/** Registers hooks that prepare a site for each test of a file. `answer` and `supported` are the replies of its service. */
export function createBalancesStage() {
  let fake = createFakeNamespace('eip155', { isIndexed: true })
  let api: ReturnType<typeof createFakeApi> | undefined
  let modal: WalletModal | undefined

  const stage = {
    answer: (_: FakeRequest): unknown => undefined,
    supported: undefined as unknown,
    /** URLs of the requests for balances. */
    balanceRequests: [] as URL[],
    get fake() {
      return fake
    },
    get api() {
      return api ?? expect.fail('not started')
    },
    get modal() {
      return modal ?? expect.fail('not started')
    },
    set modal(next: WalletModal) {
      modal = next
    },
    /** Loads the page: restores stored wallets, and connects none. */
    load(options: Parameters<typeof balances>[0] = {}, isServed = true): WalletModal {
      modal = createWalletModal({
        id: 'test',
        plugins: [fake.plugin(), erc20(), ...(isServed ? [stage.api.plugin] : []), balances(options)],
        networks: fake.networks,
        prefetch: 'never',
        logLevel: 'silent',
      })
      return modal
    },
    async start(options: Parameters<typeof balances>[0] = {}, isServed = true): Promise<void> {
      const modal = stage.load(options, isServed)
      await modal.connections.connect(fake.wallet.connector)
    },
    output: () => stage.modal.use(balances) ?? expect.fail('not running'),
    now: (): Holdings => stage.output().holdings.peek(),
    refresh: (force = false): Promise<void> => stage.output().refresh({ force }),
  }

  beforeEach(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
    localStorage.clear()
    stage.balanceRequests = []
    stage.answer = () => ({ balances: [coin, entry()] })
    stage.supported = { http: [chain], ws: [] }
    fake = createFakeNamespace('eip155', { isIndexed: true })
    const reply = (request: FakeRequest) => {
      stage.balanceRequests.push(request.url)
      return stage.answer(request)
    }
    api = createFakeApi({
      'blockchain:/v1/supported-chains': () => stage.supported,
      ...Object.fromEntries(['fake-1', 'fake-2', 'fake-3'].map((one) => [path(one), reply])),
    })
  })
  afterEach(() => {
    modal?.dispose()
    modal = undefined
    api?.dispose()
    vi.useRealTimers()
  })
  return stage
}
