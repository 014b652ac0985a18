import {
  concatHex,
  encodeAbiParameters,
  encodeErrorResult,
  numberToHex,
  parseAbi,
  parseAbiParameters,
  size,
  zeroAddress,
} from 'viem'
import { afterEach, expect, it, vi } from 'vitest'
import { account } from '../siwx-server.test.fixtures.js'
import { verifyEip155 } from './eip155.js'

afterEach(() => vi.unstubAllGlobals())

const NODE = 'https://node.example/'
const INTERNAL = 'http://169.254.169.254/latest'
/** Contract to which the account is delegated (EIP-7702). */
const DELEGATE = '0x1111111111111111111111111111111111111111'

/** Signature by ERC-8010: viem then calls the account itself. */
function delegatedSignature(): string {
  const parameters = parseAbiParameters(
    '(uint256 chainId, address delegation, uint256 nonce, uint8 yParity, uint256 r, uint256 s), address to, bytes data',
  )
  const authorization = { chainId: 1n, delegation: DELEGATE, nonce: 0n, yParity: 0, r: 1n, s: 1n } as const
  const suffix = encodeAbiParameters(parameters, [authorization, zeroAddress, '0x'])
  return concatHex(['0x1234', suffix, numberToHex(size(suffix), { size: 32 }), `0x${'8010'.repeat(16)}`])
}

/** Error with which a contract asks its caller to request a URL (ERC-3668). */
const lookup = encodeErrorResult({
  abi: parseAbi([
    'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
  ]),
  args: [account.address, [INTERNAL], '0x', '0x12345678', '0x'],
})

it('an offchain lookup of the account (ERC-3668) makes the server request no URL and call the contract once', async () => {
  const urls: string[] = []
  let calls = 0
  const results: Readonly<Record<string, () => object>> = {
    eth_chainId: () => ({ result: '0x1' }),
    eth_getCode: () => ({ result: concatHex(['0xef0100', DELEGATE]) }),
    eth_call: () =>
      ++calls > 3 ? { result: '0x' } : { error: { code: 3, message: 'execution reverted', data: lookup } },
  }
  vi.stubGlobal('fetch', async (url: string, { body }: { readonly body: string }) => {
    urls.push(url)
    if (url !== NODE) return Response.json({ data: '0x' })
    const { id, method } = JSON.parse(body)
    return Response.json({ jsonrpc: '2.0', id, ...results[method]?.() })
  })
  const network = { caipNetworkId: 'eip155:1', rpcUrls: [NODE] }
  const message = {
    ...{ domain: 'shop.example', uri: 'https://shop.example', nonce: '0123456789abcdef' },
    ...{ address: account.address, caipNetworkId: 'eip155:1', issuedAt: '2026-11-22T04:20:00.000Z' },
  }
  expect(await verifyEip155({ message, text: 'text', signature: delegatedSignature(), network })).toBe(false)
  expect([urls.filter((url) => url !== NODE), calls]).toEqual([[], 1])
})
