// @vitest-environment happy-dom
/// <reference types="node" />
import { describe, expect, test, vi } from 'vitest'
import { createWalletModal } from '../../modal/modal.js'
import type { WalletModal } from '../../modal/wallet-modal.js'
import { definePlugin, type PluginInstance } from '../../plugins/plugin.js'
import { signal } from '../../signals.js'
import { createFakeNamespace, type FakeNamespace } from '../../testing/fake-namespace.js'
import { connected } from '../events.js'
import type { Connector } from './connector.js'
import './machine.js'
import './actions.js'
import { connectors } from '../slots.js'
import { RESTORE_MS } from './restore.js'
import { create, key, listen, live, resetEachTest, settle, state } from './several-connections.test.fixtures.js'
import { MAX_STORED_WALLETS } from './storage/wallet-storage.js'

resetEachTest()

const remember = (data: unknown): void => localStorage.setItem(key, JSON.stringify({ v: 1, data }))

describe('a stored wallet that a plugin disconnects while it is being restored, because its session has ended', () => {
  /** Wallet whose session has ended: its plugin disconnects it at the silent request. */
  const ended = definePlugin({
    name: 'ended-session',
    kernel: '^0.1',
    setup: (ctx) =>
      void ctx.add(connectors, {
        ...createFakeNamespace().wallet.connector,
        id: 'fake-ended',
        async provider({ namespace }) {
          await ctx.connections.disconnect(namespace, 'fake-ended')
          return null
        },
      }),
  })
  const load = (fake: FakeNamespace, ...more: readonly PluginInstance[]): WalletModal =>
    createWalletModal({
      plugins: [fake.plugin(), ended(), ...more],
      networks: fake.networks,
      prefetch: 'never',
      logLevel: 'silent',
    })
  const storedIds = (): readonly string[] => JSON.parse(localStorage.getItem(key) ?? '{"data":[]}').data.map(String)

  test('is deleted, and the next wallet becomes active as a restored one', async () => {
    const fake = createFakeNamespace()
    fake.wallet.isPermitted = fake.other.isPermitted = true
    remember([['fake-ended'], ['fake-other'], ['fake-wallet']])
    using modal = load(fake)
    const events = listen(modal)
    const restored: boolean[] = []
    modal.on(connected, (event) => restored.push(event.restored))
    await settle()
    expect(state(modal)).toMatchObject({ status: 'connected', connectorId: 'fake-other' })
    expect([events, restored]).toEqual([['connected'], [true]])
    expect(storedIds()).toEqual(['fake-other', 'fake-wallet'])
    expect(live(modal)).toEqual(['fake-other fake-3', 'fake-wallet fake-1'])
  })

  test('is deleted, and the next wallet is `reconnecting` until it replies', async () => {
    vi.useFakeTimers()
    const fake = createFakeNamespace()
    const late = signal<Connector | null>(null)
    const walletPlugin = definePlugin({
      name: 'late-wallet',
      kernel: '^0.1',
      setup: (ctx) => void ctx.add(connectors, late),
    })
    fake.wallet.isPermitted = true
    remember([['fake-ended'], ['fake-late']])
    using modal = load(fake, walletPlugin())
    await vi.advanceTimersByTimeAsync(RESTORE_MS / 2)
    expect(state(modal)).toEqual({ status: 'reconnecting', connectorId: 'fake-late' })
    late.value = { ...fake.wallet.connector, id: 'fake-late' }
    await vi.advanceTimersByTimeAsync(10)
    expect(state(modal)).toMatchObject({ status: 'connected', connectorId: 'fake-late' })
  })

  test('is deleted, and the active wallet stays active if the ended one was inactive', async () => {
    const fake = createFakeNamespace()
    fake.wallet.isPermitted = true
    remember([['fake-wallet'], ['fake-ended']])
    using modal = load(fake)
    const events = listen(modal)
    await settle()
    expect([state(modal), events]).toEqual([expect.objectContaining({ connectorId: 'fake-wallet' }), ['connected']])
    expect(storedIds()).toEqual(['fake-wallet'])
  })

  test('is deleted, and nothing is stored if it was the only one', async () => {
    remember([['fake-ended']])
    using modal = load(createFakeNamespace())
    const events = listen(modal)
    await settle()
    expect([state(modal), events, localStorage.length]).toEqual([{ status: 'disconnected' }, ['disconnected'], 0])
  })

  test('is deleted, and no wallet becomes active if none was', async () => {
    const fake = createFakeNamespace()
    fake.wallet.isPermitted = true
    remember([[''], ['fake-ended'], ['fake-wallet']])
    using modal = load(fake)
    await settle()
    expect([state(modal), live(modal)]).toEqual([{ status: 'disconnected' }, ['fake-wallet fake-1']])
    expect(storedIds()).toEqual(['', 'fake-wallet'])
  })
})

test('J3: the number of stored wallets is limited', async () => {
  const fake = createFakeNamespace()
  const many = Array.from({ length: MAX_STORED_WALLETS + 5 }, (_, at) => ({
    ...fake.wallet.connector,
    id: `fake-${at}`,
  }))
  using modal = create(fake, ...many)
  for (const connector of many) await modal.connections.connect(connector)
  const kept: { data: string[][] } = JSON.parse(localStorage.getItem(key) ?? '')
  expect(kept.data.length).toBe(MAX_STORED_WALLETS)
  expect(kept.data[0]?.[0]).toBe(many.at(-1)?.id)
})

test('another wallet that another tab has connected over the same connector keeps the account chosen there', async () => {
  const fake = createFakeNamespace()
  using modal = create(fake)
  await modal.connections.connect(fake.wallet.connector)
  const [, , , network = ''] = JSON.parse(localStorage.getItem(key) ?? '').data[0]
  remember([['fake-wallet', 'fake-8', 'fake-7', network]]) // by the other tab
  fake.wallet.changeAccounts(['fake-7', 'fake-8'])
  expect(modal.connections.active.value?.account.address).toBe('fake-8')
})
