// @vitest-environment happy-dom
import {
  accountActions,
  accountTabs,
  type Balances,
  balances,
  computed,
  connectors,
  createNamespace,
  definePlugin,
  type Holdings,
  namespace,
  type Signal,
  signal,
  transactionSettled,
  view,
  viewOf,
} from '@wallet-modal/kernel'
import {
  createFakeDriver,
  createFakeNamespace,
  inlineUi,
  type RenderedModal,
  renderModal,
  waitUntil,
} from '@wallet-modal/kernel/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Account, AccountSettings } from './contract.js'
import { account } from './index.js'

const coin = { assetId: 'eip155:1/slip44:60', caipNetworkId: 'eip155:1', name: 'Coin', symbol: 'COIN', decimals: 18 }
let evm: ReturnType<typeof createFakeNamespace>
let holdingsSignal: Signal<Holdings>
let refreshes: boolean[] = []
let page: RenderedModal

/** A plugin that provides balances. */
const balancesPlugin = definePlugin<object, Balances>({
  name: 'knowing',
  kernel: '^0.1',
  provides: [balances],
  setup(ctx) {
    holdingsSignal = signal<Holdings>({ status: 'loading', tokens: [] })
    const output: Balances = {
      holdings: holdingsSignal,
      refresh: async ({ force = false } = {}) => void refreshes.push(force),
    }
    ctx.provide(balances, output)
    return output
  },
})
const One = view('with-tabs#One')
const Two = view('with-tabs#Two')
const tabs = definePlugin({
  name: 'with-tabs',
  kernel: '^0.1',
  ...inlineUi({
    views: [viewOf(One, () => 'the first', { title: 'x' }), viewOf(Two, () => 'the second', { title: 'x' })],
  }),
  setup(ctx) {
    for (const [id, one] of [
      ['One', One],
      ['Two', Two],
    ] as const)
      ctx.add(accountTabs, { id, label: computed(() => id), view: one })
    for (const id of ['send', 'other', 'receive', 'onramp', 'swaps'])
      ctx.add(accountActions, { id, label: computed(() => id), run: () => null })
  },
})

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  localStorage.clear()
  refreshes = []
  evm = createFakeNamespace('eip155')
})
afterEach(() => page?.dispose())

async function show(
  plugins: Parameters<typeof renderModal>[0] = [],
  what: typeof Account = Account,
  options: Parameters<typeof account>[0] = {},
): Promise<void> {
  page = await renderModal([evm.plugin(), account(options), ...plugins], { networks: evm.networks, view: what })
  await page.modal.connections.connect(evm.wallet.connector)
}
const reads = (text: string | RegExp): Promise<void> => waitUntil(() => expect(page.text()).toMatch(text))

describe('the balance in the account view', () => {
  it('is the coin balance read from the chain if no plugin provides balances', async () => {
    await show()
    await reads(/1 COIN/)
    expect(page.text()).not.toContain('$')
  })

  it('is the total in USD and the coin balance if a plugin provides balances', async () => {
    await show([balancesPlugin()])
    holdingsSignal.value = {
      status: 'ready',
      tokens: [{ ...coin, amount: 25n * 10n ** 17n }],
      totalUsd: 1234_567_890n * 10n ** 12n,
    }
    await reads(/\$1,234\.56.*2\.5 COIN/)
    expect(page.text()).not.toContain('1 COIN')
  })

  it('shows no total if it is unknown, and marks a stale balance', async () => {
    await show([balancesPlugin()])
    holdingsSignal.value = { status: 'stale', tokens: [{ ...coin, amount: 25n * 10n ** 17n }] }
    await reads(/2\.5 COINLast known balance/)
    expect(page.text()).not.toContain('$')
  })

  it('is read from the chain if the balances plugin fails, without an error of the account view', async () => {
    await show([balancesPlugin()])
    holdingsSignal.value = { status: 'failed', tokens: [] }
    page.modal.close()
    void page.modal.open({ view: Account })
    await reads(/1 COIN/)
    expect(page.text()).not.toContain('Token Balance Unavailable')
  })

  it.each([
    ['and leaves the error to the failed balances plugin', true],
    ['and shows an error if no plugin provides balances', false],
  ])('is "Balance unknown" if the chain cannot be read, %s', async (_, isBeside) => {
    const driver = createFakeDriver('eip155')
    const broken = definePlugin({
      name: 'broken',
      kernel: '^0.1',
      provides: [namespace('eip155')],
      permissions: { storage: ['connector'] },
      setup(ctx) {
        ctx.add(connectors, evm.wallet.connector)
        return createNamespace(ctx, 'eip155', {
          driver: async () => ({ ...driver, balance: () => Promise.reject(new Error('no node')) }),
        })
      },
    })
    const beside = isBeside ? [balancesPlugin()] : []
    page = await renderModal([broken(), account(), ...beside], { networks: evm.networks, view: Account })
    if (isBeside) holdingsSignal.value = { status: 'failed', tokens: [] }
    await page.modal.connections.connect(evm.wallet.connector)
    await reads(/Balance unknown/)
    expect(page.text().includes('Token Balance Unavailable')).toBe(!isBeside)
  })

  it('is read again after a settled transaction', async () => {
    const eventPlugin = definePlugin({ name: 'told', kernel: '^0.1', setup: (ctx) => ctx })
    const driver = createFakeDriver('eip155')
    let amount = 10n ** 18n
    const namespacePlugin = definePlugin({
      name: 'counting',
      kernel: '^0.1',
      provides: [namespace('eip155')],
      permissions: { storage: ['connector'] },
      setup(ctx) {
        ctx.add(connectors, evm.wallet.connector)
        return createNamespace(ctx, 'eip155', { driver: async () => ({ ...driver, balance: async () => amount }) })
      },
    })
    page = await renderModal([namespacePlugin(), account(), eventPlugin()], { networks: evm.networks, view: Account })
    await page.modal.connections.connect(evm.wallet.connector)
    await reads(/1 COIN/)
    amount = 7n * 10n ** 18n
    const sent = {
      type: 'transfer',
      caipNetworkId: 'eip155:1',
      address: 'fake-1',
      token: coin,
      amount: 1n,
      receiver: 'fake-2',
      sentAt: 0,
    } as const
    page.modal.use(eventPlugin)?.emit(transactionSettled, { ...sent, status: 'confirmed' })
    await reads(/7 COIN/)
  })
})

