import { WalletModalError } from '@wallet-modal/kernel'
import { createFakeContext, createFakeNetwork, createFakeRpc, createFakeService } from '@wallet-modal/kernel/testing'
import { encodeErrorResult, encodeFunctionData, parseAbi } from 'viem'
import { expect, it } from 'vitest'
import { createEns } from './ens.js'

const RESOLVER = '0xeeeeeeee14d718c2b47d9923deab1335e144eeee'
const LIMIT = 40

/** Offchain lookup (ERC-3668) of a batch of records. */
const lookupOf = (recordCount: number) =>
  encodeErrorResult({
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
        args: [
          Array.from({ length: recordCount }, () => ({
            ...({ sender: RESOLVER, data: '0x12' } as const),
            urls: ['https://gateway.example/{sender}/{data}'],
          })),
        ],
      }),
      '0x12345678',
      '0x',
    ],
  })

it.each([
  ['answers each lookup with another lookup', 0],
  ['asks for a thousand records in each lookup', 1000],
])('a name whose contract %s is not read endlessly', async (_, recordCount) => {
  let requestCount = 0
  const countRequest = (): void => {
    requestCount += 1
    if (requestCount > 5000) throw new Error('endless')
  }
  const data = lookupOf(recordCount)
  const rpc = createFakeRpc(() => {
    countRequest()
    const cause = { code: 3, message: 'execution reverted', data }
    throw new WalletModalError('RPC_ERROR', 'execution reverted', { status: 3, cause })
  })
  const service = createFakeService(() => {
    countRequest()
    return { data: '0x' }
  })
  const ctx = createFakeContext({ api: { rpc, service: () => service } })
  const ens = createEns(ctx, { gateways: ['https://gateway.example'] })
  const network = createFakeNetwork('eip155:1')
  const request = { name: 'endless.eth', coinType: '60', network, signal: new AbortController().signal }
  await expect(ens.resolve(request)).rejects.toThrow()
  expect(requestCount).toBe(LIMIT)
})
