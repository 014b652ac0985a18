import type { Network } from '@wallet-modal/kernel'
import { encodeFunctionData, maxUint256, parseAbi, toFunctionSelector } from 'viem'
import { describe, expect, it } from 'vitest'
import { decodeSwap, encodeApproval, readApproval } from './calls.js'

const network: Network = {
  ...{ caipNetworkId: 'eip155:1', namespace: 'eip155', reference: '1', name: 'Ethereum', rpcUrls: [] },
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
}
const router = '0x111111125421cA6dc452d289314280a0f8842A65'
const account = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
const stranger = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const COIN = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
const contracts = [{ caipNetworkId: 'eip155:1', address: router }]
const decode = (call: object) => decodeSwap(call, { network, from: account }, contracts)

const generic =
  'swap(address executor, (address srcToken, address dstToken, address srcReceiver, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 flags) desc, bytes data)'
interface Change {
  readonly srcToken?: `0x${string}`
  readonly dstReceiver?: `0x${string}`
  readonly flags?: bigint
}
const encodeGeneric = (desc: Change = {}): `0x${string}` => {
  const description = {
    ...({ srcToken: dai, dstToken: usdc, srcReceiver: stranger, dstReceiver: account } as const),
    ...{ amount: 7n, minReturnAmount: 5n, flags: 0n },
    ...desc,
  }
  const abi = parseAbi([
    'struct Description { address srcToken; address dstToken; address srcReceiver; address dstReceiver; uint256 amount; uint256 minReturnAmount; uint256 flags; }',
    'function swap(address executor, Description desc, bytes data) payable',
  ])
  return encodeFunctionData({ abi, functionName: 'swap', args: [stranger, description, '0x1234'] })
}

describe('decodeSwap', () => {
  it('reads the generic swap of AggregationRouterV6, whose selector is 0x07ed2379', () => {
    expect(toFunctionSelector(generic)).toBe('0x07ed2379')
    expect(decode({ to: router, data: encodeGeneric(), value: 0n })).toEqual({
      type: 'swap',
      pay: { assetId: `eip155:1/erc20:${dai}`, amount: 7n },
      receiveAtLeast: { assetId: `eip155:1/erc20:${usdc}`, amount: 5n },
      receiver: account,
      target: router,
    })
    const paid = decode({ to: router, data: encodeGeneric({ srcToken: COIN }), value: 7n })
    expect(paid?.pay).toEqual({ assetId: 'eip155:1/slip44:60', amount: 7n })
  })

  it.each([
    ['of a contract that is not on the list', { to: stranger }],
    ['that pays coins in addition to tokens', { value: 1n }],
    ['that allows a partial fill', { data: encodeGeneric({ flags: 1n }) }],
    ['without a receiver', { data: encodeGeneric({ dstReceiver: '0x0000000000000000000000000000000000000000' }) }],
    ['of another function', { data: encodeApproval(stranger, 1n) }],
    ['without a function selector', { data: '0x' }],
    ['with truncated calldata', { data: encodeGeneric().slice(0, 100) }],
    ['whose calldata is not a string', { data: 7 }],
  ])('returns undefined for a call %s', (_, change) => {
    expect(decode({ to: router, data: encodeGeneric(), value: 0n, ...change })).toBeUndefined()
  })
})

const routerAbi = parseAbi([
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
])
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const fromCoin = encodeFunctionData({
  ...{ abi: routerAbi, functionName: 'swapExactETHForTokens' },
  args: [5n, [weth, usdc], account, 1n],
})
const fromToken = (functionName: 'swapExactTokensForETH' | 'swapExactTokensForTokens') =>
  encodeFunctionData({ abi: routerAbi, functionName, args: [7n, 5n, [dai, weth, usdc], account, 1n] })

describe('decodeSwap of a constant-product router', () => {
  const [coin, daiId, usdcId] = ['eip155:1/slip44:60', `eip155:1/erc20:${dai}`, `eip155:1/erc20:${usdc}`]

  it.each([
    ['swapExactETHForTokens', { data: fromCoin, value: 7n }, [coin, usdcId]],
    ['swapExactTokensForETH', { data: fromToken('swapExactTokensForETH') }, [daiId, coin]],
    ['swapExactTokensForTokens', { data: fromToken('swapExactTokensForTokens') }, [daiId, usdcId]],
  ])('reads %s', (_, call, [pay, receive]) => {
    expect(decode({ to: router, ...call })).toEqual({
      ...{ type: 'swap', receiver: account, target: router },
      pay: { assetId: pay, amount: 7n },
      receiveAtLeast: { assetId: receive, amount: 5n },
    })
  })

  it.each<[string, object, Network?]>([
    ['with trailing bytes', { data: `${fromToken('swapExactTokensForTokens')}00` }],
    ['that pays coins in addition to tokens', { data: fromToken('swapExactTokensForETH'), value: 1n }],
    ['on a network on which the contract is not allowed', {}, { ...network, caipNetworkId: 'eip155:10' }],
    ['without a contract', { to: undefined }],
    ['to an invalid address', { to: router.slice(0, 41) }],
    ['whose value is not in base units', { value: 7 }],
  ])('returns undefined for a call %s', (_, change, on = network) => {
    const call = { to: router, data: fromToken('swapExactTokensForTokens'), value: 0n, ...change }
    expect(decodeSwap(call, { network: on, from: account }, contracts)).toBeUndefined()
  })
})

describe('readApproval', () => {
  it('returns the spender of an approval, and undefined for any other call', () => {
    expect(readApproval(encodeApproval(router, maxUint256))).toBe(router)
    expect(readApproval(`${encodeApproval(router, 1n)}00`)).toBeUndefined()
    expect(readApproval(encodeGeneric())).toBeUndefined()
  })
})
