// @vitest-environment happy-dom
/// <reference types="node" />
import { setImmediate as immediately } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createWalletModal } from '../../modal/modal.js'
import type { WalletModal } from '../../modal/wallet-modal.js'
import { definePlugin } from '../../plugins/plugin.js'
import { signal } from '../../signals.js'
import { createFakeNamespace, type FakeNamespace } from '../../testing/fake-namespace.js'
import { FakeWallet } from '../../testing/fake-wallet.js'
import { accountChanged, connected, connectFailed, disconnected, networkChanged } from '../events.js'
import type { Connector } from './connector.js'
import './machine.js'
import './actions.js'
import { connectors } from '../slots.js'
import { MAX_REMEMBERED } from './memory.js'
import { RESTORE_MS } from './restore.js'

const key = 'wallet-modal/default/fake-fake/connector'
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 6; turn++) await immediately()
}
const bringing = (...offered: readonly Connector[]) =>
  definePlugin({
    name: 'bringer',
    kernel: '^0.1',
    setup: (ctx) => offered.forEach((one) => void ctx.add(connectors, one)),
  })
const create = (fake: FakeNamespace, ...more: readonly Connector[]): WalletModal =>
  createWalletModal({
    plugins: [fake.plugin(), bringing(...more)()],
    networks: fake.networks,
    prefetch: 'never',
    logLevel: 'silent',
  })
const listen = (modal: WalletModal): string[] => {
  const events: string[] = []
  for (const token of [connected, connectFailed, disconnected, networkChanged, accountChanged])
    modal.on<unknown>(token as never, () => events.push(token.name.split('#')[1] ?? ''))
  return events
}
const adapter = (modal: WalletModal) => modal.connections.adapter('fake')
const state = (modal: WalletModal) => adapter(modal).state.peek()
const live = (modal: WalletModal): readonly string[] =>
  adapter(modal)
    .connections.peek()
    .map(({ connectorId, account }) => `${connectorId} ${account.address}`)
const remember = (data: unknown): void => localStorage.setItem(key, JSON.stringify({ v: 1, data }))

async function both(fake: FakeNamespace): Promise<WalletModal> {
  const modal = create(fake)
  await modal.connections.connect(fake.wallet.connector)
  await modal.connections.connect(fake.other.connector)
  return modal
}

beforeEach(() => localStorage.clear())
afterEach(() => void vi.useRealTimers())

describe('a family that comes beside another', () => {
  const families = () => {
    const [first, second] = [createFakeNamespace('one'), createFakeNamespace('two')]
    const modal = createWalletModal({
      plugins: [first.plugin(), second.plugin()],
      networks: [...first.networks, ...second.networks],
      prefetch: 'never',
      logLevel: 'silent',
    })
    return { modal, first, second }
  }
  test('is the active one when its event tells of it', async () => {
    const { modal: made, first, second } = families()
    using modal = made
    const told: unknown[] = []
    modal.on(connected, ({ namespace }) => told.push([namespace, modal.connections.active.peek()?.namespace]))
    await modal.connections.connect(first.wallet.connector)
    await modal.connections.connect(second.wallet.connector)
    await modal.connections.connect(first.other.connector)
    expect(told).toEqual([
      ['one', 'one'],
      ['two', 'two'],
      ['one', 'one'],
    ])
  })

  test('is so only once the wallet said yes', async () => {
    const { modal: made, first, second } = families()
    using modal = made
    await modal.connections.connect(first.wallet.connector)
    await modal.connections.connect(second.wallet.connector)
    first.other.behaviour = 'reject'
    await modal.connections.connect(first.other.connector)
    expect(modal.connections.active.peek()?.namespace).toBe('two')
  })
})

