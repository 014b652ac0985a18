// @vitest-environment happy-dom
import { describe, expect, test, vi } from 'vitest'
import { createWalletModal } from '../../modal/modal.js'
import type { WalletModal } from '../../modal/wallet-modal.js'
import { definePlugin } from '../../plugins/plugin.js'
import { createFakeDriver, createFakeNamespace, type FakeNamespace } from '../../testing/fake-namespace.js'
import { connectors, namespace } from '../slots.js'
import type { Connector } from './connector.js'
import { createNamespace } from './namespace.js'
import { key, listen, resetEachTest, settle, state } from './namespace.test.fixtures.js'
import { RESTORE_MS } from './restore.js'

resetEachTest()

const DISCONNECTED = { status: 'disconnected' }

function deferred() {
  let resolve = (): void => undefined
  let reject = (_: unknown): void => undefined
  const promise = new Promise<void>((fulfil, fail) => {
    resolve = fulfil
    reject = fail
  })
  return { promise, resolve, reject }
}

/** Site whose page load restores a wallet step by step: each step waits until the test releases it. */
function restoringSite(stored: readonly (readonly string[])[] = [['fake-wallet']]) {
  localStorage.setItem(key, JSON.stringify({ v: 1, data: stored }))
  const fake = createFakeNamespace()
  fake.wallet.isPermitted = fake.other.isPermitted = true
  const [driver, provider, reply] = [deferred(), deferred(), deferred()]
  const { request } = fake.wallet.provider
  fake.wallet.provider.request = async (silent) => {
    const answer = await request(silent)
    if (silent) await reply.promise
    return answer
  }
  const requested = vi.fn()
  const connector: Connector = {
    ...fake.wallet.connector,
    async provider(given) {
      requested()
      await provider.promise
      return fake.wallet.connector.provider(given)
    },
  }
  const plugin = definePlugin({
    name: 'fake-fake',
    kernel: '^0.1',
    provides: [namespace('fake')],
    permissions: { storage: ['connector'] },
    setup(ctx) {
      ctx.add(connectors, connector)
      ctx.add(connectors, fake.other.connector)
      createNamespace(ctx, 'fake', { driver: () => driver.promise.then(() => createFakeDriver('fake')) })
    },
  })
  const options = { networks: fake.networks, prefetch: 'never', logLevel: 'silent' } as const
  const create = (): WalletModal => createWalletModal({ ...options, plugins: [plugin()] })
  return { fake, connector, create, requested, steps: { driver, provider, reply } }
}

type Site = ReturnType<typeof restoringSite>

/** Points of a page load at which a restore can be interrupted. Each function waits until the page load has come to this point. */
const points: Readonly<Record<string, (site: Site) => Promise<unknown>>> = {
  'before the page load begins to restore': async () => undefined,
  'before the code is loaded': async () => settle(),
  'while the code for restoring loads': async ({ steps }) => {
    steps.driver.resolve()
    await import('./machine.js')
    await null
  },
  'while the connector loads': async ({ steps, requested }) => {
    steps.driver.resolve()
    await vi.waitFor(() => expect(requested).toHaveBeenCalledTimes(1))
  },
  'before the wallet replies': async ({ steps, fake }) => {
    steps.driver.resolve()
    steps.provider.resolve()
    await vi.waitFor(() => expect(fake.wallet.listeners.size).toBe(1))
  },
  'just after the wallet has replied': async (site) => afterReply(site, 1),
  'when the wallet is connected': async (site) => afterReply(site, 4),
}

async function afterReply({ steps, fake }: Site, turns: number): Promise<void> {
  steps.driver.resolve()
  steps.provider.resolve()
  await vi.waitFor(() => expect(fake.wallet.listeners.size).toBe(1))
  steps.reply.resolve()
  for (let turn = 0; turn < turns; turn++) await null
}

const finish = async ({ steps }: Site): Promise<void> => {
  steps.driver.resolve()
  await settle()
  steps.provider.resolve()
  await settle()
  steps.reply.resolve()
  await settle()
}

