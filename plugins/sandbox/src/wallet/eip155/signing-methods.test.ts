import { createWalletModal, definePlugin, type Network } from '@wallet-modal/kernel'
import { createFakeApi } from '@wallet-modal/kernel/testing'
import { stringToHex, verifyMessage, verifyTypedData } from 'viem'
import { expect, it, onTestFinished } from 'vitest'
import type { ApprovalRequest } from '../../contract.js'
import { createEip155Wallet } from './provider.js'
import { createSigner } from './signer.js'

const network: Network = {
  caipNetworkId: 'eip155:31337',
  namespace: 'eip155',
  reference: '31337',
  name: 'Local',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [],
}
const [address = ''] = createSigner().addresses
const signerAddress = address as `0x${string}`

/** Connected wallet with a visitor who approves every request. */
function createWallet() {
  const approvalRequests: Omit<ApprovalRequest, 'domain'>[] = []
  const api = createFakeApi({}) // every request fails
  const wallet = definePlugin({ name: 'wallet', kernel: '^0.1', setup: (ctx) => ctx })
  const modal = createWalletModal({
    plugins: [api.plugin, wallet()],
    networks: [network],
    prefetch: 'never',
    logLevel: 'silent',
  })
  onTestFinished(() => {
    modal.dispose()
    api[Symbol.dispose]()
  })
  const { request } = createEip155Wallet({
    ctx: modal.use(wallet) ?? expect.fail('The plugin did not start.'),
    host: 'site.test',
    networks: [network],
    ask: async (approvalRequest) => void approvalRequests.push(approvalRequest),
    walletStorage: { get: () => ({ connected: true, caipNetworkId: network.caipNetworkId }), set: () => {} },
  })
  return { request, approvalRequests }
}

const typedData = {
  domain: { name: 'Shop', chainId: 31_337 },
  types: { Order: [{ name: 'amount', type: 'uint256' }] },
  primaryType: 'Order',
  message: { amount: '5' },
} as const

it('signs a message in hex', async () => {
  const { request, approvalRequests } = createWallet()
  const raw = stringToHex('Hello')
  const signature = (await request({ method: 'personal_sign', params: [raw, address] })) as `0x${string}`
  expect(await verifyMessage({ address: signerAddress, message: 'Hello', signature })).toBe(true)
  expect(approvalRequests).toMatchObject([{ kind: 'message', payload: 'Hello' }])
})

it.each([
  ['as JSON', JSON.stringify(typedData)],
  ['as an object', typedData],
])('signs typed data %s', async (_, data) => {
  const { request, approvalRequests } = createWallet()
  const signature = (await request({ method: 'eth_signTypedData_v4', params: [address, data] })) as `0x${string}`
  const message = { amount: 5n }
  expect(await verifyTypedData({ ...typedData, message, address: signerAddress, signature })).toBe(true)
  const facts = expect.arrayContaining([
    { label: 'signedDomain', value: 'Shop' },
    { label: 'contract', value: '—' },
  ])
  expect(approvalRequests).toMatchObject([{ kind: 'typedData', facts }])
})

it.each([
  ['text', 'Hello'],
  ['half a byte', '0x123'],
  ['nothing', undefined],
])('refuses a message that is not hex, with -32602: %s', async (_, message) => {
  const { request, approvalRequests } = createWallet()
  const signing = request({ method: 'personal_sign', params: [message, address] })
  await expect(signing).rejects.toMatchObject({ name: 'ProviderRpcError', code: -32602 })
  expect(approvalRequests).toEqual([])
})

it.each([
  ['not JSON', '{"domain":'],
  ['nothing', undefined],
  ['null', 'null'],
  ['a number', '5'],
  ['no types', JSON.stringify({ ...typedData, types: undefined })],
  ['an unknown primary type', JSON.stringify({ ...typedData, primaryType: 'Other' })],
  ['a message that does not match its type', JSON.stringify({ ...typedData, message: { amount: 'five' } })],
])('refuses typed data that it cannot encode, with -32602: %s', async (_, data) => {
  const { request, approvalRequests } = createWallet()
  const signing = request({ method: 'eth_signTypedData_v4', params: [address, data] })
  await expect(signing).rejects.toMatchObject({ name: 'ProviderRpcError', code: -32602 })
  expect(approvalRequests).toEqual([])
})
