import { createWalletModal, definePlugin } from '@wallet-modal/kernel'
import { type Sandbox, startSandbox } from '@wallet-modal/sandbox/server'
import { type Address, createTestClient, http, parseAbi, parseEther, publicActions, walletActions } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { anvil } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createNode } from '../../plugins/eip155/src/node.js'
import { limitOf } from '../../plugins/eip155/src/send/limit.js'
import { toTransferCall } from '../../plugins/eip155/src/send/transfer.js'
import { estimateAffordableCosts } from '../../plugins/eip155/src/transactions/costs.js'
import { serializeUnsigned } from '../../plugins/eip155/src/transactions/l1-fee.js'
import { contractBytecode } from '../../plugins/sandbox/src/server/evm/contracts/contract-bytecode.js'

const ORACLE = '0x420000000000000000000000000000000000000F'
const abi = parseAbi(['function getL1Fee(bytes) view returns (uint256)'])
const host = definePlugin({
  name: 'host',
  kernel: '^0.1',
  permissions: { api: ['rpc:*'] },
  setup: (ctx) => ctx,
})
const stranger = (): Address => privateKeyToAddress(generatePrivateKey())

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 })
})
afterAll(() => sandbox?.stop())

const urlOf = (): string => `${sandbox.url}/v1/?chainId=eip155:31337&projectId=test`
const clientOf = () =>
  createTestClient({ chain: anvil, mode: 'anvil', transport: http(urlOf()) })
    .extend(publicActions)
    .extend(walletActions)

/** Installs the sandbox's replacement for the OP Stack's gas price oracle at the oracle's address. */
async function installOracle(): Promise<void> {
  const client = clientOf()
  const account = stranger()
  await client.setBalance({ address: account, value: parseEther('1') })
  await client.impersonateAccount({ address: account })
  const hash = await client.sendTransaction({ account, data: contractBytecode.GasPriceOracle })
  const { contractAddress } = await client.waitForTransactionReceipt({ hash })
  const bytecode = await client.getCode({ address: contractAddress ?? ORACLE })
  await client.setCode({ address: ORACLE, bytecode: bytecode ?? '0x' })
}

describe('the L1 data fee on a real chain', () => {
  it('reduces the maximum amount and raises the required balance; without a GasPriceOracle, the fee is 0', async () => {
    using modal = createWalletModal({
      plugins: [host()],
      projectId: 'test',
      networks: [
        {
          ...{ caipNetworkId: 'eip155:31337', namespace: 'eip155', reference: '31337', name: 'Local' },
          ...{ nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 }, rpcUrls: [urlOf()] },
        },
      ],
    })
    const ctx = modal.use(host)
    if (!ctx) throw new Error('There is no context.')
    const node = createNode(ctx, 'eip155:31337')
    const from = stranger()
    await clientOf().setBalance({ address: from, value: parseEther('2') })
    const wanted = { from, receiver: stranger(), contract: undefined } as const
    const how = { speed: 'standard', isBatch: false } as const
    const costsOf = async (amount: bigint | 'max') => {
      const call = await toTransferCall(node, { ...wanted, amount, decimals: 18 })
      return estimateAffordableCosts(node, { from, call, ...how })
    }
    expect(await costsOf('max')).toMatchObject({ l1Fee: 0n })

    await installOracle()
    const { max, fee } = await limitOf(node, { ...wanted, ...how })
    const costs = await costsOf('max')
    expect([max + fee, costs.call.value + costs.fee]).toEqual([parseEther('2'), parseEther('2')])
    const unsigned = serializeUnsigned(costs, '31337')
    const l1Fee = await clientOf().readContract({ abi, address: ORACLE, functionName: 'getL1Fee', args: [unsigned] })
    expect(l1Fee).toBeGreaterThan(parseEther('0.1'))
    expect(costs.l1Fee).toBeGreaterThanOrEqual(l1Fee)
    expect(costs.l1Fee).toBeLessThan(l1Fee * 3n)
    await expect(costsOf(parseEther('1.9'))).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
  })
})