describe('using one of several', () => {
  test('asks no wallet, and tells what is another one now', async () => {
    const fake = createFakeNamespace()
    fake.other.caipNetworkId = 'fake:2'
    using modal = await both(fake)
    expect(live(modal)).toEqual(['fake-other fake-3', 'fake-wallet fake-1'])
    const events = listen(modal)
    adapter(modal).use('fake-wallet')
    expect(state(modal)).toMatchObject({ connectorId: 'fake-wallet', caipNetworkId: 'fake:1' })
    expect(events.splice(0)).toEqual(['accountChanged', 'networkChanged'])
    adapter(modal).use('fake-wallet', 'fake-2')
    adapter(modal).use('fake-wallet', 'fake-2')
    expect(events.splice(0)).toEqual(['accountChanged'])
    fake.other.changeNetwork('fake:1')
    adapter(modal).use('fake-other')
    expect(events.splice(0)).toEqual(['accountChanged'])
    expect([fake.wallet.prompts, fake.other.prompts]).toEqual([1, 1])
  })

  test('is refused for a wallet that is not connected and an address that is not its own; nothing changes', async () => {
    const fake = createFakeNamespace()
    using modal = await both(fake)
    const before = [state(modal), localStorage.getItem(key)]
    const events = listen(modal)
    expect(() => adapter(modal).use('fake-404')).toThrow(expect.objectContaining({ code: 'NOT_CONNECTED' }))
    expect(() => adapter(modal).use('fake-wallet', 'fake-3')).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT' }),
    )
    expect([state(modal), localStorage.getItem(key)]).toEqual(before)
    expect(events).toEqual([])
  })

  test('C2: is a newer intent than a try that is under way', async () => {
    const fake = createFakeNamespace()
    const third = new FakeWallet({ id: 'fake-third', caipNetworkId: 'fake:1', behaviour: 'wait' })
    using modal = await both(fake)
    const outcome = adapter(modal).connect(third.connector)
    await settle()
    adapter(modal).use('fake-wallet')
    third.answer()
    expect(await outcome).toEqual({ status: 'superseded' })
    expect(live(modal)).toEqual(['fake-wallet fake-1', 'fake-other fake-3'])
    expect(third.listeners.size).toBe(0)
  })

  test('goes on while another one is being asked: it is connected, switches and signs', async () => {
    const fake = createFakeNamespace()
    const third = new FakeWallet({ id: 'fake-third', caipNetworkId: 'fake:1', behaviour: 'hang' })
    using modal = await both(fake)
    void adapter(modal).connect(third.connector)
    await settle()
    expect(state(modal)).toMatchObject({ status: 'connecting', inUse: { connectorId: 'fake-other' } })
    expect(modal.connections.status.value).toBe('connected')
    expect(await modal.switchNetwork('fake:2')).toEqual({ status: 'switched' })
    expect(await adapter(modal).signMessage('hello')).toBe('signed:hello')
    expect(await adapter(modal).balance()).toBe(10n ** 18n)
    expect(state(modal)).toMatchObject({ status: 'connecting', inUse: { caipNetworkId: 'fake:2' } })
  })

  test.each([
    ['another account', ['fake-3']],
    ['the same account in another wallet', ['fake-1']],
  ])('C4: a signature that was asked of the wallet used before is void: %s', async (_, addresses) => {
    const fake = createFakeNamespace()
    fake.other.addresses = addresses
    using modal = await both(fake)
    fake.other.behaviour = 'wait'
    const signature = adapter(modal).signMessage('hello')
    adapter(modal).use('fake-wallet')
    fake.other.answer()
    await expect(signature).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
  })
})

describe('a wallet in the background', () => {
  test('changes its entry and nothing else, and nobody is told', async () => {
    const fake = createFakeNamespace()
    using modal = await both(fake)
    const before = state(modal)
    const active = modal.connections.active.peek()
    const events = listen(modal)
    fake.wallet.changeAccounts(['fake-9'])
    fake.wallet.changeNetwork('fake:2')
    expect(adapter(modal).connections.peek()[1]).toMatchObject({
      account: { address: 'fake-9' },
      caipNetworkId: 'fake:2',
    })
    expect([state(modal), modal.connections.active.peek()]).toEqual([before, active])
    expect(state(modal)).toBe(before)
    expect(modal.connections.active.peek()).toBe(active)
    fake.wallet.leave()
    expect([live(modal), events, fake.wallet.listeners.size]).toEqual([['fake-other fake-3'], [], 0])
  })

  test('is not put to use where the one in use leaves by itself, but is where its owner leaves that one here', async () => {
    const fake = createFakeNamespace()
    using modal = await both(fake)
    const events = listen(modal)
    fake.other.leave()
    expect([state(modal), live(modal)]).toEqual([{ status: 'disconnected' }, ['fake-wallet fake-1']])
    await expect(adapter(modal).signMessage('hello')).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
    adapter(modal).use('fake-wallet')
    expect(events.splice(0)).toEqual(['disconnected', 'connected'])
    await modal.connections.connect(fake.other.connector)
    events.splice(0)
    await modal.disconnect('fake', 'fake-other')
    expect(state(modal)).toMatchObject({ status: 'connected', connectorId: 'fake-wallet' })
    expect(events).toEqual(['accountChanged'])
    expect([fake.other.isPermitted, fake.wallet.isPermitted]).toEqual([false, true])
  })

  test('goes with all the others', async () => {
    const fake = createFakeNamespace()
    using modal = await both(fake)
    await modal.disconnect()
    expect([live(modal), fake.wallet.isPermitted, fake.other.isPermitted, localStorage.length]).toEqual([
      [],
      false,
      false,
      0,
    ])
  })
})

