// @vitest-environment happy-dom
import { describe, expect, test, vi } from 'vitest'
import { createWalletModal } from '../../modal/modal.js'
import { definePlugin, viewOf } from '../../plugins/plugin.js'
import { view } from '../../plugins/token.js'
import { createFakeDriver, createFakeNamespace } from '../../testing/fake-namespace.js'
import { inlineUi } from '../../testing/inline-ui.js'
import { renderModal } from '../../testing/render-modal.js'
import { connected, connectFailed } from '../events.js'
import { connectors, namespace } from '../slots.js'
import type { Connector } from './connector.js'
import { createNamespace } from './namespace.js'
import { create, listen, resetEachTest, settle, state } from './namespace.test.fixtures.js'

resetEachTest()

test('I1: an error of wallet discovery does not prevent the modal from opening', async () => {
  const broken = definePlugin({
    name: 'broken',
    kernel: '^0.1',
    provides: [namespace('broken')],
    permissions: { storage: ['connector'] },
    setup: (ctx) =>
      void createNamespace(ctx, 'broken', {
        driver: async () => createFakeDriver('broken'),
        discover() {
          throw new Error('no such API')
        },
      }),
  })
  const Hello = view('hello#Hello')
  const hello = definePlugin({
    name: 'hello',
    kernel: '^0.1',
    ...inlineUi({ views: [viewOf(Hello, () => 'Hello', { title: 'x' })] }),
    setup: () => null,
  })
  using page = await renderModal([broken(), hello()], { view: Hello })
  expect([page.modal.isOpen.peek(), page.modal.errors.peek()]).toEqual([true, []])
})

test('if the code could not be downloaded, disconnecting one wallet keeps the other stored wallets', async () => {
  const fake = createFakeNamespace()
  let isOffline = true
  const family = definePlugin({
    name: 'family',
    kernel: '^0.1',
    provides: [namespace('fake')],
    permissions: { storage: ['connector'] },
    setup(ctx) {
      for (const { connector } of [fake.wallet, fake.other]) ctx.add(connectors, connector)
      createNamespace(ctx, 'fake', {
        async driver() {
          if (isOffline) throw new TypeError('The driver could not be downloaded.')
          return createFakeDriver('fake')
        },
      })
    },
  })
  const storageKey = 'wallet-modal/default/family/connector'
  localStorage.setItem(storageKey, JSON.stringify({ v: 1, data: [['fake-wallet'], ['fake-other']] }))
  using modal = createWalletModal({
    ...{ plugins: [family()], networks: fake.networks, prefetch: 'never', logLevel: 'silent' },
  })
  await settle()
  expect(state(modal).status).toBe('disconnected')
  isOffline = false
  await modal.disconnect('fake', 'fake-wallet')
  expect(JSON.parse(localStorage.getItem(storageKey) ?? '{}').data).toEqual([['fake-other']])
})

describe('connecting', () => {
  test('has the state `connecting` immediately, before the code is loaded', async () => {
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

  test('changes nothing if it is aborted before the code is loaded', async () => {
    const fake = createFakeNamespace()
    using modal = create(fake)
    const stop = new AbortController()
    const outcome = modal.connections.connect(fake.wallet.connector, { signal: stop.signal })
    stop.abort()
    expect(await outcome).toEqual({ status: 'superseded' })
    expect([state(modal), fake.wallet.prompts]).toEqual([{ status: 'disconnected' }, 0])
  })

  test('with `silent: true` uses an existing permission and counts as restored', async () => {
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

  test('with `silent: true` never prompts, and changes nothing without a permission', async () => {
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

  test('a choice of the visitor replaces a silent attempt', async () => {
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
    ['rejects the request', 'reject', { status: 'rejected' }],
    [
      'fails',
      'fail',
      expect.objectContaining({ code: 'CONNECT_FAILED', message: 'fake wallet could not connect: the wallet failed' }),
    ],
  ] as const)('a wallet that %s does not affect the previous connection', async (_, behaviour, answer) => {
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

  test('a wallet without accounts, and an invalid provider, fail with a readable error', async () => {
    const fake = createFakeNamespace()
    using modal = create(fake)
    fake.wallet.addresses = []
    await expect(modal.connections.connect(fake.wallet.connector)).rejects.toMatchObject({ code: 'CONNECT_FAILED' })
    const invalid: Connector = { ...fake.other.connector, provider: async () => 'nothing' }
    await expect(modal.connections.connect(invalid)).rejects.toMatchObject({
      code: 'CONNECT_FAILED',
      message: expect.stringContaining('not a fake wallet'),
    })
    expect(state(modal)).toEqual({ status: 'disconnected' })
  })

  test('a wallet that did not authorize this namespace changes nothing and emits no failure', async () => {
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

  test('a silent attempt never prompts, and emits nothing without a permission', async () => {
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

  test('if a wallet throws an object whose getters throw, the request fails with CONNECT_FAILED and nothing changes', async () => {
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

  test('a wallet to whose events the kernel cannot subscribe is not connected', async () => {
    const fake = createFakeNamespace()
    using modal = create(fake)
    fake.wallet.provider.listen = () => {
      throw new Error('deaf')
    }
    await expect(modal.connections.connect(fake.wallet.connector)).rejects.toMatchObject({ code: 'CONNECT_FAILED' })
    expect([state(modal), localStorage.length]).toEqual([{ status: 'disconnected' }, 0])
  })

  test('a second reply of a wallet has no effect', async () => {
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

  test('the previous wallet may disconnect during an attempt, and is not restored when the attempt fails', async () => {
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

test.each([
  ['reject', [4001, 'declined', 'FakeRejection']],
  ['fail', [undefined, 'the wallet failed', undefined]],
] as const)(
  'if the wallet answers "%s", signMessage rejects with the code, message and cause %j',
  async (behaviour, parts) => {
    const fake = createFakeNamespace()
    using modal = create(fake)
    await modal.connections.connect(fake.wallet.connector)
    fake.wallet.behaviour = behaviour
    const error = await modal.connections.adapter('fake').signMessage('hello').catch(Object)
    expect([error.code, error.message, error.cause?.name]).toEqual(parts)
  },
)

test('C4: signMessage rejects if the account changes while the signature is pending', async () => {
  const fake = createFakeNamespace()
  using modal = create(fake)
  await modal.connections.connect(fake.wallet.connector)
  const signature = modal.connections.adapter('fake').signMessage('hello')
  modal.connections.adapter('fake').switchAccount('fake-2')
  await expect(signature).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
})

test.each(['signMessage', 'switchNetwork'] as const)(
  '%s rejects if the wallet disconnects before it answers',
  async (method) => {
    const fake = createFakeNamespace()
    using modal = create(fake)
    await modal.connections.connect(fake.wallet.connector)
    fake.wallet.behaviour = 'hang'
    const answer = modal.connections.adapter('fake')[method]('fake:2')
    await modal.connections.disconnect()
    await expect(answer).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
  },
)
