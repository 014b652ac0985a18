// @vitest-environment happy-dom
/// <reference types="node" />
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createWalletModal } from '../../modal/modal.js'
import type { WalletModal } from '../../modal/wallet-modal.js'
import { definePlugin } from '../../plugins/plugin.js'
import { signal } from '../../signals.js'
import { createFakeNamespace } from '../../testing/fake-namespace.js'
import type { Connector } from './connector.js'
import './machine.js'
import './actions.js'
import { connectors } from '../slots.js'
import { RESTORE_MS } from './restore.js'
import {
  adapter,
  both,
  create,
  key,
  listen,
  live,
  resetEachTest,
  settle,
  state,
} from './several-connections.test.fixtures.js'

resetEachTest()

const remember = (data: unknown): void => localStorage.setItem(key, JSON.stringify({ v: 1, data }))

describe('J2: with full storage', () => {
  afterEach(() => void vi.unstubAllGlobals())
  /** Lets `localStorage` reject values that are longer than the stored one. Returns a function that ends this. */
  const fillStorage = (): (() => void) => {
    const page = localStorage
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => page.getItem(name),
      removeItem: (name: string) => page.removeItem(name),
      setItem: (name: string, value: string) => {
        if (value.length > (page.getItem(name)?.length ?? 0)) throw new DOMException('full', 'QuotaExceededError')
        page.setItem(name, value)
      },
    })
    return () => void vi.unstubAllGlobals()
  }
  const otherTabStores = (...wallets: readonly string[]): void => {
    remember(wallets.map((id) => [id]))
    dispatchEvent(new StorageEvent('storage', { key }))
  }

  test('a connect keeps the stored wallets, which other tabs use', async () => {
    const fake = createFakeNamespace()
    using modal = create(fake)
    await modal.connections.connect(fake.wallet.connector)
    const before = localStorage.getItem(key)
    const stop = fillStorage()
    await modal.connections.connect(fake.other.connector)
    expect(localStorage.getItem(key)).toBe(before)
    expect(live(modal)).toEqual(['fake-other fake-3', 'fake-wallet fake-1'])
    stop()
  })

  test('a wallet that could not be stored stays connected when another tab stores its wallets, and is stored later', async () => {
    const fake = createFakeNamespace()
    using modal = create(fake)
    await modal.connections.connect(fake.wallet.connector)
    const stop = fillStorage()
    await modal.connections.connect(fake.other.connector)
    otherTabStores('fake-wallet')
    await settle()
    expect(live(modal)).toContain('fake-other fake-3')
    stop()
    adapter(modal).use('fake-wallet', 'fake-2')
    expect(localStorage.getItem(key)).toContain('fake-other')
    otherTabStores('fake-wallet')
    await settle()
    expect(live(modal)).toEqual(['fake-wallet fake-1'])
  })

  test('a disconnect is stored while another wallet does not fit', async () => {
    const fake = createFakeNamespace()
    using modal = create(fake)
    await modal.connections.connect(fake.other.connector)
    const stop = fillStorage()
    await modal.connections.connect(fake.wallet.connector)
    await modal.connections.disconnect('fake', 'fake-other')
    expect(localStorage.getItem(key) ?? '').not.toContain('fake-other')
    expect(live(modal)).toEqual(['fake-wallet fake-1'])
    stop()
    adapter(modal).use('fake-wallet', 'fake-2')
    expect(localStorage.getItem(key)).toContain('fake-wallet')
  })

  test('a disconnect is stored', async () => {
    const fake = createFakeNamespace()
    using modal = await both(fake)
    const stop = fillStorage()
    await modal.connections.disconnect('fake', 'fake-other')
    expect(localStorage.getItem(key)).not.toContain('fake-other')
    stop()
  })
})

