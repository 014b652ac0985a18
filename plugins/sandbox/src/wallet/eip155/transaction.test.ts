import { createWalletModal, definePlugin } from '@wallet-modal/kernel'
import { createFakeApi } from '@wallet-modal/kernel/testing'
import { isHex, parseTransaction } from 'viem'
import { expect, it } from 'vitest'
import { createSigner } from './signer.js'
import { sendTransaction, type TransactionRequest } from './transaction.js'

const to = `0x${'cd'.repeat(20)}`
const data = '0xa9059cbb'

interface NodeRequest {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

/** Sends a transaction to a node whose estimate is 50,000 gas for calls with {@link data}, and 21,000 for others. Resolves with the sent transaction. */
async function send(request: TransactionRequest) {
  let sent: unknown
  const reply = ({ id, method, params }: NodeRequest): object => {
    if (method === 'eth_sendRawTransaction') [sent] = params
    const isCall = Reflect.get(Object(params[0]), 'data') === data
    return { jsonrpc: '2.0', id, result: method === 'eth_estimateGas' && isCall ? '0xc350' : '0x5208' }
  }
  using api = createFakeApi({
    'rpc:/v1/': ({ body }: { body: unknown }) => (Array.isArray(body) ? body.map(reply) : reply(body as NodeRequest)),
  })
  const wallet = definePlugin({
    name: 'wallet',
    kernel: '^0.1',
    permissions: { api: ['rpc:*'] },
    setup: (ctx) => ctx,
  })
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const network = { caipNetworkId: 'eip155:31337', namespace: 'eip155', reference: '31337', name: 'Local' }
  using modal = createWalletModal({
    plugins: [api.plugin, wallet()],
    networks: [{ ...network, nativeCurrency, rpcUrls: [] }],
    prefetch: 'never',
    logLevel: 'silent',
  })
  const ctx = modal.use(wallet) ?? expect.fail('The plugin did not start.')
  const signer = createSigner()
  const [address = ''] = signer.addresses
  await sendTransaction(ctx, { signer, address, caipNetworkId: network.caipNetworkId, request })
  return parseTransaction(isHex(sent) ? sent : expect.fail('Nothing was sent.'))
}

it.each(['data', 'input'] as const)('the gas limit is estimated with the calldata in "%s"', async (field) => {
  expect(await send({ to, [field]: data })).toMatchObject({ data, gas: 50_000n })
})

it('the gas limit of the request is used instead of an estimate', async () => {
  expect(await send({ to, input: data, gas: '0xea60' })).toMatchObject({ data, gas: 60_000n })
})

it('the tip of the node is limited to the maximum fee of the request', async () => {
  expect(await send({ to, maxFeePerGas: '0x100' })).toMatchObject({ maxFeePerGas: 256n, maxPriorityFeePerGas: 256n })
})
