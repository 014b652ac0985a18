// @vitest-environment node
import { afterEach, expect, test, vi } from 'vitest'
import { openingViews } from '../domain/slots.js'
import { createWalletModal, definePlugin, view } from '../index.js'
import { createFakeNamespace } from '../testing/fake-namespace.js'

const Home = view('test#Home')

afterEach(() => vi.restoreAllMocks())

test('A6: a modal can be created on a server, more than once, without timers, requests or effects', async () => {
  expect([typeof window, typeof document]).toEqual(['undefined', 'undefined'])
  const fake = createFakeNamespace()
  const timersAndRequests = [
    vi.spyOn(globalThis, 'setTimeout'),
    vi.spyOn(globalThis, 'setInterval'),
    vi.spyOn(globalThis, 'fetch'),
  ]
  let ran = 0
  const plugin = definePlugin({
    name: 'page',
    kernel: '^0.1',
    views: [Home],
    setup(ctx) {
      ctx.add(openingViews, { view: Home, when: () => true })
      ctx.effect(() => void ran++)
      return ctx.t('hello')
    },
  })
  for (let round = 0; round < 100; round++) {
    using modal = createWalletModal({ plugins: [fake.plugin(), plugin()], networks: fake.networks })
    using twin = createWalletModal({ plugins: [fake.plugin(), plugin()], networks: fake.networks })
    expect([modal.use(plugin), twin.isOpen.value, modal.connections.status.value]).toEqual([
      'hello',
      false,
      'disconnected',
    ])
    await expect(modal.open()).rejects.toMatchObject({ code: 'NO_VIEW' })
  }
  expect(timersAndRequests.map(({ mock }) => mock.calls)).toEqual([[], [], []])
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect([ran, fake.wallet.prompts]).toEqual([0, 0])
})