describe('a page load', () => {
  test('restores all wallets with their accounts, without a prompt', async () => {
    const fake = createFakeNamespace()
    const before = await both(fake)
    adapter(before).use('fake-wallet', 'fake-2')
    adapter(before).use('fake-other')
    before.dispose()
    using modal = create(fake)
    const events = listen(modal)
    await settle()
    expect(live(modal)).toEqual(['fake-other fake-3', 'fake-wallet fake-2'])
    expect(events).toEqual(['connected'])
    expect([fake.wallet.prompts, fake.other.prompts]).toEqual([1, 1])
  })

  test("activates the wallet's first account if the first account has changed", async () => {
    const fake = createFakeNamespace()
    const before = await both(fake)
    adapter(before).use('fake-wallet', 'fake-2')
    before.dispose()
    fake.wallet.addresses = ['fake-7', 'fake-2']
    using modal = create(fake)
    await settle()
    expect(state(modal)).toMatchObject({ account: { address: 'fake-7' } })
  })

  test('passes the networks to the connector, with the last network of the wallet first', async () => {
    const fake = createFakeNamespace()
    fake.wallet.isPermitted = true
    remember([['fake-wallet', '', 'fake-1', 'fake:2']])
    const provider = vi.fn(fake.wallet.connector.provider)
    const watched = { ...fake.wallet.connector, provider }
    const plugin = definePlugin({
      name: 'again',
      kernel: '^0.1',
      setup: (ctx) => void ctx.add(connectors, { ...watched, id: 'fake-again' }),
    })
    remember([['fake-again', '', 'fake-1', 'fake:2']])
    using _ = createWalletModal({
      plugins: [fake.plugin(), plugin()],
      networks: fake.networks,
      prefetch: 'never',
      logLevel: 'silent',
    })
    await settle()
    const [request] = provider.mock.calls[0] ?? []
    expect(request?.networks.map(({ caipNetworkId }) => caipNetworkId)).toEqual(['fake:2', 'fake:1'])
    expect(request?.silent).toBe(true)
  })

  test('reads values that earlier versions stored', async () => {
    const fake = createFakeNamespace()
    fake.wallet.isPermitted = true
    remember('fake-wallet')
    using modal = create(fake)
    await settle()
    expect(live(modal)).toEqual(['fake-wallet fake-1'])
  })

  test('does not restore wallets that claim the identity of another wallet, not even as inactive connections', async () => {
    const fake = createFakeNamespace()
    fake.wallet.isPermitted = true
    const twin: Connector = { ...fake.wallet.connector, id: 'fake-twin', suspicious: true }
    remember([['fake-wallet'], ['fake-twin']])
    using modal = create(fake, twin)
    await settle()
    expect(live(modal)).toEqual(['fake-wallet fake-1'])
  })

  test('restores all wallets without making one active if none was active', async () => {
    const fake = createFakeNamespace()
    fake.wallet.isPermitted = true
    remember([[''], ['fake-wallet']])
    using modal = create(fake)
    expect(state(modal)).toEqual({ status: 'disconnected' })
    await settle()
    expect([state(modal), live(modal)]).toEqual([{ status: 'disconnected' }, ['fake-wallet fake-1']])
  })

  test('A7: a wallet that replies after the visitor chose another one is connected but does not become active', async () => {
    vi.useFakeTimers()
    const fake = createFakeNamespace()
    fake.wallet.isPermitted = true
    const late = signal<Connector | null>(null)
    const walletPlugin = definePlugin({
      name: 'late-wallet',
      kernel: '^0.1',
      setup: (ctx) => void ctx.add(connectors, late),
    })
    remember([['fake-late']])
    using modal = createWalletModal({
      plugins: [fake.plugin(), walletPlugin()],
      networks: fake.networks,
      prefetch: 'never',
      logLevel: 'silent',
    })
    await vi.advanceTimersByTimeAsync(RESTORE_MS / 2)
    expect(state(modal)).toEqual({ status: 'reconnecting', connectorId: 'fake-late' })
    await modal.connections.connect(fake.other.connector)
    const before = state(modal)
    late.value = { ...fake.wallet.connector, id: 'fake-late' }
    await vi.advanceTimersByTimeAsync(RESTORE_MS)
    expect(state(modal)).toBe(before)
    expect(live(modal)).toEqual(['fake-other fake-3', 'fake-late fake-1'])
  })

  test('J1: a stored value that is not a list of wallets is deleted', async () => {
    for (const data of [{}, [[{}]], [[1]], [['x'.repeat(300)]], [[['fake-wallet']]], 7]) {
      remember(data)
      using modal = create(createFakeNamespace())
      await settle()
      expect([state(modal), localStorage.length]).toEqual([{ status: 'disconnected' }, 0])
    }
  })
})

describe('the active namespace, if two namespaces are connected', () => {
  const [one, two] = [createFakeNamespace('one'), createFakeNamespace('two')]
  const load = (): WalletModal =>
    createWalletModal({
      plugins: [one.plugin(), two.plugin()],
      networks: [...one.networks, ...two.networks],
      prefetch: 'never',
      logLevel: 'silent',
    })
  const seen = (modal: WalletModal): (string | undefined)[] => {
    const all: (string | undefined)[] = []
    modal.connections.active.subscribe((active) => {
      if (all.at(-1) !== active?.namespace) all.push(active?.namespace)
    })
    return all
  }

  test.each(['one', 'two'])(
    'is still %s after a reload, and the other namespace is never active meanwhile',
    async (chosen) => {
      const before = load()
      for (const { wallet } of [one, two]) await before.connections.connect(wallet.connector)
      before.connections.activate(chosen)
      before.dispose()
      using modal = load()
      const active = seen(modal)
      await settle()
      expect(modal.connections.all.peek()).toHaveLength(2)
      expect(active.filter(Boolean)).toEqual([chosen])
    },
  )

  test('is the other namespace if the preferred namespace cannot be restored', async () => {
    vi.useFakeTimers()
    const before = load()
    for (const { wallet } of [one, two]) await before.connections.connect(wallet.connector)
    before.dispose()
    const { request } = two.wallet.provider
    two.wallet.provider.request = () => new Promise(() => {})
    using modal = load()
    await vi.advanceTimersByTimeAsync(RESTORE_MS - 100)
    expect([modal.connections.active.peek(), modal.connections.status.peek()]).toEqual([null, 'reconnecting'])
    await vi.advanceTimersByTimeAsync(200)
    expect(modal.connections.active.peek()?.namespace).toBe('one')
    two.wallet.provider.request = request
  })

  test('is deleted from the storage once no wallet is connected', async () => {
    using modal = load()
    for (const { wallet } of [one, two]) await modal.connections.connect(wallet.connector)
    expect(localStorage.getItem('wallet-modal/default/active')).toBe('two')
    await modal.disconnect()
    expect(Object.keys(localStorage)).toEqual([])
  })
})
