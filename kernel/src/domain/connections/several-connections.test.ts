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
