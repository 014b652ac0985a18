// @vitest-environment happy-dom
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { definePlugin, type ViewProps, viewOf } from '../../plugins/plugin.js'
import { view } from '../../plugins/token.js'
import { useValue } from '../../react/hooks/use-value.js'
import { signal } from '../../signals.js'
import { inlineUi } from '../../testing/inline-ui.js'
import { renderModal, waitUntil } from '../../testing/render-modal.js'
import type { StringOverrides } from '../../texts/i18n.js'
import type { Action } from '../../transactions/actions.js'
import type { FlowState } from '../../transactions/flow/flow-state.js'
import type { SentTransaction } from '../../transactions/sent-transaction.js'
import type { TransactionReview } from '../../transactions/transactions.js'
import type { ReviewProps } from './review-assets.js'
import { TransactionFlowReview } from './transaction-flow-review.js'
import { TransactionOutcome } from './transaction-outcome.js'

const network = {
  ...{ caipNetworkId: 'fake:1', namespace: 'fake', reference: '1', name: 'Network One', rpcUrls: [] },
  nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
}
const COIN = 'fake:1/native:coin'
const six = { assetId: 'fake:1/t:6', caipNetworkId: 'fake:1', address: '0x66', name: 'Six', symbol: 'SIX', decimals: 6 }

function stateOf(changes: Partial<TransactionReview>): Extract<FlowState, { readonly status: 'ready' }> {
  const review: TransactionReview = {
    ...{ from: 'fake-1', caipNetworkId: 'fake:1', actions: [], balanceChanges: 'unavailable', fee: 10n ** 15n },
    ...{ extras: [], call: 'mix(bytes)', payload: 'the bytes' },
    ...changes,
  }
  const prepare = (): Promise<never> => Promise.reject(new Error('not here'))
  const prepared = { review, submit: prepare }
  const plan = { key: 'a', namespace: 'fake', connectorId: 'zephyr', prepare }
  return { status: 'ready', notice: undefined, displayed: { plan, prepared, review, preparedAt: 0 } }
}

const Review = view('stranger#Review')
const noop = (): void => undefined

interface Model {
  readonly state: FlowState
  readonly tokens: ReviewProps['tokens']
}

/** View of a third-party plugin. */
function Body({ model }: ViewProps<void, void, Model>): ReactNode {
  return (
    <TransactionFlowReview
      {...model}
      {...{ network, submitLabel: 'Swap', onSubmit: noop, onRetry: noop, onBack: noop }}
    />
  )
}

interface Shown extends Partial<Pick<Model, 'tokens'>> {
  readonly locale?: string
  readonly strings?: StringOverrides
}

