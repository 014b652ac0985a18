// @vitest-environment happy-dom
import { describe, expect, test, vi } from 'vitest'
import { createFakeNamespace } from '../../testing/fake-namespace.js'
import { create, listen, resetEachTest, state } from './namespace.test.fixtures.js'

resetEachTest()

describe('an active connection', () => {
  test('emits one event for each network switch, even if the wallet emits none', async () => {
    const fake = createFakeNamespace()
    using modal = create(fake)
    await modal.connections.connect(fake.wallet.connector)
    const events = listen(modal)
    expect(await modal.switchNetwork('fake:2')).toEqual({ status: 'switched' })
    expect(modal.connections.active.value?.caipNetworkId).toBe('fake:2')
    fake.wallet.provider.switchNetwork = async () => undefined // a wallet that replies but emits no event
    await modal.switchNetwork('fake:1')
    expect(modal.connections.active.value?.caipNetworkId).toBe('fake:1')
    expect(events).toEqual(['networkChanged', 'networkChanged'])
  })

  test('a rejected network switch returns a result; a failed switch throws a readable error', async () => {
    const fake = createFakeNamespace()
    using modal = create(fake)
    await modal.connections.connect(fake.wallet.connector)
    fake.wallet.behaviour = 'reject'
    expect(await modal.switchNetwork('fake:2')).toEqual({ status: 'rejected' })
    fake.wallet.behaviour = 'fail'
    await expect(modal.switchNetwork('fake:2')).rejects.toMatchObject({
      code: 'SWITCH_FAILED',
      message: 'fake wallet could not switch to fake 2: the wallet failed',
    })
    expect(modal.connections.active.value?.caipNetworkId).toBe('fake:1')
  })

  test('disconnecting emits one event and revokes the permission; a failed revocation is reported', async () => {
    const fake = createFakeNamespace()
    using modal = create(fake)
    await modal.connections.connect(fake.wallet.connector)
    const events = listen(modal)
    await modal.disconnect('fake')
    expect([events, fake.wallet.isPermitted, fake.wallet.listeners.size]).toEqual([['disconnected'], false, 0])
    await modal.connections.connect(fake.wallet.connector)
    fake.wallet.provider.revoke = async () => {
      throw new Error('no')
    }
    await modal.disconnect()
    expect(events).toEqual(['disconnected', 'connected', 'disconnected', 'revokeFailed'])
    await modal.disconnect()
    expect(events.length).toBe(4)
  })

  test('I1: a wallet that never replies to a revocation does not block disconnecting', async () => {
    const fake = createFakeNamespace()
    using modal = create(fake)
    await modal.connections.connect(fake.wallet.connector)
    fake.wallet.provider.revoke = () => new Promise(() => undefined)
    vi.useFakeTimers()
    const events = listen(modal)
    const done = modal.disconnect()
    await vi.advanceTimersByTimeAsync(0)
    expect([state(modal), events]).toEqual([{ status: 'disconnected' }, ['disconnected']])
    await vi.advanceTimersByTimeAsync(5000)
    await done
    expect(events).toEqual(['disconnected', 'revokeFailed'])
  })

  test('J3: the storage does not grow with a thousand connections', async () => {
    const fake = createFakeNamespace()
    using modal = create(fake)
    const sizes = new Set<number>()
    for (let round = 0; round < 1000; round++) {
      await modal.connections.connect(round % 2 ? fake.wallet.connector : fake.other.connector)
      sizes.add(JSON.stringify({ ...localStorage }).length)
      await modal.disconnect()
    }
    expect(Math.max(...sizes)).toBeLessThan(64_000)
    expect(sizes.size).toBeLessThanOrEqual(2)
    expect(localStorage.length).toBe(0)
  })
})
