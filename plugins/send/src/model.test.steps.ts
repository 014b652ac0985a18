import {
  balances,
  type Context,
  createWalletModal,
  definePlugin,
  type PluginInstance,
  type PreparedSend,
  type SendDraft,
  type SendHandler,
  type SendOutcome,
  type SendReview,
  signal,
  type WalletModal,
} from '@wallet-modal/kernel'
import { coinAssetId, sendHandlers } from '@wallet-modal/kernel/assets'
import { createFakeNamespace, type FakeNamespace } from '@wallet-modal/kernel/testing'
import { createSendModel, type SendModel } from './model.js'
import type { SendableToken } from './tokens.js'

/** A handler under the test's control; what is not replaced works. */
export interface FakeHandler extends SendHandler {
  prepared: number
  submitted: number
  outcome: () => Promise<SendOutcome>
  /** Changes what the bytes say. */
  tamper: Partial<SendReview>
}

export function createFakeHandler(namespace = 'fake', replaced: Partial<SendHandler> = {}): FakeHandler {
  const handler: FakeHandler = {
    namespace,
    speeds: [],
    prepared: 0,
    submitted: 0,
    tamper: {},
    outcome: async () => ({ status: 'sent', hash: '0xabc' }),
    canSend: () => true,
    inspectReceiver: async (text) => ({ address: text.startsWith('fake-') ? text : undefined, findings: [] }),
    limit: async () => ({ max: 10n ** 18n - 5n, fee: 5n, extras: [] }),
    status: async () => 'pending',
    async prepare({ connection, network, token, receiver, amount, note }: SendDraft): Promise<PreparedSend> {
      handler.prepared++
      const review: SendReview = {
        from: connection.account.address,
        to: receiver,
        caipNetworkId: network.caipNetworkId,
        assetId: token.assetId,
        amount: amount === 'max' ? 10n ** 18n - 5n : amount,
        fee: 5n,
        extras: [],
        ...(note && { note }),
        call: 'pay',
        payload: `pay ${receiver} ${amount}`,
        ...handler.tamper,
      }
      return {
        review,
        async submit() {
          handler.submitted++
          return handler.outcome()
        },
      }
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
  readonly coin: SendableToken
  /** What was told in toasts. */
  readonly warnings: readonly string[]
}

const host = definePlugin({
  name: 'host',
  kernel: '^0.1',
  optional: [balances],
  permissions: { api: ['blockchain:/v1/profile/account/*'], storage: ['recent', 'asked'] },
  setup: (ctx) => ctx,
})

/** The model with a fake wallet connected. Needs a page. */
export async function createStage(
  handler = createFakeHandler(),
  plugins: readonly PluginInstance[] = [],
): Promise<Stage> {
  const fake = createFakeNamespace()
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
  const warnings: string[] = []
  const toast = { ...ctx.toast, error: (text: string) => void warnings.push(text) }
  const model = createSendModel(Object.create(ctx, { toast: { value: toast } }), {}, { underWay: signal(null) })
  const [network] = fake.networks
  const { name, symbol, decimals } = network.nativeCurrency
  const coin = {
    assetId: coinAssetId(network),
    caipNetworkId: network.caipNetworkId,
    name,
    symbol,
    decimals,
    amount: undefined,
  }
  return { modal, ctx, model, fake, handler, coin, warnings, [Symbol.dispose]: () => modal.dispose() }
}