describe('the account with tabs', () => {
  it('shows known actions and tabs first in their usual order, then those of other plugins', async () => {
    const stranger = definePlugin({
      name: 'a-stranger',
      kernel: '^0.1',
      setup(ctx) {
        ctx.add(accountTabs, { id: 'points', label: computed(() => 'Points'), view: One })
        ctx.add(accountActions, { id: 'points', label: computed(() => 'earn'), run: () => null })
      },
    })
    const known = definePlugin({
      ...{ name: 'known', kernel: '^0.1' },
      ...inlineUi({ views: [viewOf(One, () => 'one', { title: 'x' }), viewOf(Two, () => 'two', { title: 'x' })] }),
      setup(ctx) {
        for (const [at, id] of ['activity', 'tokens'].entries())
          ctx.add(accountTabs, { id, label: computed(() => id), view: Two }, { order: 10 * (at + 1) })
        for (const id of ['send', 'receive', 'onramp'])
          ctx.add(accountActions, { id, label: computed(() => id), run: () => null })
      },
    })
    await show([stranger(), known()])
    await reads(/onramp.*receive.*send.*earn.*tokens.*activity.*Points/)
  })

  it('shows four tiles, first in the order of walletFeaturesOrder, and the remaining actions in the settings', async () => {
    await show([tabs()], Account, { walletFeaturesOrder: ['receive', 'send'] })
    await reads(/receive.*send.*onramp.*swaps.*One/)
    expect(page.text()).not.toContain('other')
    page.click(/(Account Settings|Settings · \d accounts)$/)
    await reads(/Network.*other.*Disconnect/)
  })

  it('opens its settings, and Back returns to the selected tab', async () => {
    await show([tabs()])
    await reads('the first')
    page.click('Two')
    await reads('the second')
    page.click(/(Account Settings|Settings · \d accounts)$/)
    await reads(/Account Settings.*Copy address.*eip155 wallet.*Wallet.*eip155 1.*Network.*Disconnect/)
    page.click('Back')
    await reads('the second')
  })

  it('if an action throws, reports the error with the action’s plugin, and shows an error to the user', async () => {
    const broken = definePlugin({
      name: 'with-a-broken-action',
      kernel: '^0.1',
      setup(ctx) {
        const run = (): void => {
          throw new Error('no such page')
        }
        ctx.add(accountActions, { id: 'broken', label: computed(() => 'Break'), run })
        ctx.add(accountActions, { id: 'late', label: computed(() => 'Break later'), run: async () => run() })
      },
    })
    await show([tabs(), broken()])
    await reads('the first')
    page.click(/(Account Settings|Settings · \d accounts)$/)
    await reads(/Break.*Disconnect/)
    page.click('Break')
    await reads('Something went wrong. Try again.')
    expect(page.modal.errors.peek()).toMatchObject([
      { code: 'ACTION_FAILED', plugin: 'with-a-broken-action', message: expect.stringContaining('no such page') },
    ])
    page.click('Break later')
    await waitUntil(() => expect(page.modal.errors.peek()).toHaveLength(2))
  })

  it('omits and reports a tab or an action whose label throws, and still shows the rest', async () => {
    const broken = definePlugin({
      name: 'with-broken-names',
      kernel: '^0.1',
      setup(ctx) {
        const label = computed((): string => {
          throw new Error('no name')
        })
        ctx.add(accountTabs, { id: 'broken', label, view: One })
        ctx.add(accountActions, { id: 'broken', label, run: () => null })
      },
    })
    await show([tabs(), broken()])
    await reads(/send.*the first/)
    expect(page.modal.errors.peek()).toMatchObject(
      Array(2).fill({
        code: 'ACTION_FAILED',
        plugin: 'with-broken-names',
        message: expect.stringContaining('no name'),
      }),
    )
  })

  it('disconnects in one click', async () => {
    await show([tabs()])
    await reads('the first')
    page.click('Disconnect')
    await waitUntil(() => expect(page.modal.connections.all.peek()).toEqual([]))
  })
})

describe('account types', () => {
  const both = [
    { address: 'fake-1', type: 'eoa' as const },
    { address: 'fake-2', type: 'smartAccount' as const },
  ]
  it('a wallet with an EOA and a smart account can switch between them', async () => {
    evm.wallet.provider.request = async () => ({ accounts: both, caipNetworkId: 'eip155:1' })
    await show([], AccountSettings)
    await reads('Switch to your smart account')
    page.click(/^Switch to your smart account/)
    await reads('Switch to your EOA')
    expect(page.modal.connections.active.peek()?.account.type).toBe('smartAccount')
    page.click(/^Switch to your EOA/)
    await waitUntil(() => expect(page.modal.connections.active.peek()?.account.address).toBe('fake-1'))
  })

  it('a wallet with two accounts of one type has no switch button', async () => {
    await show([], AccountSettings)
    await reads('Disconnect')
    expect(page.text()).not.toContain('Switch to')
  })
})
