// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { createFakeNamespace } from '../../testing/fake-namespace.js'
import { FakeRejection } from '../../testing/fake-wallet.js'
import { connected, networkChanged } from '../events.js'
import { SWITCH_MS } from './connection-requests.js'
import { create, resetEachTest } from './namespace.test.fixtures.js'

resetEachTest()

const connectOn = (fake: ReturnType<typeof createFakeNamespace>, modal: ReturnType<typeof create>, network: string) =>
  modal.connections.connect(fake.wallet.connector, { caipNetworkId: network })

it('connect() asks a wallet on another network to switch before the connection becomes active on the requested network', async () => {
  const fake = createFakeNamespace()
  using modal = create(fake)
  const changes = vi.fn()
  const networks: string[] = []
  modal.on(networkChanged, changes)
  modal.on(connected, ({ caipNetworkId }) => void networks.push(caipNetworkId))
  const outcome = await connectOn(fake, modal, 'fake:2')
  expect(outcome).toMatchObject({ status: 'connected', connection: { caipNetworkId: 'fake:2' } })
  expect(modal.connections.active.peek()?.caipNetworkId).toBe('fake:2')
  expect(networks).toEqual(['fake:2'])
  expect(changes).not.toHaveBeenCalled()
})

it('connect() can be cancelled while the wallet does not answer the switch, and nothing is connected', async () => {
  const fake = createFakeNamespace()
  using modal = create(fake)
  const stop = new AbortController()
  const switchNetwork = vi
    .spyOn(fake.wallet.provider, 'switchNetwork')
    .mockImplementation(() => new Promise(() => undefined))
  const { connector } = fake.wallet
  const outcome = modal.connections.connect(connector, { caipNetworkId: 'fake:2', signal: stop.signal })
  await vi.waitFor(() => expect(switchNetwork).toHaveBeenCalledOnce())
  expect(modal.connections.status.peek()).toBe('connecting')
  stop.abort()
  expect(await outcome).toEqual({ status: 'superseded' })
  expect(modal.connections.status.peek()).toBe('disconnected')
  expect(fake.wallet.listeners.size).toBe(0)
})

it('connect() reads accounts that the wallet changed while it switched', async () => {
  const fake = createFakeNamespace()
  using modal = create(fake)
  vi.spyOn(fake.wallet.provider, 'switchNetwork').mockImplementation(async (network) => {
    fake.wallet.changeAccounts(['fake-9'])
    fake.wallet.changeNetwork(network)
  })
  await connectOn(fake, modal, 'fake:2')
  expect(modal.connections.active.peek()).toMatchObject({ account: { address: 'fake-9' }, caipNetworkId: 'fake:2' })
})

it('connect() reads the network again if the wallet leaves the requested one at once', async () => {
  const fake = createFakeNamespace()
  using modal = create(fake)
  vi.spyOn(fake.wallet.provider, 'switchNetwork').mockImplementation(async (network) => {
    fake.wallet.changeNetwork(network)
    fake.wallet.changeNetwork('fake:1')
  })
  await connectOn(fake, modal, 'fake:2')
  expect(modal.connections.active.peek()?.caipNetworkId).toBe('fake:1')
})

it('connect() keeps the connection of a wallet that does not answer the switch in time, and follows its later switch', async () => {
  const fake = createFakeNamespace()
  using modal = create(fake)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const switchNetwork = vi
      .spyOn(fake.wallet.provider, 'switchNetwork')
      .mockImplementation(() => new Promise(() => undefined))
    const outcome = connectOn(fake, modal, 'fake:2')
    await vi.waitFor(() => expect(switchNetwork).toHaveBeenCalledOnce())
    await vi.advanceTimersByTimeAsync(SWITCH_MS)
    expect(await outcome).toMatchObject({ connection: { caipNetworkId: 'fake:1' }, networkSwitch: 'failed' })
    fake.wallet.changeNetwork('fake:2')
    expect(modal.connections.active.peek()?.caipNetworkId).toBe('fake:2')
  } finally {
    vi.useRealTimers()
  }
})

it('connect() without a prompt asks for no switch', async () => {
  const fake = createFakeNamespace()
  using modal = create(fake)
  fake.wallet.isPermitted = true
  const switchNetwork = vi.spyOn(fake.wallet.provider, 'switchNetwork')
  const [adapter] = modal.connections.adapters.peek()
  const outcome = await adapter?.connect(fake.wallet.connector, { silent: true, caipNetworkId: 'fake:2' })
  expect(outcome).toMatchObject({ status: 'connected', connection: { caipNetworkId: 'fake:1' } })
  expect(switchNetwork).not.toHaveBeenCalled()
})

it('connect() sends no switch request to a wallet that is on the requested network', async () => {
  const fake = createFakeNamespace()
  using modal = create(fake)
  const switchNetwork = vi.spyOn(fake.wallet.provider, 'switchNetwork')
  await connectOn(fake, modal, 'fake:1')
  expect(switchNetwork).not.toHaveBeenCalled()
})

it.each([
  ['rejected', new FakeRejection('declined')],
  ['failed', new Error('the wallet failed')],
])('connect() keeps the connection and reports the switch if it is %s', async (networkSwitch, error) => {
  const fake = createFakeNamespace()
  using modal = create(fake)
  vi.spyOn(fake.wallet.provider, 'switchNetwork').mockRejectedValue(error)
  const outcome = await connectOn(fake, modal, 'fake:2')
  expect(outcome).toMatchObject({ status: 'connected', connection: { caipNetworkId: 'fake:1' }, networkSwitch })
  expect(modal.connections.status.peek()).toBe('connected')
})

it('connect() rejects a network that the site does not list, without a request to the wallet', async () => {
  const fake = createFakeNamespace()
  using modal = create(fake)
  await expect(connectOn(fake, modal, 'fake:404')).rejects.toMatchObject({ code: 'UNKNOWN_NETWORK' })
  expect(fake.wallet.prompts).toBe(0)
  expect(modal.connections.status.peek()).toBe('disconnected')
})

it('connect() connects in the namespace of the requested network, and passes this network to the connector first', async () => {
  const fake = createFakeNamespace()
  using modal = create(fake)
  const provider = vi.fn(fake.wallet.connector.provider)
  const connector = { ...fake.wallet.connector, namespaces: ['other', 'fake'], provider }
  await modal.connections.connect(connector, { caipNetworkId: 'fake:2' })
  expect(modal.connections.active.peek()?.namespace).toBe('fake')
  expect(provider.mock.calls[0]?.[0].networks.map(({ caipNetworkId }) => caipNetworkId)).toEqual(['fake:2', 'fake:1'])
})

it('connect() connects although switchNetwork of the driver throws synchronously', async () => {
  const fake = createFakeNamespace()
  using modal = create(fake)
  vi.spyOn(fake.wallet.provider, 'switchNetwork').mockImplementation(() => {
    throw new TypeError('not a function')
  })
  const outcome = await connectOn(fake, modal, 'fake:2')
  expect(outcome).toMatchObject({ status: 'connected', networkSwitch: 'failed' })
})
