// @vitest-environment happy-dom
import { type Connector, createWalletModal } from '@wallet-modal/kernel'
import { expect, it } from 'vitest'
import { eip155 } from './index.js'

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

it('an account that a wallet lists in two writings is one account, also in what it tells later', async () => {
  let tell = (_: unknown): void => undefined
  const provider = {
    request: async ({ method }: { readonly method: string }) =>
      method === 'eth_chainId' ? '0x1' : [address.toLowerCase(), other, address],
    on(event: string, listener: (payload: unknown) => void) {
      if (event === 'accountsChanged') tell = listener
    },
  }
  using modal = createWalletModal({ plugins: [eip155()], prefetch: 'never', logLevel: 'silent' })
  const addresses = () => modal.connections.active.peek()?.accounts.map((account) => account.address)
  await modal.connections.connect(connectorOf(provider))
  expect(addresses()).toEqual([address, other])
  tell([other, other.toLowerCase()])
  expect(addresses()).toEqual([other])
})

it('a provider tells the type of its accounts, with every list of them', async () => {
  let tell = (_: unknown): void => undefined
  let type = 'smartAccount'
  const provider = {
    request: async ({ method }: { readonly method: string }) => (method === 'eth_chainId' ? '0x1' : [address]),
    on(event: string, listener: (payload: unknown) => void) {
      if (event === 'accountsChanged') tell = listener
    },
    accountType: () => type,
  }
  using modal = createWalletModal({ plugins: [eip155()], prefetch: 'never', logLevel: 'silent' })
  const account = () => modal.connections.active.peek()?.account
  await modal.connections.connect(connectorOf(provider))
  expect(account()).toEqual({ address, type: 'smartAccount', isDelegated: true })
  type = 'eoa'
  tell([address])
  expect(account()).toEqual({ address, type: 'eoa' })
})

it('a field of that name that is another thing says nothing', async () => {
  const request = async ({ method }: { readonly method: string }) => (method === 'eth_chainId' ? '0x1' : [address])
  using modal = createWalletModal({ plugins: [eip155()], prefetch: 'never', logLevel: 'silent' })
  await modal.connections.connect(connectorOf({ request, accountType: 'smartAccount' }))
  expect(modal.connections.active.peek()?.account.type).toBe('eoa')
})

it.each([
  ['on', 'throws'],
  ['on', 'is none'],
  ['removeListener', 'throws'],
])('a wallet whose "%s" %s connects, and is left', async (broken, how) => {
  const provider = {
    request: async ({ method }: { readonly method: string }) => (method === 'eth_chainId' ? '0x1' : [address]),
    on: () => undefined,
    removeListener: () => undefined,
    [broken]:
      how === 'is none'
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