async function show(changes: Partial<TransactionReview>, { tokens = [six], locale = 'en', strings = {} }: Shown = {}) {
  const ui = inlineUi({ views: [viewOf(Review, Body, {})] })
  const setup = (): Model => ({ state: stateOf(changes), tokens })
  const stranger = definePlugin({ name: 'stranger', kernel: '^0.1', ...ui, setup })
  const page = await renderModal([stranger()], { networks: [network], view: Review, locale, strings })
  await waitUntil(() => expect(page.text()).toMatch(/0\.001 COIN/))
  return page
}
const actions: readonly [string, Action, readonly RegExp[]][] = [
  [
    'a swap',
    {
      ...{ type: 'swap', pay: { assetId: COIN, amount: 10n ** 17n } },
      ...{ receiveAtLeast: { assetId: six.assetId, amount: 2_500_000n }, receiver: 'fake-1', target: 'fake-router' },
    },
    [/You pay0\.1 COIN/, /You receive, at least2\.5 SIX/, /Token contract0x66/, /Contractfake-router/],
  ],
  [
    'an approval',
    { type: 'approval', assetId: six.assetId, amount: 1_500_000n, spender: 'fake-router' },
    [/Permission to spend/, /Spending limit1\.5 SIX/, /Spenderfake-router/, /can take up to this amount/],
  ],
  [
    'an approval without limit',
    { type: 'approval', assetId: six.assetId, amount: 2n ** 256n - 1n, spender: 'fake-router' },
    [/Spending limitUnlimited SIX/],
  ],
  [
    'the end of an approval',
    { type: 'approval', assetId: six.assetId, amount: 0n, spender: 'fake-router' },
    [/Remove a permission/, /Spending limit0 SIX/, /Spenderfake-router(?!.*can take up to this amount)/],
  ],
  [
    'an approval of an NFT',
    { type: 'approval', assetId: 'fake:1/erc721:0x77/12', amount: 1n, spender: 'fake-router' },
    [
      /Permission to transfer an NFT/,
      /NFT#12/,
      /NFT collection0x77/,
      /Spenderfake-router/,
      /can transfer this NFT at any time/,
    ],
  ],
  [
    'the end of an approval of an NFT',
    {
      type: 'approval',
      assetId: 'fake:1/erc721:0x77/12',
      amount: 0n,
      spender: '0x0000000000000000000000000000000000000000',
    },
    [/Remove a permission/, /NFT#12/, /NFT collection0x77From/],
  ],
  [
    'a batch that stops at a failing call',
    { type: 'callGroup', call: 'Utility.batch', calls: ['Balances.burn', 'System.remark'], onFailure: 'stop' },
    [/Group of calls/, /CallUtility\.batch/, /Contained callsBalances\.burn, System\.remark/, /not executed/],
  ],
  [
    'a batch that continues after a failing call',
    { type: 'callGroup', call: 'Utility.force_batch', calls: ['Balances.burn'], onFailure: 'continue' },
    [/the other calls are executed nevertheless/],
  ],
  [
    'a call for another account',
    { type: 'callGroup', call: 'Proxy.proxy', calls: ['Balances.burn'], account: 'fake-7' },
    [/Acts for the accountfake-7/],
  ],
  [
    'an unknown call',
    { type: 'unknown', target: 'fake-contract', call: '0x12345678', value: 10n ** 18n },
    [/Unknown call/, /Call0x12345678/, /Coins sent with it1 COIN/, /It is not known what this call does/],
  ],
  [
    'an action of another plugin',
    {
      ...{ type: 'custom', kind: 'names#register', title: 'Register a name', target: 'fake-registrar' },
      facts: [{ label: 'Name', value: 'zoe.eth' }],
    },
    [/Register a name/, /Namezoe\.eth/, /Contractfake-registrar/],
  ],
  [
    'a transfer of an unknown token',
    { type: 'transfer', assetId: 'fake:1/t:999', amount: 77n, from: 'fake-1', to: 'fake-9' },
    [/Amount77 Unknown token, amount in its smallest unit fake:1\/t:999/, /Fromfake-1/, /Tofake-9/],
  ],
  [
    'a transfer whose token takes a fee',
    { type: 'transfer', assetId: six.assetId, amount: 2_000_000n, received: 1_900_000n, from: 'fake-1', to: 'fake-9' },
    [/Amount2 SIX/, /Receiver gets1\.9 SIX/, /takes a fee from each transfer/],
  ],
]

it.each(actions)('the review displays %s with account, network and fee', async (_, action, texts) => {
  using page = await show({ actions: [action] })
  for (const text of [...texts, /Fromfake-1/, /NetworkNetwork One/, /Network fee, at most0\.001 COIN/])
    expect(page.text()).toMatch(text)
})

it('the review displays the network on which a swap pays out only if that network differs', async () => {
  const swap = (assetId: string): Action => ({
    ...{ type: 'swap', pay: { assetId: COIN, amount: 1n }, receiveAtLeast: { assetId, amount: 2n } },
    ...{ receiver: 'fake-1', target: 'fake-router' },
  })
  using page = await show({ actions: [swap('fake:2/t:6')] })
  expect(page.text()).toMatch(/Received on networkfake:2/)
  using other = await show({ actions: [swap(six.assetId)] })
  expect(other.text()).not.toMatch(/Received on network/)
})

it('the review displays the simulated balance changes, or a text if these are unavailable', async () => {
  const changes = [
    { assetId: COIN, amount: -(10n ** 17n) },
    { assetId: six.assetId, amount: 2_600_000n },
  ]
  using page = await show({ balanceChanges: changes })
  expect(page.text()).toMatch(/Simulated balance changesCoin−0\.1 COINSix\+2\.6 SIX/)
  using withNft = await show({ balanceChanges: [{ assetId: 'fake:1/erc721:0x77/12', amount: -1n }] })
  expect(withNft.text()).toMatch(/Simulated balance changesNFT−1 0x77 #12/)
  using other = await show({})
  expect(other.text()).toMatch(/could not be simulated on this network/)
})

it('L3: the balance changes of the review isolate the direction of a token name', async () => {
  using page = await show(
    { balanceChanges: [{ assetId: six.assetId, amount: 1n }] },
    { tokens: [{ ...six, name: 'ستة' }] },
  )
  const isolated = [...page.dialog().querySelectorAll('dt bdi')]
  expect(isolated.map(({ textContent }) => textContent)).toEqual(['ستة'])
})

it('the review displays facts of an action that have the same label', async () => {
  const error = vi.spyOn(console, 'error')
  const facts = [
    { label: 'Owner', value: 'zoe.eth' },
    { label: 'Owner', value: 'max.eth' },
  ]
  using page = await show({ actions: [{ type: 'custom', kind: 'safe#owners', title: 'Owners', target: '0x1', facts }] })
  expect(page.text()).toMatch(/Ownerzoe\.ethOwnermax\.eth/)
  expect(error).not.toHaveBeenCalled() // React reports equal keys: it may omit or repeat such elements when they are updated
  error.mockRestore()
})

it('the review displays the amounts that stay in the account, return to it or are lost with it', async () => {
  const extras = ['reserve', 'change', 'lost', 'lostByOther'].map((code, at) => ({
    code,
    amount: BigInt(at + 1) * 10n ** 17n,
  }))
  using page = await show({ extras })
  expect(page.text()).toMatch(/Must stay in your account0\.1 COIN/)
  expect(page.text()).toMatch(/Change returned to you0\.2 COIN/)
  expect(page.text()).toMatch(/Lost, because too little stays in your account0\.3 COIN/)
  expect(page.text()).toMatch(/Lost, because too little stays in the account that the calls act for0\.4 COIN/)
})

it('the review displays call and payload after a click on "Details"', async () => {
  using page = await show({})
  expect(page.text()).not.toMatch(/the bytes/)
  page.click('Details')
  await waitUntil(() => expect(page.text()).toMatch(/Call: mix\(bytes\)the bytes/))
})

it("L1: the review is displayed in the visitor's language", async () => {
  using page = await show({}, { locale: 'de' })
  await waitUntil(() => expect(page.text()).toMatch(/Netzwerkgebühr, höchstens/))
})

it('L1: the texts of the review appear and change their language also if the site overrides the text of an amount', async () => {
  const strings = { '@wallet-modal/kernel/ui/transactions': { amount: 'Sum' } }
  using page = await show({}, { strings })
  await waitUntil(() => expect(page.text()).toMatch(/Network fee, at most/))
  page.modal.setLocale('de')
  await waitUntil(() => expect(page.text()).toMatch(/Netzwerkgebühr, höchstens/))
})

const refreshed = signal<FlowState>(stateOf({}))
const submit = vi.fn()
const RefreshedBody = (): ReactNode => (
  <TransactionFlowReview
    {...{ state: useValue(refreshed), tokens: [six], network, submitLabel: 'Swap' }}
    {...{ onSubmit: submit, onRetry: noop, onBack: noop }}
  />
)

it('while the review is refreshed, the submit button ignores clicks and keeps the focus', async () => {
  const ui = inlineUi({ views: [viewOf(Review, RefreshedBody, {})] })
  const stranger = definePlugin({ name: 'stranger', kernel: '^0.1', ...ui, setup: noop })
  using page = await renderModal([stranger()], { networks: [network], view: Review })
  await waitUntil(() => expect(page.text()).toMatch(/Swap$/))
  const button = [...page.dialog().querySelectorAll('button')].find(({ textContent }) => textContent === 'Swap')
  refreshed.value = { status: 'preparing', displayed: stateOf({}).displayed, notice: undefined }
  await waitUntil(() => expect(button?.getAttribute('aria-disabled')).toBe('true'))
  expect(button?.disabled).toBe(false) // a browser removes the focus from a button that becomes disabled
  button?.click()
  expect(submit).not.toHaveBeenCalled()
  refreshed.value = stateOf({})
  await waitUntil(() => expect(button?.getAttribute('aria-disabled')).toBeNull())
  button?.click()
  expect(submit).toHaveBeenCalledOnce()
})

const Outcome = view('stranger#Outcome')
const sent: SentTransaction = {
  ...{ type: 'contractCall', title: 'Swap', target: 'fake-router', hash: '0xabc' },
  ...{ caipNetworkId: 'fake:1', address: 'fake-1', sentAt: 1 },
}
const OutcomeBody = (): ReactNode => <TransactionOutcome sent={sent} status="unknown" network={network} />

it('B3: a transaction that no node has seen is displayed as unknown, never as failed', async () => {
  const ui = inlineUi({ views: [viewOf(Outcome, OutcomeBody, {})] })
  const stranger = definePlugin({ name: 'stranger', kernel: '^0.1', ...ui, setup: noop })
  using page = await renderModal([stranger()], { networks: [network], view: Outcome })
  await waitUntil(() => expect(page.text()).toMatch(/Sent, result unknown.*has not seen this transaction yet/))
  expect(page.text()).toMatch(/CallSwap.*Contractfake-router.*Transaction0xabc/)
  expect(page.text()).not.toMatch(/transaction failed/)
})

it('the review warns about the risks of received tokens, by their symbols', async () => {
  const codes = ['permanentDelegate', 'transferFee', 'pausable', 'transferHook', 'frozenByDefault', 'unknown'] as const
  using page = await show({ assetRisks: codes.map((code) => ({ assetId: six.assetId, code })) })
  for (const text of [
    /SIX: .* can take these tokens/,
    /keeps a part of each transfer/,
    /are paused, or the issuer can pause them/,
    /takes part in each transfer/,
    /are frozen/,
    /SIX: It could not be read/,
  ])
    expect(page.text()).toMatch(text)
})
