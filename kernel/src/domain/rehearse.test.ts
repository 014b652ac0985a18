// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { createWalletModal, definePlugin, inlineUi, openingViews, view, viewOf } from '../index.js'
import { createFakeDriver } from '../testing/fake-namespace.js'
import { FakeWallet } from '../testing/fake-wallet.js'
import { connected } from './events.js'
import { createNamespace } from './namespace.js'
import { namespace } from './slots.js'

const Home = view('@test/home#Home')
const home = definePlugin({
  name: '@test/home',
  kernel: '^0.1',
  ...inlineUi({ views: [viewOf(Home, () => null, {})] }),
  setup: (ctx) => ctx.add(openingViews, { view: Home, when: () => true }),
})

beforeEach(() => localStorage.clear())

const begin = (standIn: FakeWallet) => {
  const chain = definePlugin({
    name: '@test/chain',
    kernel: '^0.1',
    provides: [namespace('fake')],
    permissions: { storage: ['connector'] },
    setup: (ctx) =>
      createNamespace(ctx, 'fake', {
        driver: async () => ({ ...createFakeDriver('fake'), standIn: standIn.provider }),
      }),
  })
  return createWalletModal({ plugins: [chain(), home()], prefetch: 'never', logLevel: 'silent' })
}

test('the stand-in is connected once, after the modal opened: nothing is stored, told or shown', async () => {
  const standIn = new FakeWallet({ caipNetworkId: 'fake:1' })
  const told = vi.fn()
  using modal = begin(standIn)
  modal.on(connected, told)
  const states = new Set<string>()
  modal.connections.adapter('fake').state.subscribe(({ status }) => states.add(status))
  expect(standIn.prompts).toBe(0)
  void modal.open()
  await vi.waitFor(() => expect(standIn.prompts).toBe(1), { timeout: 5000 })
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(told).not.toHaveBeenCalled()
  expect(standIn.listeners.size).toBe(0)
  expect([...states]).toEqual(['disconnected'])
  expect(localStorage.length).toBe(0)
  modal.close()
  void modal.open()
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(standIn.prompts).toBe(1)
})

test('I2: a stand-in that throws, when it is asked or when it is listened to, harms nobody', async () => {
  const standIn = new FakeWallet({ caipNetworkId: 'fake:1', behaviour: 'fail' })
  const listen = vi.spyOn(standIn.provider, 'listen').mockImplementation(() => {
    throw new Error('it cannot be listened to')
  })
  using modal = begin(standIn)
  void modal.open()
  await vi.waitFor(() => expect(listen).toHaveBeenCalled(), { timeout: 5000 })
  await new Promise((resolve) => setTimeout(resolve, 20)) // an unhandled rejection would fail the run
  expect(modal.errors.value).toEqual([])
  expect(modal.connections.status.value).toBe('disconnected')
})
