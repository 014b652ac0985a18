// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createWalletModal } from '../../modal/modal.js'
import type { WalletModal } from '../../modal/wallet-modal.js'
import { createFakeNamespace, type FakeNamespace } from '../../testing/fake-namespace.js'

const create = (fake: FakeNamespace): WalletModal =>
  createWalletModal({ plugins: [fake.plugin()], networks: fake.networks, prefetch: 'never', logLevel: 'silent' })

beforeEach(() => localStorage.clear())

describe('a wallet that changes during the connection request', () => {
  const ask = async (change: (fake: FakeNamespace) => void) => {
    const fake = createFakeNamespace()
    const { wallet } = fake
    const { request } = wallet.provider
    // the wallet changes before its reply arrives, so the reply is outdated
    vi.spyOn(wallet.provider, 'request').mockImplementation(async (silent) => {
      const old = await request(silent)
      if (!silent) change(fake)
      return old
    })
    const modal = create(fake)
    const outcome = await modal.connections.connect(wallet.connector).catch((error: unknown) => error)
    return { fake, modal, outcome }
  }

  test('is connected with its latest account and network', async () => {
    const { modal, fake } = await ask(({ wallet, networks }) => {
      wallet.changeAccounts(['fake-7'])
      wallet.changeNetwork(networks[1].caipNetworkId)
    })
    expect(modal.connections.active.value).toMatchObject({
      account: { address: 'fake-7' },
      caipNetworkId: fake.networks[1].caipNetworkId,
    })
    expect(fake.wallet.prompts).toBe(1)
    modal.dispose()
  })

  test('is connected with its latest account even if the code that handles events is not loaded yet', async () => {
    const fake = createFakeNamespace()
    const { wallet } = fake
    const { request } = wallet.provider
    vi.spyOn(wallet.provider, 'request').mockImplementation(async (silent) => {
      const old = await request(silent)
      // after the reply was received, and before the code that handles events is loaded
      if (!silent) queueMicrotask(() => queueMicrotask(() => wallet.changeAccounts(['fake-7'])))
      return old
    })
    using modal = create(fake)
    await modal.connections.connect(wallet.connector)
    expect(modal.connections.active.value).toMatchObject({ account: { address: 'fake-7' } })
  })

  test('is not connected if the visitor revokes the permission in the wallet', async () => {
    const { modal, outcome, fake } = await ask(({ wallet }) => wallet.leave())
    expect(outcome).toMatchObject({ code: 'CONNECT_FAILED' })
    expect(modal.connections.active.value).toBeNull()
    expect(fake.wallet.listeners.size).toBe(0)
    modal.dispose()
  })

  test('is connected after a limited number of reads if it keeps changing', async () => {
    const fake = createFakeNamespace()
    const { wallet } = fake
    const { request } = wallet.provider
    const spy = vi.spyOn(wallet.provider, 'request').mockImplementation(async (silent) => {
      wallet.changeAccounts([`fake-${spy.mock.calls.length}`])
      return request(silent)
    })
    using modal = create(fake)
    expect(await modal.connections.connect(wallet.connector)).toMatchObject({ status: 'connected' })
    expect(spy).toHaveBeenCalledTimes(4)
  })
})

test('the kernel unsubscribes from a wallet whose connection request was aborted', async () => {
  const fake = createFakeNamespace()
  fake.wallet.behaviour = 'hang'
  using modal = create(fake)
  const stop = new AbortController()
  const outcome = modal.connections.connect(fake.wallet.connector, { signal: stop.signal })
  await vi.waitFor(() => expect(fake.wallet.listeners.size).toBe(1))
  stop.abort()
  expect(await outcome).toEqual({ status: 'superseded' })
  expect(fake.wallet.listeners.size).toBe(0)
})
