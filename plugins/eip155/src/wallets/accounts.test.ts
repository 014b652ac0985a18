import { type Connector, createWalletModal } from '@wallet-modal/kernel'
import { afterEach, expect, it, vi } from 'vitest'
import { eip155 } from '../index.js'
import { ACCOUNTS_MS } from './watch-provider.js'

afterEach(() => vi.useRealTimers())

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const connectorOf = (provider: unknown): Connector => ({
  id: 'wallet',
  name: 'Wallet',
  type: 'ANNOUNCED',
  isInstalled: true,
  namespaces: ['eip155'],
  provider: async () => provider,
})

it('an address that the wallet lists in checksum case and in lower case is one account, at connect and after a change', async () => {
  let changeAccounts = (_: unknown): void => undefined
  const provider = {
    request: async ({ method }: { readonly method: string }) =>
      method === 'eth_chainId' ? '0x1' : [address.toLowerCase(), other, address],
    on(event: string, listener: (payload: unknown) => void) {
      if (event === 'accountsChanged') changeAccounts = listener
    },
  }
  using modal = createWalletModal({ plugins: [eip155()], prefetch: 'never', logLevel: 'silent' })
  const addresses = () => modal.connections.active.peek()?.accounts.map((account) => account.address)
  await modal.connections.connect(connectorOf(provider))
  expect(addresses()).toEqual([address, other])
  changeAccounts([other, other.toLowerCase()])
  expect(addresses()).toEqual([other])
})

it('the accountType() of a provider sets the account type, at connect and after a change', async () => {
  let changeAccounts = (_: unknown): void => undefined
  let type = 'smartAccount'
  const provider = {
    request: async ({ method }: { readonly method: string }) => (method === 'eth_chainId' ? '0x1' : [address]),
    on(event: string, listener: (payload: unknown) => void) {
      if (event === 'accountsChanged') changeAccounts = listener
    },
    accountType: () => type,
  }
  using modal = createWalletModal({ plugins: [eip155()], prefetch: 'never', logLevel: 'silent' })
  const account = () => modal.connections.active.peek()?.account
  await modal.connections.connect(connectorOf(provider))
  expect(account()).toEqual({ address, type: 'smartAccount', isDelegated: true })
  type = 'eoa'
  changeAccounts([address])
  expect(account()).toEqual({ address, type: 'eoa' })
})

it('an accountType that is not a function is ignored', async () => {
  const request = async ({ method }: { readonly method: string }) => (method === 'eth_chainId' ? '0x1' : [address])
  using modal = createWalletModal({ plugins: [eip155()], prefetch: 'never', logLevel: 'silent' })
  await modal.connections.connect(connectorOf({ request, accountType: 'smartAccount' }))
  expect(modal.connections.active.peek()?.account.type).toBe('eoa')
})

it.each([
  ['on', 'throws'],
  ['on', 'is not a function'],
  ['removeListener', 'throws'],
])('a wallet whose "%s" %s can still connect and disconnect', async (broken, how) => {
  const provider = {
    request: async ({ method }: { readonly method: string }) => (method === 'eth_chainId' ? '0x1' : [address]),
    on: () => undefined,
    removeListener: () => undefined,
    [broken]:
      how === 'is not a function'
        ? true
        : () => {
            throw new Error('not here')
          },
  }
  using modal = createWalletModal({ plugins: [eip155()], prefetch: 'never', logLevel: 'silent' })
  await modal.connections.connect(connectorOf(provider))
  expect(modal.connections.active.peek()?.account.address).toBe(address)
  await modal.connections.disconnect()
  expect(modal.connections.active.peek()).toBeNull()
})

it.each([
  ['does not answer any more is disconnected', [], undefined],
  ['recovers stays connected, although it lost the request', ['connect', undefined], address],
  ['switches its network stays connected, although it lost the request', ['chainChanged', '0x1'], address],
] as const)('a wallet that emits "disconnect" and then %s', async (_, [nextEvent, value], expected) => {
  vi.useFakeTimers()
  const listeners = new Map<string, (value?: unknown) => void>()
  const emitDisconnect = (): void => listeners.get('disconnect')?.()
  let isDead = false
  const provider = {
    request: async ({ method }: { readonly method: string }) => {
      if (isDead) return new Promise(() => undefined)
      return method === 'eth_chainId' ? '0x1' : [address]
    },
    on: (event: string, listener: (value?: unknown) => void) => void listeners.set(event, listener),
  }
  using modal = createWalletModal({ plugins: [eip155()], prefetch: 'never', logLevel: 'silent' })
  await modal.connections.connect(connectorOf(provider))
  emitDisconnect()
  await vi.advanceTimersByTimeAsync(ACCOUNTS_MS)
  expect(modal.connections.active.peek()?.account.address).toBe(address)
  isDead = true
  emitDisconnect()
  if (nextEvent) listeners.get(nextEvent)?.(value)
  await vi.advanceTimersByTimeAsync(ACCOUNTS_MS)
  expect(modal.connections.active.peek()?.account.address).toBe(expected)
})
