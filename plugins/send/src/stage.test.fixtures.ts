import {
  type BuiltTransaction,
  balances,
  type Context,
  computed,
  createWalletModal,
  type DriverOutcome,
  definePlugin,
  type PluginInstance,
  type SendHandler,
  type Signal,
  signal,
  type TransactionDriver,
  type TransferAction,
  type WalletModal,
} from '@wallet-modal/kernel'
import { coinAssetId, sendHandlers } from '@wallet-modal/kernel/assets'
import {
  createFakeNamespace,
  createFakeTransactionDriver,
  type FakeNamespace,
  waitUntil,
} from '@wallet-modal/kernel/testing'
import { type AccountToken, prepareTransfer } from '@wallet-modal/kernel/transactions'
import { expect } from 'vitest'
import { createSendModel, type SendModel } from './model.js'

/** Send handler of a fake chain family. Everything that a test does not replace succeeds. */
export interface FakeHandler extends SendHandler {
  /** Driver for the transactions of the kernel. */
  readonly driver: Partial<TransactionDriver>
  prepared: number
  submitted: number
  outcome: () => Promise<DriverOutcome>
  /** Overrides fields of the built transaction. */
  tamper: Partial<BuiltTransaction>
  /** Overrides fields of the decoded transfer. */
  tamperTransfer: Partial<TransferAction>
}

export const MAX = 10n ** 18n - 500n

export function createFakeHandler(
  namespace = 'fake',
  replaced: Partial<SendHandler> = {},
  driver: Partial<TransactionDriver> = {},
): FakeHandler {
  const fake = createFakeTransactionDriver(namespace)
  const handler: FakeHandler = {
    namespace,
    prepared: 0,
    submitted: 0,
    tamper: {},
    tamperTransfer: {},
    outcome: async () => ({ status: 'sent', hash: '0xabc' }),
    driver: {
      async build(request, signal) {
        handler.prepared++
        const built = await fake.build(request, signal)
        const contents = built.contents.map((one) =>
          one.type === 'transfer' ? Object.freeze({ ...one, ...handler.tamperTransfer }) : one,
        )
        const send = (): Promise<DriverOutcome> => {
          handler.submitted++
          return handler.outcome()
        }
        return { ...built, contents, fee: 500n, send, ...handler.tamper }
      },
      ...driver,
    },
    canSend: () => true,
    inspectReceiver: async (text) => ({ address: text.startsWith('fake-') ? text : undefined, issues: [] }),
    limit: async () => ({ max: MAX, fee: 500n, extras: [] }),
    prepare(draft, signal) {
      const { token, receiver: to, amount, note } = draft
      const call = { assetId: token.assetId, to, amount: amount === 'max' ? MAX : amount, ...(note && { note }) }
      return prepareTransfer(draft, [call], signal)
    },
    ...replaced,
  }
  return handler
}

export interface Stage extends Disposable {
  readonly modal: WalletModal
  readonly ctx: Context
  readonly model: SendModel
  readonly fake: FakeNamespace
  readonly handler: FakeHandler
  readonly coin: AccountToken
  /** View that the model takes for the displayed one; `null`: the modal's own. */
  readonly displayedView: Signal<object | null>
  /** Texts of error toasts. */
  readonly errors: readonly string[]
}

const host = definePlugin({
  name: 'host',
  kernel: '^0.1',
  optional: [balances],
  permissions: { api: ['blockchain:/v1/profile/account/*'], storage: ['recent', 'fees'] },
  setup: (ctx) => ctx,
})

/** Creates the send model with a connected fake wallet. Needs a DOM. */
export async function createStage(
  handler = createFakeHandler(),
  plugins: readonly PluginInstance[] = [],
): Promise<Stage> {
  const fake = createFakeNamespace('fake', { transactions: handler.driver })
  const modal = createWalletModal({
    plugins: [fake.plugin(), host(), ...plugins],
    networks: fake.networks,
    prefetch: 'never',
    logLevel: 'silent',
  })
  const ctx = modal.use(host)
  if (!ctx) throw new Error('There is no context.')
  ctx.add(sendHandlers, handler)
  await modal.connections.connect(fake.wallet.connector)
  const errors: string[] = []
  const toast = { ...ctx.toast, error: (text: string) => void errors.push(text) }
  const displayedView = signal<object | null>(null)
  const current = computed(() => {
    const view = displayedView.value
    return view ? { view } : ctx.router.current.value
  })
  const router = { value: { ...ctx.router, current, push: async () => undefined } }
  const model = createSendModel(Object.create(ctx, { toast: { value: toast }, router }), {}, { pending: signal(null) })
  const [network] = fake.networks
  const { name, symbol, decimals } = network.nativeCurrency
  const coin = {
    ...{ assetId: coinAssetId(network), caipNetworkId: network.caipNetworkId, name, symbol, decimals },
    amount: undefined,
  }
  return { modal, ctx, model, fake, handler, coin, displayedView, errors, [Symbol.dispose]: () => modal.dispose() }
}

/** Fills in the form and opens its review. Returns a function that closes the review. */
export async function reviewed(stage: Stage, amount = '0.5'): Promise<() => void> {
  const { form, flow } = stage.model
  form.chooseToken(stage.coin)
  form.type(amount)
  form.setReceiver('fake-9')
  await waitUntil(() => expect(form.status.peek()).toBe('complete'))
  const leave = flow.watch()
  await waitUntil(() => expect(flow.state.peek().status).not.toBe('preparing'))
  return leave
}

export const flowState = ({ model }: Stage) => model.flow.state.peek()
