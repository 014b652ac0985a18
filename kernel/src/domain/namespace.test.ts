// @vitest-environment happy-dom
/// <reference types="node" />
import { setImmediate as immediately } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createWalletModal, type WalletModal } from '../modal.js'
import { definePlugin } from '../plugin.js'
import { signal } from '../signals.js'
import { createFakeNamespace, type FakeNamespace } from '../testing/fake-namespace.js'
import type { Connector } from './connector.js'
import { accountChanged, connected, connectFailed, disconnected, networkChanged, revokeFailed } from './events.js'
import { RESTORE_MS } from './restore.js'
import { connectors } from './slots.js'

const key = 'wallet-modal/default/fake-fake/connector'
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 4; turn++) await immediately()
}
const create = (fake: FakeNamespace): WalletModal =>
  createWalletModal({ plugins: [fake.plugin()], networks: fake.networks, prefetch: 'never', logLevel: 'silent' })
const listen = (modal: WalletModal): string[] => {
  const events: string[] = []
  for (const token of [connected, connectFailed, disconnected, networkChanged, accountChanged, revokeFailed]) {
    modal.on<unknown>(token as never, () => events.push(token.name.split('#')[1] ?? ''))
  }
  return events
}
const state = (modal: WalletModal) => modal.connections.adapter('fake').state.peek()

beforeEach(() => localStorage.clear())
afterEach(() => void vi.useRealTimers())

