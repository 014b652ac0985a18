import type { Network } from '@wallet-modal/kernel'
import { encodeFunctionData, type Hex, padHex, parseAbi, toFunctionSelector, zeroAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { decodeLifi } from './calls.js'

const network: Network = {
  ...{ caipNetworkId: 'eip155:1', namespace: 'eip155', reference: '1', name: 'Ethereum', rpcUrls: [] },
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
}
const diamond = '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE'
const account = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
const stranger = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const decode = (call: object) =>
  decodeLifi(call, { network, from: account }, [{ caipNetworkId: 'eip155:1', address: diamond }])

const names = ['ERC20ToERC20', 'ERC20ToNative', 'NativeToERC20'].flatMap((sides) => [
  `swapTokensSingleV3${sides}`,
  `swapTokensMultipleV3${sides}`,
])
const signature = (name: string): string =>
  `function ${name}(bytes32 id, string integrator, string referrer, address receiver, uint256 minimum, (address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit)${name.includes('Single') ? '' : '[]'} swaps) payable`

interface Swap {
  readonly from?: Hex
  readonly to?: Hex
  readonly amount?: bigint
  readonly isDeposit?: boolean
}
const swapOf = ({ from = dai, to = usdc, amount = 7n, isDeposit = true }: Swap) => ({
  ...{ callTo: stranger, approveTo: stranger, callData: '0x1234', requiresDeposit: isDeposit },
  ...{ sendingAssetId: from, receivingAssetId: to, fromAmount: amount },
})
function encode(name: string, swaps: readonly Swap[], receiver: Hex = account): Hex {
  const given = swaps.map(swapOf)
  const id = padHex('0x1', { size: 32 })
  const args = [id, 'site', zeroAddress, receiver, 5n, name.includes('Single') ? given[0] : given]
  return encodeFunctionData({ abi: parseAbi([signature(name)]), functionName: name, args } as never)
}
const expectedSwap = (pay: string, receive: string) => ({
  ...{ type: 'swap', receiver: account, target: diamond },
  pay: { assetId: pay, amount: 7n },
  receiveAtLeast: { assetId: receive, amount: 5n },
})
const coin = 'eip155:1/slip44:60'
const idOf = (token: string): string => `eip155:1/erc20:${token}`

describe('decodeLifi', () => {
  it('has the function selectors of the deployed GenericSwapFacetV3', () => {
    expect(names.map((name) => toFunctionSelector(signature(name))).toSorted()).toEqual([
      ...['0x2c57e884', '0x4666fc80', '0x5fd9ae2e', '0x733214a3', '0x736eac0b', '0xaf7060fd'],
    ])
  })

  it('decodes single swaps of tokens and coins', () => {
    expect(decode({ to: diamond, data: encode('swapTokensSingleV3ERC20ToERC20', [{}]) })).toEqual(
      expectedSwap(idOf(dai), idOf(usdc)),
    )
    expect(decode({ to: diamond, data: encode('swapTokensSingleV3ERC20ToNative', [{ to: zeroAddress }]) })).toEqual(
      expectedSwap(idOf(dai), coin),
    )
    const paid = { to: diamond, data: encode('swapTokensSingleV3NativeToERC20', [{ from: zeroAddress }]), value: 7n }
    expect(decode(paid)).toEqual(expectedSwap(coin, idOf(usdc)))
  })

  it('decodes a fee and a swap, with the total amount that the account pays', () => {
    const swaps: readonly Swap[] = [{ to: dai }, { amount: 6n, isDeposit: false }]
    for (const name of ['swapTokensMultipleV3ERC20ToERC20', 'swapTokensGeneric'])
      expect(decode({ to: diamond, data: encode(name, swaps) }), name).toEqual(expectedSwap(idOf(dai), idOf(usdc)))
    const ofCoins = [
      { from: zeroAddress, to: zeroAddress, amount: 1n },
      { from: zeroAddress, amount: 6n },
    ] as const
    expect(decode({ to: diamond, data: encode('swapTokensMultipleV3NativeToERC20', ofCoins), value: 7n })).toEqual(
      expectedSwap(coin, idOf(usdc)),
    )
  })

  const single = encode('swapTokensSingleV3ERC20ToERC20', [{}])
  it.each([
    ['of another contract', { to: stranger }],
    ['of tokens with a coin value', { value: 1n }],
    ['with additional bytes', { data: `${single}00` }],
    ['of another function', { data: `0xdeadbeef${single.slice(10)}` }],
    ['with truncated data', { data: single.slice(0, 200) }],
    ['with data that is not a string', { data: 7 }],
    ['to something that is not an address', { to: 7 }],
    ['to a shortened address', { to: diamond.slice(0, 20) }],
    ['with a value that is not a bigint', { value: 0 }],
    ['without a receiver', { data: encode('swapTokensSingleV3ERC20ToERC20', [{}], zeroAddress) }],
    ['without swaps', { data: encode('swapTokensMultipleV3ERC20ToERC20', []) }],
    ['that takes a second token', { data: encode('swapTokensMultipleV3ERC20ToERC20', [{}, { from: usdc, to: dai }]) }],
    [
      'that returns coins in a function for tokens',
      { data: encode('swapTokensSingleV3ERC20ToERC20', [{ to: zeroAddress }]) },
    ],
    ['that pays tokens in a function for coins', { data: encode('swapTokensSingleV3NativeToERC20', [{}]) }],
    [
      'with a value below the swapped amount',
      { data: encode('swapTokensGeneric', [{ from: zeroAddress }]), value: 6n },
    ],
  ])('is undefined for a call %s', (_, change) => {
    expect(decode({ to: diamond, data: single, value: 0n, ...change })).toBeUndefined()
  })

  it('is undefined on a network for which no contract is listed, and for anything that is not a call', () => {
    const other = { ...network, caipNetworkId: 'eip155:2', reference: '2' }
    const contracts = [{ caipNetworkId: 'eip155:1', address: diamond }]
    expect(decodeLifi({ to: diamond, data: single }, { network: other, from: account }, contracts)).toBeUndefined()
    for (const call of [undefined, null, 'call', {}]) expect(decode(call as object)).toBeUndefined()
  })

  it('adds up the amounts of all deposits', () => {
    const twice = encode('swapTokensMultipleV3ERC20ToERC20', [{ to: dai }, { amount: 6n }])
    expect(decode({ to: diamond, data: twice })?.pay.amount).toBe(13n)
  })
})
