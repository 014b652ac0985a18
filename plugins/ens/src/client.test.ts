import { type Context, WalletModalError } from '@wallet-modal/kernel'
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
  const read = async (): Promise<never> => {
    countRequest()
    const cause = { code: 3, message: 'execution reverted', data }
    throw new WalletModalError('RPC_ERROR', 'execution reverted', { status: 3, cause })
  }
  const get = async (): Promise<string> => {
    countRequest()
    return '0x'
  }
  const ens = createEns(
    {
      all: () => ({ peek: () => [] }),
      add: () => undefined,
      abortSignal: new AbortController().signal,
      api: { rpc: () => ({ read }), service: () => ({ get }) },
    } as unknown as Context,
    { gateways: ['https://gateway.example'] },
  )
  const network = { caipNetworkId: 'eip155:1', reference: '1' }
  const request = { name: 'endless.eth', coinType: '60', network, signal: new AbortController().signal }
  await expect(ens.resolve(request as unknown as Parameters<typeof ens.resolve>[0])).rejects.toThrow()
  expect(requestCount).toBe(LIMIT)
})