const pageOf = (modal: WalletModal, fake: FakeNamespace) => ({
  state: state(modal),
  connections: modal.connections.all.peek().length,
  stored: localStorage.length,
  isPermitted: fake.wallet.isPermitted,
  listeners: fake.wallet.listeners.size,
})
const nothing = { state: DISCONNECTED, connections: 0, stored: 0, isPermitted: false, listeners: 0 }

describe.each(Object.entries(points))('%s', (_, reach) => {
  test.each<[string, (modal: WalletModal) => Promise<void>]>([
    ['disconnect()', (modal) => modal.disconnect()],
    ['disconnect(namespace)', (modal) => modal.disconnect('fake')],
    ['disconnect(namespace, connectorId)', (modal) => modal.connections.disconnect('fake', 'fake-wallet')],
  ])('%s ends the restore, and revokes the permission as for a connected wallet', async (_name, disconnect) => {
    const site = restoringSite()
    using modal = site.create()
    const events = listen(modal)
    await reach(site)
    const disconnecting = disconnect(modal)
    await finish(site)
    await disconnecting
    expect(pageOf(modal, site.fake)).toEqual(nothing)
    expect(events.filter((one) => one !== 'connected')).toEqual(['disconnected'])
    modal.dispose()
    using next = site.create()
    await settle()
    expect([state(next), events.includes('revokeFailed')]).toEqual([DISCONNECTED, false])
  })

  test('dispose() ends the restore; the next page restores the wallet', async () => {
    const site = restoringSite()
    const modal = site.create()
    const events = listen(modal)
    await reach(site)
    modal.dispose()
    await finish(site)
    const { status, all } = modal.connections
    expect([status.peek(), all.peek(), site.fake.wallet.listeners.size]).toEqual(['disconnected', [], 0])
    expect(events).not.toContain('disconnected')
    using next = site.create()
    await vi.waitFor(() => expect(state(next)).toMatchObject({ connectorId: 'fake-wallet', status: 'connected' }))
  })

  test('disconnect() and then dispose() leave no stored wallet', async () => {
    const site = restoringSite()
    const modal = site.create()
    await reach(site)
    modal.disconnect().catch(() => undefined) // rejects if the code was not loaded
    modal.dispose()
    await finish(site)
    expect([localStorage.length, modal.connections.status.peek()]).toEqual([0, 'disconnected'])
  })

  test('disconnect(connectorId) keeps the other stored wallet, which becomes active', async () => {
    const site = restoringSite([['fake-wallet'], ['fake-other']])
    using modal = site.create()
    const events = listen(modal)
    await reach(site)
    const disconnecting = modal.connections.disconnect('fake', 'fake-wallet')
    await finish(site)
    await disconnecting
    expect(state(modal)).toMatchObject({ status: 'connected', connectorId: 'fake-other' })
    expect([site.fake.wallet.isPermitted, site.fake.other.isPermitted]).toEqual([false, true])
    expect(events).not.toContain('disconnected')
  })

  test('a wallet that the visitor connects after disconnect() stays connected', async () => {
    const site = restoringSite()
    using modal = site.create()
    await reach(site)
    const disconnecting = modal.connections.disconnect('fake', 'fake-wallet')
    const connecting = modal.connections.connect(site.connector)
    await finish(site)
    await disconnecting
    expect(await connecting).toMatchObject({ status: 'connected' })
    expect(pageOf(modal, site.fake)).toMatchObject({ connections: 1, stored: 1, listeners: 1, isPermitted: true })
    expect(state(modal)).toMatchObject({ status: 'connected', connectorId: 'fake-wallet' })
  })

  test('another wallet that the visitor connects stays active', async () => {
    const site = restoringSite()
    using modal = site.create()
    await reach(site)
    const connecting = modal.connections.connect(site.fake.other.connector)
    await finish(site)
    expect(await connecting).toMatchObject({ status: 'connected' })
    expect(state(modal)).toMatchObject({ status: 'connected', connectorId: 'fake-other' })
    expect(modal.connections.all.peek().map(({ connectorId }) => connectorId)).toEqual(['fake-other', 'fake-wallet'])
  })

  test.each(['rejects', 'cancels'])('the wallet becomes active if the visitor %s another one', async (way) => {
    const site = restoringSite()
    site.fake.other.behaviour = 'wait'
    using modal = site.create()
    await reach(site)
    const stop = new AbortController()
    const connecting = modal.connections.connect(site.fake.other.connector, { signal: stop.signal })
    await finish(site)
    if (way === 'rejects') site.fake.other.refuse()
    else stop.abort()
    await connecting
    expect(state(modal)).toMatchObject({ status: 'connected', connectorId: 'fake-wallet' })
  })

  test('the wallet becomes active if the visitor has rejected another one before it replies', async () => {
    const site = restoringSite()
    site.fake.other.behaviour = 'reject'
    using modal = site.create()
    await reach(site)
    const connecting = modal.connections.connect(site.fake.other.connector)
    site.steps.driver.resolve()
    await connecting
    await finish(site)
    expect(state(modal)).toMatchObject({ status: 'connected', connectorId: 'fake-wallet' })
  })
})

