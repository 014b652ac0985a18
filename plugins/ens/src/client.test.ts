import { type Context, WalletModalError } from '@wallet-modal/kernel'
import { encodeErrorResult, encodeFunctionData, parseAbi } from 'viem'
import { expect, it } from 'vitest'
import { createEns } from './ens.js'

const RESOLVER = '0xeeeeeeee14d718c2b47d9923deab1335e144eeee'

/** Offchain lookup (ERC-3668) that needs no server, because its batch is empty. */
const lookup = encodeErrorResult({
  abi: parseAbi([
    'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
  ]),
  args: [
    RESOLVER,
    ['x-batch-gateway:true'],
    encodeFunctionData({
      abi: parseAbi([
        'struct Query { address sender; string[] urls; bytes data; }',
        'function query(Query[] queries) view returns (bool[] failures, bytes[] responses)',
      ]),
      args: [[]],
    }),
    '0x12345678',
    '0x',
  ],
})

it('a name whose contract answers each lookup with another lookup is not read endlessly', async () => {
  let calls = 0
  const read = async (): Promise<never> => {
    calls += 1
    if (calls > 200) throw new Error('endless')
    const cause = { code: 3, message: 'execution reverted', data: lookup }
    throw new WalletModalError('RPC_ERROR', 'execution reverted', { status: 3, cause })
  }
  const ens = createEns(
    {
      all: () => ({ peek: () => [] }),
      add: () => undefined,
      abortSignal: new AbortController().signal,
      api: { rpc: () => ({ read }) },
    } as unknown as Context,
    {},
  )
  const network = { caipNetworkId: 'eip155:1', reference: '1' }
  const request = { name: 'endless.eth', coinType: '60', network, signal: new AbortController().signal }
  await expect(ens.resolve(request as unknown as Parameters<typeof ens.resolve>[0])).rejects.toThrow()
  expect(calls).toBe(40)
})
