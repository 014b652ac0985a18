// @vitest-environment happy-dom
import {
  definePlugin,
  type SentTransaction,
  type Signal,
  signal,
  type TransactionStatus,
  transactionSent,
} from '@wallet-modal/kernel'
import { createFakeNamespace, type RenderedModal, waitUntil } from '@wallet-modal/kernel/testing'
import { beforeEach, expect, it, vi } from 'vitest'
import { SmartAccountSettings } from '../contract.js'
import { ABORTED, EmailWalletError } from '../errors.js'
import type { EmbeddedWallet } from '../wallet.js'
import type { SmartAccountChoice } from '../wallet-settings.js'
import { showView } from './views.test.fixtures.js'

const contract = `0x${'ab'.repeat(20)}`
const choiceOf = (address: string): SmartAccountChoice => ({ type: 'smartAccount', contract, address, chains: [1, 2] })

/** Transactions that were sent. */
const sent: SentTransaction[] = []
const listener = definePlugin({
  name: 'listener',
  kernel: '^0.1',
  setup: (ctx) => ctx.on(transactionSent, (one) => sent.push(one)),
})

interface Stage extends Disposable {
  readonly page: RenderedModal
  readonly login: Signal<SmartAccountChoice | null>
  settle(next: TransactionStatus): void
  reads(text: RegExp): Promise<void>
  /** Waits for a text outside of the dialog, such as a toast. */
  announces(text: RegExp): Promise<void>
}

/** Settings of the account `fake-1`, which has a delegation on the networks 1 and 2 of the site. The site also lists the network 3. */
async function openSettings(scripted: Partial<EmbeddedWallet> = {}, locale = 'en'): Promise<Stage> {
  let status: TransactionStatus = 'pending'
  const evm = createFakeNamespace('eip155', { transactions: { status: async () => status } })
  const login = signal<SmartAccountChoice | null>(choiceOf('fake-1'))
  const [network] = evm.networks
  const page = await showView(
    {
      smartAccount: login,
      delegate: async () => contract,
      removeDelegation: async () => `0x${'cd'.repeat(32)}`,
      ...scripted,
    },
    {
      view: SmartAccountSettings,
      networks: [...evm.networks, { ...network, caipNetworkId: 'eip155:3', reference: '3', name: 'eip155 3' }],
      plugins: [evm.plugin(), listener()],
    },
  )
  page.modal.setLocale(locale)
  await page.modal.connections.connect(evm.wallet.connector)
  return {
    ...{ page, login },
    settle(next) {
      status = next
    },
    reads: (text) => waitUntil(() => expect(page.text()).toMatch(text)),
    announces: (text) => waitUntil(() => expect(page.dialog().getRootNode().textContent).toMatch(text), 8_000),
    [Symbol.dispose]: () => page.dispose(),
  }
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  localStorage.clear()
  sent.length = 0
})

it('lists each EVM network of the site that the wallet serves and on which the account has a delegation', async () => {
  using stage = await openSettings({ delegate: async (chainId) => (chainId === 2 ? contract : null) })
  await stage.reads(/End the permission on eip155 2/)
  expect(stage.page.text()).not.toMatch(/End the permission on eip155 [13]/)
})

it('names the contract that has the permission on each network, and says so if the wallet uses another contract', async () => {
  const other = `0x${'cd'.repeat(20)}`
  using stage = await openSettings({ delegate: async (chainId) => (chainId === 2 ? other : contract) })
  await stage.reads(new RegExp(`for your account on eip155 1:${contract}End the permission on eip155 1`))
  await stage.reads(
    new RegExp(
      `for your account on eip155 2:${other}This is not the contract that the wallet uses now.*End the permission`,
    ),
  )
})

it('the contract that the wallet uses is recognized in any spelling', async () => {
  const spelled = `0x${'AB'.repeat(20)}`
  using stage = await openSettings({ delegate: async () => spelled })
  await stage.reads(new RegExp(`for your account on eip155 2:${spelled}End the permission on eip155 2`))
  expect(stage.page.text()).not.toMatch(/not the contract/)
})

it('a removal is listed in Activity with its hash, does not block other networks, and is reported once it is confirmed', async () => {
  using stage = await openSettings()
  await stage.reads(/End the permission on eip155 1/)
  stage.page.click(/End the permission on eip155 1/)
  await stage.reads(/End the permission on eip155 1Waiting for eip155 1/)
  expect(stage.page.text()).not.toMatch(/Waiting for eip155 2/)
  expect(sent).toMatchObject([
    { type: 'custom', caipNetworkId: 'eip155:1', address: 'fake-1', hash: `0x${'cd'.repeat(32)}` },
  ])
  stage.settle('confirmed')
  await stage.announces(/The permission on eip155 1 has ended/)
  expect(stage.page.text()).not.toMatch(/End the permission on eip155 1/)
  expect(stage.page.text()).toMatch(/End the permission on eip155 2/)
})

it('reports a removal that failed on the chain', async () => {
  using stage = await openSettings()
  await stage.reads(/End the permission on eip155 1/)
  stage.page.click(/End the permission on eip155 1/)
  stage.settle('failed')
  await stage.announces(/The permission on eip155 1 was not ended/)
})

it('reports nothing to the next account after another login', async () => {
  using stage = await openSettings()
  await stage.reads(/End the permission on eip155 1/)
  stage.page.click(/End the permission on eip155 1/)
  await stage.reads(/Waiting for eip155 1/)
  stage.login.value = choiceOf('fake-2')
  await stage.reads(/End the permission on eip155 1This transaction ends/) // the row of the new account does not wait
  stage.settle('confirmed')
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  expect(stage.page.dialog().getRootNode().textContent).not.toMatch(/has ended/)
})

it('shows errors of the wallet in the language of the modal', async () => {
  const aborted = new EmailWalletError(-32_603, ABORTED)
  using stage = await openSettings({ removeDelegation: () => Promise.reject(aborted) }, 'de')
  await stage.reads(/Erlaubnis auf eip155 1 beenden/)
  stage.page.click(/Erlaubnis auf eip155 1 beenden/)
  await stage.announces(/abgebrochen/)
})
