// @vitest-environment happy-dom
/// <reference types="node" />
import { describe, expect, test } from 'vitest'
import { createWalletModal } from '../../modal/modal.js'
import { createFakeNamespace } from '../../testing/fake-namespace.js'
import { FakeWallet } from '../../testing/fake-wallet.js'
import { connected } from '../events.js'
import './machine.js'
import './actions.js'
import { adapter, both, key, listen, live, resetEachTest, settle, state } from './several-connections.test.fixtures.js'

resetEachTest()

describe('a second namespace', () => {
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

  test('is already active when its `connected` event is emitted', async () => {
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

  test('stays active if a wallet of the first namespace rejects the connection', async () => {
    const { modal: made, first, second } = families()
    using modal = made
    await modal.connections.connect(first.wallet.connector)
    await modal.connections.connect(second.wallet.connector)
    first.other.behaviour = 'reject'
    await modal.connections.connect(first.other.connector)
    expect(modal.connections.active.peek()?.namespace).toBe('two')
  })
})

describe('activating one of several connections', () => {
  test('sends no request, and emits the changes', async () => {
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

  test('fails for a wallet that is not connected, and for an unknown address; nothing changes', async () => {
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

  test('C2: replaces a pending attempt', async () => {
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

  test('during a connection attempt, the active wallet stays connected, switches networks and signs', async () => {
    const fake = createFakeNamespace()
    const third = new FakeWallet({ id: 'fake-third', caipNetworkId: 'fake:1', behaviour: 'hang' })
    using modal = await both(fake)
    void adapter(modal).connect(third.connector)
    await settle()
    expect(state(modal)).toMatchObject({ status: 'connecting', active: { connectorId: 'fake-other' } })
    expect(modal.connections.status.value).toBe('connected')
    expect(await modal.switchNetwork('fake:2')).toEqual({ status: 'switched' })
    expect(await adapter(modal).signMessage('hello')).toBe('signed:hello')
    expect(await adapter(modal).balance()).toBe(10n ** 18n)
    expect(state(modal)).toMatchObject({ status: 'connecting', active: { caipNetworkId: 'fake:2' } })
  })

  test.each([
    ['another account', ['fake-3']],
    ['the same account in another wallet', ['fake-1']],
  ])('C4: a signature is rejected if another wallet became active: %s', async (_, addresses) => {
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

describe('an inactive connection', () => {
  test('updates its entry without an event', async () => {
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

  test('becomes active when the visitor disconnects the active wallet, but not when that wallet disconnects itself', async () => {
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

  test('is disconnected together with all others', async () => {
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

test('`all` contains the active connection, and `activate` makes another one active', async () => {
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
  const shown = () => connections.all.peek().map(({ connectorId, isActive }) => `${connectorId}${isActive ? '*' : ''}`)
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
