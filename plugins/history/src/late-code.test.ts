// @vitest-environment happy-dom
import { createWalletModal, definePlugin, view, viewOf, type WalletModal } from '@wallet-modal/kernel'
import { createFakeApi, createFakeNamespace, type FakeApi, waitUntil } from '@wallet-modal/kernel/testing'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { emitter, path, record, resetEachTest, sent } from './history.test.fixtures.js'
import { history } from './index.js'

resetEachTest()

const connection = vi.hoisted(() => ({ isLost: true, loads: 0 }))
vi.mock('./feed/feed.js', async (original) => {
  const real = await original<typeof import('./feed/feed.js')>()
  return {
    ...real,
    get feedOf() {
      connection.loads++
      if (connection.isLost) throw new TypeError('Failed to fetch dynamically imported module')
      return real.feedOf
    },
  }
})

const Elsewhere = view('elsewhere#Elsewhere')
const elsewhere = definePlugin({
  name: 'elsewhere',
  kernel: '^0.1',
  views: [Elsewhere],
  ui: async () => ({
    ui: {
      views: [viewOf(Elsewhere, () => 'elsewhere', { title: 'title' })],
      strings: { en: async () => ({ title: 'Elsewhere' }) },
    },
  }),
  setup() {},
})

let modal: WalletModal
let api: FakeApi
const fake = createFakeNamespace('eip155', { isIndexed: true })
beforeEach(async () => {
  localStorage.clear()
  Object.assign(connection, { isLost: true, loads: 0 })
  api = createFakeApi({
    'blockchain:/v1/supported-chains': { http: ['eip155:1'], ws: [] },
    [path]: { data: [record('a')], next: null },
  })
  modal = createWalletModal({
    plugins: [fake.plugin(), api.plugin, elsewhere(), emitter(), history()],
    networks: fake.networks,
    prefetch: 'never',
    logLevel: 'silent',
  })
  await modal.connections.connect(fake.wallet.connector)
})
afterEach(() => {
  modal.dispose()
  api.dispose()
})

it('history works again after its code failed to load once', async () => {
  modal.use(emitter)?.sent(sent())
  await waitUntil(() => expect(connection.loads).toBe(1))
  await expect(modal.use(history)?.refresh()).resolves.toBeUndefined()
  connection.isLost = false
  await modal.use(history)?.refresh()
  expect(modal.use(history)?.entries.peek()).toMatchObject([{ id: 'a' }])
})

it('the code of history is loaded after the frame in which the page paints the account', async () => {
  connection.isLost = false
  await modal.disconnect()
  void modal.open({ view: Elsewhere })
  await waitUntil(() => expect(modal.isOpen.peek()).toBe(true))
  const realTask = globalThis.setTimeout
  const otherTasks = () => new Promise((resolve) => realTask(resolve, 50))
  vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'setTimeout', 'clearTimeout'] })
  try {
    await modal.connections.connect(fake.wallet.connector)
    await otherTasks()
    expect(connection.loads).toBe(0)
    vi.advanceTimersToNextFrame() // callbacks run before the paint
    await otherTasks()
    expect(connection.loads).toBe(0)
    vi.advanceTimersByTime(49)
    await otherTasks()
    expect(connection.loads).toBe(0)
    vi.advanceTimersByTime(1)
    await otherTasks()
    expect(connection.loads).toBe(1)
  } finally {
    vi.useRealTimers()
  }
})

it('the code of history is loaded when a wallet connects while the modal is open', async () => {
  connection.isLost = false
  await modal.disconnect()
  void modal.open({ view: Elsewhere })
  const shown = () => document.querySelector('[data-wallet-modal]')?.shadowRoot?.textContent
  await waitUntil(() => expect(shown()).toContain('elsewhere'))
  expect(connection.loads).toBe(0)
  await modal.connections.connect(fake.wallet.connector)
  await waitUntil(() => expect(connection.loads).toBeGreaterThan(0))
})
