// @vitest-environment happy-dom
import { describe, expect, test, vi } from 'vitest'
import { createWalletModal } from '../../modal/modal.js'
import { definePlugin } from '../../plugins/plugin.js'
import { signal } from '../../signals.js'
import { createFakeNamespace } from '../../testing/fake-namespace.js'
import { connected } from '../events.js'
import { connectors } from '../slots.js'
import type { Connector } from './connector.js'
import { create, key, resetEachTest, settle, state } from './namespace.test.fixtures.js'
import { RESTORE_MS } from './restore.js'

resetEachTest()

describe('restoring', () => {
  const remember = (id: string): void => localStorage.setItem(key, JSON.stringify({ v: 1, data: id }))

  test('a page load restores the connection without a prompt', async () => {
    const fake = createFakeNamespace()
    const before = create(fake)
    await before.connections.connect(fake.wallet.connector)
    before.dispose()
    using modal = create(fake)
    const restored: boolean[] = []
    modal.on(connected, (event) => restored.push(event.restored))
    await settle()
    expect(state(modal)).toMatchObject({ status: 'connected', connectorId: 'fake-wallet' })
    expect([restored, fake.wallet.prompts]).toEqual([[true], 1])
  })

  test('A7: a wallet that does not reply for 1500 ms is no longer `reconnecting`, but a later reply is accepted', async () => {
    vi.useFakeTimers()
    remember('fake-late')
    const late = signal<Connector | null>(null)
    const fake = createFakeNamespace()
    fake.wallet.isPermitted = true
    const walletPlugin = definePlugin({
      name: 'wallet-plugin',
      kernel: '^0.1',
      setup: (ctx) => void ctx.add(connectors, late),
    })
    using modal = createWalletModal({
      plugins: [fake.plugin(), walletPlugin()],
      networks: fake.networks,
      prefetch: 'never',
      logLevel: 'silent',
    })
    await vi.advanceTimersByTimeAsync(RESTORE_MS - 1)
    expect(state(modal)).toEqual({ status: 'reconnecting', connectorId: 'fake-late' })
    await vi.advanceTimersByTimeAsync(20)
    expect(state(modal)).toEqual({ status: 'disconnected' })
    late.value = { ...fake.wallet.connector, id: 'fake-late' }
    await vi.advanceTimersByTimeAsync(0)
    expect(state(modal)).toMatchObject({ status: 'connected', connectorId: 'fake-late' })
    expect(RESTORE_MS).toBeLessThan(2000)
  })

  test('C2: a reply after 1500 ms is ignored if the visitor has disconnected', async () => {
    vi.useFakeTimers()
    remember('fake-wallet')
    const fake = createFakeNamespace()
    fake.wallet.isPermitted = true
    const { request } = fake.wallet.provider
    let answer = (): void => undefined
    fake.wallet.provider.request = (silent) =>
      new Promise((resolve) => {
        answer = () => resolve(request(silent))
      })
    using modal = create(fake)
    await vi.advanceTimersByTimeAsync(RESTORE_MS + 100)
    expect(state(modal)).toEqual({ status: 'disconnected' })
    await modal.disconnect()
    answer()
    await vi.advanceTimersByTimeAsync(0)
    expect([state(modal), localStorage.length]).toEqual([{ status: 'disconnected' }, 0])
  })

  test('without a permission, there is no prompt and no connection', async () => {
    remember('fake-wallet')
    const fake = createFakeNamespace()
    using modal = create(fake)
    await settle()
    expect([state(modal), fake.wallet.prompts]).toEqual([{ status: 'disconnected' }, 0])
  })

  test('a silent restore that fails aborts the signal that the connector received', async () => {
    remember('fake-told')
    const fake = createFakeNamespace()
    let signal: AbortSignal | undefined
    const connector: Connector = {
      ...fake.wallet.connector,
      id: 'fake-told',
      provider: (request) => {
        signal = request.signal
        return fake.wallet.connector.provider(request)
      },
    }
    const walletPlugin = definePlugin({
      name: 'wallet-plugin',
      kernel: '^0.1',
      setup: (ctx) => void ctx.add(connectors, connector),
    })
    using modal = createWalletModal({
      plugins: [fake.plugin(), walletPlugin()],
      networks: fake.networks,
      prefetch: 'never',
      logLevel: 'silent',
    })
    await vi.waitFor(() => expect([signal?.aborted, state(modal)]).toEqual([true, { status: 'disconnected' }]))
  })

  test('J1: invalid stored wallets are deleted', async () => {
    for (const text of ['{', '{"v":1,"data":{}}', `{"v":1,"data":"${'x'.repeat(300)}"}`]) {
      localStorage.setItem(key, text)
      using modal = create(createFakeNamespace())
      await settle()
      expect([state(modal), localStorage.length]).toEqual([{ status: 'disconnected' }, 0])
    }
  })

  test.each([
    ['deletes the stored wallet', null],
    ['stores no active wallet', [[''], ['fake-other']]],
  ])('C6: a pending restore ends if another tab %s meanwhile', async (_, data) => {
    const fake = createFakeNamespace()
    remember('fake-wallet')
    using modal = create(fake)
    for (let turn = 0; turn < 5 && state(modal).status !== 'reconnecting'; turn++) await null
    expect(state(modal).status).toBe('reconnecting')
    localStorage.clear()
    if (data) localStorage.setItem(key, JSON.stringify({ v: 1, data }))
    dispatchEvent(new StorageEvent('storage', { key }))
    await vi.waitFor(() => expect(state(modal)).toEqual({ status: 'disconnected' }))
  })

  test('C6: this tab follows connects and disconnects of another tab', async () => {
    const fake = createFakeNamespace()
    fake.wallet.isPermitted = fake.other.isPermitted = true
    using modal = create(fake)
    const tell = async (): Promise<void> => {
      dispatchEvent(new StorageEvent('storage', { key }))
      await settle()
    }
    await settle()
    remember('fake-wallet')
    await tell()
    expect(state(modal)).toMatchObject({ status: 'connected', connectorId: 'fake-wallet' })
    remember('fake-other')
    await tell()
    expect(state(modal)).toMatchObject({ status: 'connected', connectorId: 'fake-other' })
    localStorage.clear()
    await tell()
    expect([state(modal), localStorage.length]).toEqual([{ status: 'disconnected' }, 0])
  })
})

test('a wallet that claims the identity of another wallet is not restored silently', async () => {
  localStorage.setItem(key, JSON.stringify({ v: 1, data: 'fake-twin' }))
  const fake = createFakeNamespace()
  fake.wallet.isPermitted = true
  const twin: Connector = { ...fake.wallet.connector, id: 'fake-twin', suspicious: true }
  const walletPlugin = definePlugin({
    name: 'wallet-plugin',
    kernel: '^0.1',
    setup: (ctx) => void ctx.add(connectors, twin),
  })
  using modal = createWalletModal({
    plugins: [fake.plugin(), walletPlugin()],
    networks: fake.networks,
    prefetch: 'never',
    logLevel: 'silent',
  })
  await settle()
  expect(state(modal).status).not.toBe('connected')
  expect(await modal.connections.connect(twin)).toMatchObject({ status: 'connected' })
})
