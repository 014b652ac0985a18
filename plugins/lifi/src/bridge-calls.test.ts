import type { Network } from '@wallet-modal/kernel'
import { encodeFunctionData, type Hex, padHex, parseAbi, zeroAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { decodeBridge } from './bridge-calls.js'
import { swapData } from './calls.js'

const network: Network = {
  ...{ caipNetworkId: 'eip155:1', namespace: 'eip155', reference: '1', name: 'Ethereum', rpcUrls: [] },
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
}
const diamond = '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE'
const account = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
const stranger = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const usdcOfOp = '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85'
const wordOf = (address: Hex): Hex => padHex(address, { size: 32 })
const diamonds = [{ caipNetworkId: 'eip155:1', address: diamond }]
const optimism: Network = {
  ...{ caipNetworkId: 'eip155:10', namespace: 'eip155', reference: '10', name: 'OP Mainnet', rpcUrls: [] },
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
}
const wrappedOfOp = '0x4200000000000000000000000000000000000006'
const destinations = { networks: [network, optimism], codeAt: async (): Promise<Hex> => '0x' }
const decode = (call: object, change: object = {}) =>
  decodeBridge(call, { network, from: account }, diamonds, { ...destinations, ...change })

const abi = parseAbi([
  swapData,
  'struct B { bytes32 id; string bridge; string integrator; address referrer; address sendingAssetId; address receiver; uint256 minAmount; uint256 destinationChainId; bool hasSourceSwaps; bool hasDestinationCall; }',
  'struct A { bytes32 receiverAddress; bytes32 refundAddress; bytes32 sendingAssetId; bytes32 receivingAssetId; uint256 outputAmount; uint128 outputAmountMultiplier; bytes32 exclusiveRelayer; uint32 quoteTimestamp; uint32 fillDeadline; uint32 exclusivityParameter; bytes message; }',
  'function startBridgeTokensViaAcrossV4(B bridge, A across) payable',
  'function swapAndStartBridgeTokensViaAcrossV4(B bridge, SwapData[] swaps, A across) payable',
])
const bridgeOf = (change: object = {}) => ({
  ...({
    id: wordOf('0x1'),
    bridge: 'across',
    integrator: 'site',
    referrer: zeroAddress,
    sendingAssetId: usdc,
  } as const),
  ...({ receiver: account, minAmount: 100n, destinationChainId: 10n } as const),
  ...{ hasSourceSwaps: false, hasDestinationCall: false },
  ...change,
})
const acrossOf = (change: object = {}) => ({
  ...{ receiverAddress: wordOf(account), refundAddress: wordOf(account), sendingAssetId: wordOf(usdc) },
  ...{ receivingAssetId: wordOf(usdcOfOp), outputAmount: 97n, outputAmountMultiplier: 970_000_000_000_000_000n },
  ...{ exclusiveRelayer: wordOf(zeroAddress), quoteTimestamp: 1, fillDeadline: 2, exclusivityParameter: 0 },
  ...{ message: '0x' as Hex, ...change },
})
const encodeBridge = (bridge: object = {}, across: object = {}): Hex =>
  encodeFunctionData({ abi, functionName: 'startBridgeTokensViaAcrossV4', args: [bridgeOf(bridge), acrossOf(across)] })
const swapOf = (change: object = {}) => ({
  ...({ callTo: stranger, approveTo: stranger, sendingAssetId: usdc, receivingAssetId: usdc } as const),
  ...{ fromAmount: 103n, callData: '0x1234' as Hex, requiresDeposit: true, ...change },
})
const encodeSwapAndBridge = (swaps: readonly object[], bridge: object = { hasSourceSwaps: true }): Hex =>
  encodeFunctionData({
    ...{ abi, functionName: 'swapAndStartBridgeTokensViaAcrossV4' },
    args: [bridgeOf(bridge), swaps.map(swapOf), acrossOf()],
  })
const expectedSwap = (pay: string, amount: bigint) => ({
  ...{ type: 'swap', receiver: account, target: diamond, pay: { assetId: `eip155:1/${pay}`, amount } },
  receiveAtLeast: { assetId: `eip155:10/erc20:${usdcOfOp}`, amount: 97n },
})

describe('decodeBridge', () => {
  it('decodes a bridge call of tokens and of coins', async () => {
    expect(await decode({ to: diamond, data: encodeBridge() })).toEqual(expectedSwap(`erc20:${usdc}`, 100n))
    expect(await decode({ to: diamond, data: encodeBridge({ sendingAssetId: zeroAddress }), value: 100n })).toEqual(
      expectedSwap('slip44:60', 100n),
    )
  })

  it('decodes a call with a fee or a swap before the bridge, and returns the amount before the fee or swap', async () => {
    expect(await decode({ to: diamond, data: encodeSwapAndBridge([{}]) })).toEqual(expectedSwap(`erc20:${usdc}`, 103n))
    const ofCoins = encodeSwapAndBridge([{ sendingAssetId: zeroAddress, fromAmount: 5n }])
    expect(await decode({ to: diamond, data: ofCoins, value: 5n })).toEqual(expectedSwap('slip44:60', 5n))
  })

  it.each([
    ['of another contract', { to: stranger }],
    ['of tokens with a coin value', { value: 1n }],
    ['with too few coins', { data: encodeBridge({ sendingAssetId: zeroAddress }), value: 99n }],
    ['with additional bytes', { data: `${encodeBridge()}00` }],
    ['of another function', { data: `0xdeadbeef${encodeBridge().slice(10)}` }],
    ['with a stranger as the receiver of Across', { data: encodeBridge({}, { receiverAddress: wordOf(stranger) }) }],
    ['with a stranger as the receiver of the bridge data', { data: encodeBridge({ receiver: stranger }) }],
    ['with a stranger as refund address', { data: encodeBridge({}, { refundAddress: wordOf(stranger) }) }],
    ['that deposits another token', { data: encodeBridge({}, { sendingAssetId: wordOf(dai) }) }],
    ['with a call on the destination chain', { data: encodeBridge({ hasDestinationCall: true }) }],
    ['with a message', { data: encodeBridge({}, { message: '0x12' }) }],
    ['without swaps but with hasSourceSwaps', { data: encodeBridge({ hasSourceSwaps: true }) }],
    ['with swaps but without hasSourceSwaps', { data: encodeSwapAndBridge([{}], { hasSourceSwaps: false }) }],
    ['of the swap function without swaps', { data: encodeSwapAndBridge([]) }],
    ['that takes a second token', { data: encodeSwapAndBridge([{}, { sendingAssetId: dai }]) }],
    ['whose swaps return another token', { data: encodeSwapAndBridge([{ receivingAssetId: dai }]) }],
    ['to the same chain', { data: encodeBridge({ destinationChainId: 1n }) }],
    ['to an unknown chain', { data: encodeBridge({ destinationChainId: 31338n }) }],
    [
      'to a token that is not an EVM address',
      { data: encodeBridge({}, { receivingAssetId: padHex('0x1', { dir: 'right' }) }) },
    ],
    ['to the zero address as token', { data: encodeBridge({}, { receivingAssetId: wordOf(zeroAddress) }) }],
    ['with an output amount of 0', { data: encodeBridge({}, { outputAmount: 0n }) }],
    ['with an input amount of 0', { data: encodeBridge({ minAmount: 0n }) }],
    ['without an address', { to: undefined }],
  ])('is undefined for a call %s', async (_, change) => {
    expect(await decode({ to: diamond, data: encodeBridge(), value: 0n, ...change })).toBeUndefined()
  })

  describe('for a bridge that pays the wrapped coin', () => {
    const data = encodeBridge({}, { receivingAssetId: wordOf(wrappedOfOp) })
    const received = async (change: object) => (await decode({ to: diamond, data }, change))?.receiveAtLeast

    it('returns the coin for an account without code, because Across unwraps it', async () => {
      const requests: string[][] = []
      const codeAt = async (...args: string[]): Promise<Hex> => {
        requests.push(args)
        return '0x'
      }
      expect(await received({ codeAt })).toEqual({ assetId: 'eip155:10/slip44:60', amount: 97n })
      expect(requests).toEqual([['eip155:10', account]])
    })

    it('returns the wrapped coin for a contract', async () => {
      expect(await received({ codeAt: async () => '0x6080' })).toEqual({
        ...{ assetId: `eip155:10/erc20:${wrappedOfOp}`, amount: 97n },
      })
    })

    it('is undefined for a delegated account or an unlisted network, and rejects if the code is unreadable', async () => {
      expect(await received({ codeAt: async () => `0xEF0100${usdc.slice(2)}` })).toBeUndefined()
      expect(await received({ networks: [network] })).toBeUndefined()
      const codeAt = async (): Promise<Hex> => {
        throw new Error('the node does not answer')
      }
      await expect(received({ codeAt })).rejects.toThrow('the node does not answer')
    })
  })

  it('decodes swaps to a chain of the wrappedCoins option, except to a wrapped coin of an unlisted network', async () => {
    const added = [{ caipNetworkId: 'eip155:31338', address: dai }]
    const to = (token: string): Hex =>
      encodeBridge({ destinationChainId: 31338n }, { receivingAssetId: wordOf(token as Hex) })
    const read = (token: string) => decode({ to: diamond, data: to(token) }, { wrappedCoins: added })
    expect((await read(usdcOfOp))?.receiveAtLeast).toEqual({ assetId: `eip155:31338/erc20:${usdcOfOp}`, amount: 97n })
    expect(await read(dai)).toBeUndefined() // its network is not one of the site's
  })

  it('is undefined on a network for which no contract is listed', async () => {
    const context = { network: optimism, from: account }
    const data = encodeBridge({ destinationChainId: 1n })
    expect(await decodeBridge({ to: diamond, data }, context, diamonds, destinations)).toBeUndefined()
  })

  it('returns a receiver that is not the account, for the later comparison with the expected swap', async () => {
    const data = encodeBridge({ receiver: stranger }, { receiverAddress: wordOf(stranger) })
    expect((await decode({ to: diamond, data }))?.receiver).toBe(stranger)
  })
})