test('disconnect() is told, and stored, although the wallet has not replied for 1500 ms', async () => {
  vi.useFakeTimers()
  const site = restoringSite()
  using modal = site.create()
  const events = listen(modal)
  site.steps.driver.resolve()
  site.steps.provider.resolve()
  await vi.advanceTimersByTimeAsync(RESTORE_MS + 100)
  expect(state(modal)).toEqual(DISCONNECTED)
  await modal.disconnect()
  site.steps.reply.resolve()
  await vi.advanceTimersByTimeAsync(100)
  expect(pageOf(modal, site.fake)).toEqual(nothing)
  await modal.disconnect()
  expect(events).toEqual(['disconnected'])
})

test('disconnect() leaves nothing stored if the code of the chain family cannot be downloaded', async () => {
  const site = restoringSite()
  using modal = site.create()
  await settle()
  expect(state(modal)).toEqual({ status: 'reconnecting', connectorId: 'fake-wallet' })
  const disconnecting = modal.disconnect()
  site.steps.driver.reject(new TypeError('offline'))
  await expect(disconnecting).rejects.toMatchObject({ code: 'NETWORK_ERROR' })
  expect([localStorage.length, state(modal)]).toEqual([0, DISCONNECTED])
})

test('disconnect() does not wait longer than 5 s for a wallet that does not load', async () => {
  vi.useFakeTimers()
  const site = restoringSite()
  using modal = site.create()
  const events = listen(modal)
  site.steps.driver.resolve()
  await vi.waitFor(() => expect(site.requested).toHaveBeenCalledTimes(1))
  const disconnecting = modal.disconnect()
  await vi.advanceTimersByTimeAsync(5000)
  await disconnecting
  expect([state(modal), localStorage.length, events]).toEqual([DISCONNECTED, 0, ['disconnected', 'revokeFailed']])
})

test('disconnect() before the code is loaded changes no wallet that another tab connects meanwhile', async () => {
  const site = restoringSite()
  using modal = site.create()
  await settle()
  const disconnecting = modal.disconnect()
  localStorage.setItem(key, JSON.stringify({ v: 1, data: [['fake-wallet']] }))
  await finish(site)
  await disconnecting
  expect([localStorage.length, site.fake.wallet.isPermitted]).toEqual([1, true])
})

describe.each(Object.entries(points))('%s', (_, reach) => {
  test('disconnecting a wallet that is not stored does not end the restore', async () => {
    const site = restoringSite()
    using modal = site.create()
    const events = listen(modal)
    await reach(site)
    await Promise.all([modal.connections.disconnect('fake', 'fake-other'), finish(site)])
    expect(state(modal)).toMatchObject({ status: 'connected', connectorId: 'fake-wallet' })
    expect(events.filter((one) => one !== 'connected')).toEqual([])
  })
})