describe('connecting', () => {
  test('says "connecting" from the first moment, before the code is there', async () => {
    const fake = createFakeNamespace()
    using modal = create(fake)
    const outcome = modal.connections.connect(fake.wallet.connector)
    expect(state(modal)).toEqual({ status: 'connecting', connectorId: 'fake-wallet' })
    expect(await outcome).toMatchObject({ status: 'connected' })
    expect(modal.connections.active.value).toMatchObject({
      namespace: 'fake',
      connectorName: 'fake wallet',
      network: fake.networks[0],
    })
  })

  test('left before the code is there, it is as if nothing was', async () => {
    const fake = createFakeNamespace()
    using modal = create(fake)
    const stop = new AbortController()
    const outcome = modal.connections.connect(fake.wallet.connector, { signal: stop.signal })
    stop.abort()
    expect(await outcome).toEqual({ status: 'superseded' })
    expect([state(modal), fake.wallet.prompts]).toEqual([{ status: 'disconnected' }, 0])
  })

  test('silently, it takes a permission that is there and counts as restored', async () => {
    const fake = createFakeNamespace()
    fake.wallet.isPermitted = true
    using modal = create(fake)
    const restored: boolean[] = []
    modal.on(connected, (told) => void restored.push(told.restored))
    expect(await modal.connections.adapter('fake').connect(fake.wallet.connector, { silent: true })).toMatchObject({
      status: 'connected',
    })
    expect([restored, fake.wallet.prompts]).toEqual([[true], 0])
  })

  test('silently, it never prompts and changes nothing where there is no permission', async () => {
    const fake = createFakeNamespace()
    const other = { ...fake.wallet.connector, id: 'other', provider: async () => Promise.reject(new Error('broken')) }
    using modal = create(fake)
    const adapter = modal.connections.adapter('fake')
    expect(await adapter.connect(fake.wallet.connector, { silent: true })).toEqual({ status: 'notGranted' })
    expect([state(modal), fake.wallet.prompts, localStorage.length]).toEqual([{ status: 'disconnected' }, 0, 0])
    await adapter.connect(fake.wallet.connector)
    const before = state(modal)
    const failed = vi.fn()
    modal.on(connectFailed, failed)
    await expect(adapter.connect(other, { silent: true })).rejects.toMatchObject({ code: 'CONNECT_FAILED' })
    expect(failed).not.toHaveBeenCalled()
    expect(state(modal)).toBe(before)
  })

  test('a choice of the visitor comes before a silent try', async () => {
    const fake = createFakeNamespace()
    fake.wallet.behaviour = 'wait'
    fake.wallet.isPermitted = true
    using modal = create(fake)
    const adapter = modal.connections.adapter('fake')
    const silent = adapter.connect(fake.wallet.connector, { silent: true })
    const chosen = adapter.connect({ ...fake.wallet.connector, id: 'chosen' })
    expect(await silent).toEqual({ status: 'superseded' })
    await settle()
    fake.wallet.answer()
    expect(await chosen).toMatchObject({ status: 'connected', connection: { connectorId: 'chosen' } })
  })

  test.each([
    ['declines', 'reject', { status: 'rejected' }],
    [
      'breaks',
      'fail',
      expect.objectContaining({ code: 'CONNECT_FAILED', message: 'fake wallet could not connect: the wallet broke' }),
    ],
  ] as const)('a wallet that %s leaves the earlier connection as it was', async (_, behaviour, answer) => {
    const fake = createFakeNamespace()
    using modal = create(fake)
    await modal.connections.connect(fake.other.connector)
    const before = state(modal)
    const events = listen(modal)
    fake.wallet.behaviour = behaviour
    expect(await modal.connections.connect(fake.wallet.connector).catch((error: unknown) => error)).toEqual(answer)
    expect(state(modal)).toBe(before)
    expect(events).toEqual(['connectFailed'])
  })

  test('a wallet without accounts, and one that is no wallet, fail in words', async () => {
    const fake = createFakeNamespace()
    using modal = create(fake)
    fake.wallet.addresses = []
    await expect(modal.connections.connect(fake.wallet.connector)).rejects.toMatchObject({ code: 'CONNECT_FAILED' })
    const nothing: Connector = { ...fake.other.connector, provider: async () => 'nothing' }
    await expect(modal.connections.connect(nothing)).rejects.toMatchObject({
      code: 'CONNECT_FAILED',
      message: expect.stringContaining('no fake wallet'),
    })
    expect(state(modal)).toEqual({ status: 'disconnected' })
  })

  test('a wallet that lets the site in elsewhere, but not here, changes nothing and is no failure', async () => {
    const fake = createFakeNamespace()
    using modal = create(fake)
    await modal.connections.connect(fake.wallet.connector)
    const before = state(modal)
    let failures = 0
    modal.on(connectFailed, () => void failures++)
    const elsewhere: Connector = { ...fake.other.connector, provider: async () => null }
    expect(await modal.connections.connect(elsewhere)).toEqual({ status: 'notGranted' })
    expect([state(modal), failures]).toEqual([before, 0])
  })

  test('a silent try asks nobody, and tells nothing where there is no permission', async () => {
    const fake = createFakeNamespace()
    using modal = create(fake)
    const told: unknown[] = []
    modal.on(connectFailed, (one) => void told.push(one))
    modal.on(connected, ({ restored }) => void told.push(restored))
    const adapter = modal.connections.adapter(fake.name)
    expect(await adapter.connect(fake.wallet.connector, { silent: true })).toEqual({ status: 'notGranted' })
    expect([fake.wallet.prompts, told, state(modal)]).toEqual([0, [], { status: 'disconnected' }])
    fake.wallet.isPermitted = true
    expect(await adapter.connect(fake.wallet.connector, { silent: true })).toMatchObject({ status: 'connected' })
    expect([fake.wallet.prompts, told]).toEqual([0, [true]])
  })

  test('a hostile error of a wallet is told and harms nothing', async () => {
    const fake = createFakeNamespace()
    using modal = create(fake)
    const hostile = new Proxy(
      {},
      {
        get: () => {
          throw new Error('no')
        },
      },
    )
    const broken: Connector = {
      ...fake.wallet.connector,
      provider: () => {
        throw hostile
      },
    }
    await expect(modal.connections.connect(broken)).rejects.toMatchObject({ code: 'CONNECT_FAILED' })
    expect(state(modal)).toEqual({ status: 'disconnected' })
  })

  test('a wallet whose events cannot be heard is not connected', async () => {
    const fake = createFakeNamespace()
    using modal = create(fake)
    fake.wallet.provider.listen = () => {
      throw new Error('deaf')
    }
    await expect(modal.connections.connect(fake.wallet.connector)).rejects.toMatchObject({ code: 'CONNECT_FAILED' })
    expect([state(modal), localStorage.length]).toEqual([{ status: 'disconnected' }, 0])
  })

  test('a second answer of a wallet changes nothing', async () => {
    const fake = createFakeNamespace()
    using modal = create(fake)
    fake.wallet.behaviour = 'wait'
    const events = listen(modal)
    const outcome = modal.connections.connect(fake.wallet.connector)
    await settle()
    fake.wallet.answer()
    await outcome
    const before = state(modal)
    fake.wallet.answer({ accounts: [{ address: 'fake-666', type: 'eoa' }], caipNetworkId: 'fake:2' })
    await settle()
    expect(state(modal)).toBe(before)
    expect(events).toEqual(['connected'])
  })

  test('the old wallet may leave while a new one is asked, and does not come back when that fails', async () => {
    const fake = createFakeNamespace()
    using modal = create(fake)
    await modal.connections.connect(fake.other.connector)
    fake.wallet.behaviour = 'wait'
    const outcome = modal.connections.connect(fake.wallet.connector)
    await settle()
    fake.other.changeAccounts([])
    fake.wallet.refuse()
    expect(await outcome).toEqual({ status: 'rejected' })
    expect([state(modal), localStorage.length, fake.other.listeners.size]).toEqual([{ status: 'disconnected' }, 0, 0])
  })
})