describe('a page load', () => {
  test('brings all of them back with their accounts, without a prompt', async () => {
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

  test('follows the wallet where it has another first account by then', async () => {
    const fake = createFakeNamespace()
    const before = await both(fake)
    adapter(before).use('fake-wallet', 'fake-2')
    before.dispose()
    fake.wallet.addresses = ['fake-7', 'fake-2']
    using modal = create(fake)
    await settle()
    expect(state(modal)).toMatchObject({ account: { address: 'fake-7' } })
  })

  test('offers a wallet the network first that it was on', async () => {
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

  test('reads what earlier versions wrote', async () => {
    const fake = createFakeNamespace()
    fake.wallet.isPermitted = true
    remember('fake-wallet')
    using modal = create(fake)
    await settle()
    expect(live(modal)).toEqual(['fake-wallet fake-1'])
  })

  test('asks no wallet that claims the identity of another, in the background neither', async () => {
    const fake = createFakeNamespace()
    fake.wallet.isPermitted = true
    const twin: Connector = { ...fake.wallet.connector, id: 'fake-twin', suspicious: true }
    remember([['fake-wallet'], ['fake-twin']])
    using modal = create(fake, twin)
    await settle()
    expect(live(modal)).toEqual(['fake-wallet fake-1'])
  })

  test('with none in use brings them back in the background', async () => {
    const fake = createFakeNamespace()
    fake.wallet.isPermitted = true
    remember([[''], ['fake-wallet']])
    using modal = create(fake)
    expect(state(modal)).toEqual({ status: 'disconnected' })
    await settle()
    expect([state(modal), live(modal)]).toEqual([{ status: 'disconnected' }, ['fake-wallet fake-1']])
  })

  test('A7: a wallet that comes after its owner chose another one is there beside it', async () => {
    vi.useFakeTimers()
    const fake = createFakeNamespace()
    fake.wallet.isPermitted = true
    const late = signal<Connector | null>(null)
    const bringer = definePlugin({ name: 'bringer', kernel: '^0.1', setup: (ctx) => void ctx.add(connectors, late) })
    remember([['fake-late']])
    using modal = createWalletModal({
      plugins: [fake.plugin(), bringer()],
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

  test('J1: what is not a list of wallets is dropped', async () => {
    for (const data of [{}, [[{}]], [[1]], [['x'.repeat(300)]], [[['fake-wallet']]], 7]) {
      remember(data)
      using modal = create(createFakeNamespace())
      await settle()
      expect([state(modal), localStorage.length]).toEqual([{ status: 'disconnected' }, 0])
    }
  })
})

test('J3: no more wallets are remembered than anybody connects', async () => {
  const fake = createFakeNamespace()
  const many = Array.from({ length: MAX_REMEMBERED + 5 }, (_, at) => ({ ...fake.wallet.connector, id: `fake-${at}` }))
  using modal = create(fake, ...many)
  for (const connector of many) await modal.connections.connect(connector)
  const kept: { data: string[][] } = JSON.parse(localStorage.getItem(key) ?? '')
  expect(kept.data.length).toBe(MAX_REMEMBERED)
  expect(kept.data[0]?.[0]).toBe(many.at(-1)?.id)
})

describe('E21: of two connected families the active one', () => {
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

  test.each(['one', 'two'])('is still %s after a reload, and the other is not shown meanwhile', async (chosen) => {
    const before = load()
    for (const { wallet } of [one, two]) await before.connections.connect(wallet.connector)
    before.connections.activate(chosen)
    before.dispose()
    using modal = load()
    const active = seen(modal)
    await settle()
    expect(modal.connections.all.peek()).toHaveLength(2)
    expect(active.filter(Boolean)).toEqual([chosen])
  })

  test('is the other one where the chosen one does not come back', async () => {
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

  test('is forgotten once nothing is connected', async () => {
    using modal = load()
    for (const { wallet } of [one, two]) await modal.connections.connect(wallet.connector)
    expect(localStorage.getItem('wallet-modal/default/active')).toBe('two')
    await modal.disconnect()
    expect(Object.keys(localStorage)).toEqual([])
  })
})

test('the list of all wallets names what is in use, and activating one puts it to use', async () => {
  const [one, two] = [createFakeNamespace('one'), createFakeNamespace('two')]
  using modal = createWalletModal({
    plugins: [one.plugin(), two.plugin()],
    networks: [...one.networks, ...two.networks],
    prefetch: 'never',
    logLevel: 'silent',
  })
  const { connections } = modal
  for (const { wallet, other } of [one, two])
    for (const { connector } of [wallet, other]) await connections.connect(connector)
  const shown = () => connections.all.peek().map(({ connectorId, isInUse }) => `${connectorId}${isInUse ? '*' : ''}`)
  expect(shown()).toEqual(['one-other*', 'one-wallet', 'two-other*', 'two-wallet'])
  const untouched = connections.all.peek().filter(({ namespace }) => namespace === 'two')
  connections.activate('one', 'one-wallet', 'fake-2')
  expect(connections.active.peek()).toMatchObject({ connectorId: 'one-wallet', account: { address: 'fake-2' } })
  expect(shown()).toEqual(['one-wallet*', 'one-other', 'two-other*', 'two-wallet'])
  const after = connections.all.peek().filter(({ namespace }) => namespace === 'two')
  expect(after.every((item, at) => item === untouched[at])).toBe(true)
  await modal.disconnect('one')
  expect(shown()).toEqual(['two-other*', 'two-wallet'])
})
