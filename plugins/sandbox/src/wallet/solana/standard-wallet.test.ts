// @vitest-environment happy-dom
import { getWallets } from '@wallet-standard/app'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createStandardWallet, register } from './standard-wallet.js'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

const account = { address: 'one' }
function createLoaded() {
  const listeners = new Set<(change: object) => void>()
  const connect = vi.fn(async () => ({ accounts: [account] }))
  const on = (_event: string, listener: (change: object) => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const loaded = {
    accounts: [account],
    features: { 'standard:connect': { connect }, 'standard:events': { on } },
  }
  return { loaded, listeners, connect }
}
const connectOf = (wallet: object) => Reflect.get(wallet, 'features')['standard:connect'].connect
const onOf = (wallet: object) => Reflect.get(wallet, 'features')['standard:events'].on

describe('the sandbox wallet for other clients on the page', () => {
  it('is found by Wallet Standard clients that start before or after the wallet, until the wallet is unregistered', () => {
    const wallet = createStandardWallet(async () => ({}))
    const { get } = getWallets()
    const stop = register(wallet)
    expect(get()).toContain(wallet)
    const later: object[] = []
    const unregister = vi.fn()
    const registry = {
      register(...wallets: readonly object[]) {
        later.push(...wallets)
        return unregister
      },
    }
    dispatchEvent(Object.assign(new Event('wallet-standard:app-ready'), { detail: registry }))
    expect(later).toEqual([wallet])
    stop()
    expect(get()).not.toContain(wallet)
    expect(unregister).toHaveBeenCalledOnce()
    dispatchEvent(Object.assign(new Event('wallet-standard:app-ready'), { detail: registry }))
    expect(later).toHaveLength(1)
  })

  it('loads its code at the first request, has no accounts before that, and forwards events', async () => {
    const { loaded, listeners, connect } = createLoaded()
    const load = vi.fn(async () => loaded)
    const wallet = createStandardWallet(load)
    const receivedEvents: object[] = []
    const stop = onOf(wallet)('change', (change: object) => receivedEvents.push(change))
    const removeListener = onOf(wallet)('change', () => receivedEvents.push({ removed: true }))
    removeListener()
    expect(Reflect.get(wallet, 'accounts')).toEqual([])
    expect(load).not.toHaveBeenCalled()
    const silent = { silent: true }
    expect(await Promise.all([connectOf(wallet)(silent), connectOf(wallet)()])).toHaveLength(2)
    expect(connect.mock.calls).toEqual([[silent], []])
    expect(Reflect.get(wallet, 'accounts')).toEqual([account])
    expect(listeners.size).toBe(1)
    for (const listener of listeners) listener({ accounts: [] })
    expect(receivedEvents).toEqual([{ accounts: [] }])
    stop()
    expect(listeners.size).toBe(0)
  })

  it('downloads its code again after a failure, and rejects a call of an unsupported feature', async () => {
    const { loaded } = createLoaded()
    const load = vi.fn(async (): Promise<object> => loaded).mockRejectedValueOnce(new Error('offline'))
    const wallet = createStandardWallet(load)
    await expect(connectOf(wallet)()).rejects.toThrow('offline')
    await expect(connectOf(wallet)()).resolves.toEqual({ accounts: [account] })
    await expect(Reflect.get(wallet, 'features')['solana:signIn'].signIn()).rejects.toThrow('no solana:signIn')
  })
})