describe('C2: connect and disconnect against each other', () => {
  test('the last intent wins, whatever comes first', { timeout: 60_000 }, async () => {
    // the turns below are counted, and code that is yet to be loaded takes longer
    await Promise.all([import('./machine.js'), import('./actions.js'), import('./restore.js')])
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.constantFrom('connect', 'other', 'disconnect'), { minLength: 2, maxLength: 6 }),
        async (scheduler, intents) => {
          localStorage.clear()
          const fake = createFakeNamespace()
          for (const wallet of [fake.wallet, fake.other]) {
            const { request, revoke } = wallet.provider
            wallet.provider.request = async (silent) => {
              await scheduler.schedule(Promise.resolve(), 'the wallet hears')
              const answer = await request(silent)
              await scheduler.schedule(Promise.resolve(), 'the wallet answers')
              return answer
            }
            wallet.provider.revoke = async () => {
              await scheduler.schedule(Promise.resolve(), 'the wallet forgets')
              await revoke()
            }
          }
          using modal = create(fake)
          await immediately()
          const flows = scheduler.scheduleSequence(
            intents.map((intent) => async () => {
              if (intent === 'disconnect') void modal.disconnect()
              else void modal.connections.connect(intent === 'connect' ? fake.wallet.connector : fake.other.connector)
            }),
          )
          await scheduler.waitFor(flows.task)
          for (let turn = 0; turn < 10; turn++) {
            await settle()
            await scheduler.waitIdle()
          }
          const last = intents.at(-1)
          const expected =
            last === 'disconnect'
              ? { status: 'disconnected' }
              : { status: 'connected', connectorId: last === 'connect' ? 'fake-wallet' : 'fake-other' }
          expect(state(modal)).toMatchObject(expected)
          expect(localStorage.getItem(key) === null).toBe(last === 'disconnect')
        },
      ),
      { numRuns: process.env.WALLET_MODAL_LONG ? 2000 : 200 },
    )
  })

  test('a reconnect that is still waited for ends with a disconnect', async () => {
    const fake = createFakeNamespace()
    fake.wallet.isPermitted = true
    localStorage.setItem(key, JSON.stringify({ v: 1, data: 'fake-wallet' }))
    let answer = (): void => undefined
    const { request } = fake.wallet.provider
    fake.wallet.provider.request = (silent) =>
      new Promise((resolve) => {
        answer = () => resolve(request(silent))
      })
    using modal = create(fake)
    await settle()
    expect(state(modal)).toEqual({ status: 'reconnecting', connectorId: 'fake-wallet' })
    await modal.disconnect()
    answer()
    await settle()
    expect([state(modal), localStorage.length]).toEqual([{ status: 'disconnected' }, 0])
  })
})

test('a new wallet is not heard before it is connected', async () => {
  const fake = createFakeNamespace()
  using modal = create(fake)
  await modal.connections.connect(fake.wallet.connector)
  const events = listen(modal)
  const { listen: hear } = fake.other.provider
  fake.other.provider.listen = (listener) => {
    listener.accounts([{ address: 'fake-666', type: 'eoa' }])
    listener.disconnected()
    return hear(listener)
  }
  await modal.connections.connect(fake.other.connector)
  expect(state(modal)).toMatchObject({ status: 'connected', connectorId: 'fake-other', account: { address: 'fake-3' } })
  expect(events).toEqual(['connected'])
})

