import { createWalletModal, definePlugin, type WalletModal } from '@wallet-modal/kernel'
import { createFakeNamespace, waitUntil } from '@wallet-modal/kernel/testing'
import { expect } from 'vitest'
import { type OnRampProvider, onRampProviders } from './contract.js'
import { createOnRampModel, type OnRampModel } from './model.js'

const dollars = (amount: bigint) => ({ currency: 'USD', amount, decimals: 2 })
const coin = (amount: bigint) => ({ currency: 'COIN', amount, decimals: 18 })

/** Provider that sells one token for dollars, and whose window opens. */
export const provider: OnRampProvider = {
  ...{ id: 'provider', name: 'Provider', feeBps: { min: 0, max: 0 }, supports: () => true, open: () => true },
  options: async () => ({
    currencies: [{ id: 'USD', limits: [{ paymentMethod: 'card', min: dollars(1n), max: dollars(1_000_00n) }] }],
    tokens: [{ id: 'coin', name: 'Coin', symbol: 'COIN', network: 'one' }],
  }),
  quote: async ({ payment }) => ({ id: 'q', total: payment, subtotal: payment, purchase: coin(1n) }),
  checkout: async () => 'https://provider.example/checkout',
  status: async () => 'pending',
}

export interface StartedModel extends Disposable {
  readonly model: OnRampModel
  readonly modal: WalletModal
}

/** Model with a connected wallet, the displayed review of a purchase for $50, and a ready checkout session. */
export async function startReview(overrides: Partial<OnRampProvider> = {}): Promise<StartedModel> {
  localStorage.clear()
  const fake = createFakeNamespace('eip155')
  const host = definePlugin({
    ...{ name: 'host', kernel: '^0.1', permissions: { storage: ['orders'] } },
    setup: (ctx) => ctx,
  })
  const modal = createWalletModal({
    ...{ plugins: [fake.plugin(), host()], networks: fake.networks, prefetch: 'never', logLevel: 'silent' },
  })
  const ctx = modal.use(host)
  if (!ctx) throw new Error('There is no context.')
  ctx.add(onRampProviders, { ...provider, ...overrides })
  await modal.connections.connect(fake.wallet.connector)
  const navigate = async () => undefined
  const router = { push: navigate, replace: navigate, reset: navigate }
  const model = createOnRampModel(Object.create(ctx, { router: { value: router } }))
  await waitUntil(() => expect(model.form.currency.peek()).toBeDefined())
  model.form.type('50')
  await waitUntil(() => expect(model.form.status.peek()).toBe('complete'))
  model.review()
  model.checkout.start()
  await waitUntil(() => expect(model.checkout.state.peek().status).toBe('ready'))
  return { model, modal, [Symbol.dispose]: () => modal[Symbol.dispose]() }
}