describe('restoring', () => {
  const remember = (id: string): void => localStorage.setItem(key, JSON.stringify({ v: 1, data: id }))

  test('a page load brings the connection back without a prompt', async () => {
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

  test('A7: a wallet that never answers is given up after 1500 ms, and counts when it answers later', async () => {
    vi.useFakeTimers()
    remember('fake-late')
    const late = signal<Connector | null>(null)
    const fake = createFakeNamespace()
    fake.wallet.isPermitted = true
    const bringer = definePlugin({ name: 'bringer', kernel: '^0.1', setup: (ctx) => void ctx.add(connectors, late) })
    using modal = createWalletModal({
      plugins: [fake.plugin(), bringer()],
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

  test('C2: a wallet that was given up and answers after a disconnect is not connected', async () => {
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

  test('without permission there is no prompt and no connection', async () => {
    remember('fake-wallet')
    const fake = createFakeNamespace()
    using modal = create(fake)
    await settle()
    expect([state(modal), fake.wallet.prompts]).toEqual([{ status: 'disconnected' }, 0])
  })

  test('J1: a corrupted memory is dropped', async () => {
    for (const text of ['{', '{"v":1,"data":{}}', `{"v":1,"data":"${'x'.repeat(300)}"}`]) {
      localStorage.setItem(key, text)
      using modal = create(createFakeNamespace())
      await settle()
      expect([state(modal), localStorage.length]).toEqual([{ status: 'disconnected' }, 0])
    }
  })

  test('C6: this tab follows the other one, in and out', async () => {
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

test('a wallet that claims the identity of another is not restored silently', async () => {
  localStorage.setItem(key, JSON.stringify({ v: 1, data: 'fake-twin' }))
  const fake = createFakeNamespace()
  fake.wallet.isPermitted = true
  const twin: Connector = { ...fake.wallet.connector, id: 'fake-twin', suspicious: true }
  const bringer = definePlugin({ name: 'bringer', kernel: '^0.1', setup: (ctx) => void ctx.add(connectors, twin) })
  using modal = createWalletModal({
    plugins: [fake.plugin(), bringer()],
    networks: fake.networks,
    prefetch: 'never',
    logLevel: 'silent',
  })
  await settle()
  expect(state(modal).status).not.toBe('connected')
  expect(await modal.connections.connect(twin)).toMatchObject({ status: 'connected' })
})

test('C4: a signature that was asked of another account than the one in use is void', async () => {
  const fake = createFakeNamespace()
  using modal = create(fake)
  await modal.connections.connect(fake.wallet.connector)
  const signature = modal.connections.adapter('fake').signMessage('hello')
  modal.connections.adapter('fake').switchAccount('fake-2')
  await expect(signature).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
})

describe('a live connection', () => {
  test('switches the network once, and tells it once', async () => {
    const fake = createFakeNamespace()
    using modal = create(fake)
    await modal.connections.connect(fake.wallet.connector)
    const events = listen(modal)
    expect(await modal.switchNetwork('fake:2')).toEqual({ status: 'switched' })
    expect(modal.connections.active.value?.caipNetworkId).toBe('fake:2')
    fake.wallet.provider.switchNetwork = async () => undefined // a wallet that answers and tells nothing by event
    await modal.switchNetwork('fake:1')
    expect(modal.connections.active.value?.caipNetworkId).toBe('fake:1')
    expect(events).toEqual(['networkChanged', 'networkChanged'])
  })

  test('a declined switch is an answer, a failed one an error in words', async () => {
    const fake = createFakeNamespace()
    using modal = create(fake)
    await modal.connections.connect(fake.wallet.connector)
    fake.wallet.behaviour = 'reject'
    expect(await modal.switchNetwork('fake:2')).toEqual({ status: 'rejected' })
    fake.wallet.behaviour = 'fail'
    await expect(modal.switchNetwork('fake:2')).rejects.toMatchObject({
      code: 'SWITCH_FAILED',
      message: 'fake wallet could not switch to fake 2: the wallet broke',
    })
    expect(modal.connections.active.value?.caipNetworkId).toBe('fake:1')
  })

  test('disconnecting tells once and takes the permission back; a wallet that will not is reported', async () => {
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

  test('I1: a wallet that never lets go does not keep anybody waiting', async () => {
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

  test('J3: a thousand connections keep the storage flat', async () => {
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
