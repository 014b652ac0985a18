import { encodeFunctionData, encodeFunctionResult, erc20Abi } from 'viem'
import { expect, test } from 'vitest'
import type { FrameChain } from '../gateway.js'
import { summarizeCall } from './transaction-summary.js'

const token = `0x${'12'.repeat(20)}` as const
const receiver = `0x${'34'.repeat(20)}` as const
const chain: Pick<FrameChain, 'decimals' | 'symbol'> = { decimals: 18, symbol: 'ETH' }

/** Title of the summary of a transfer of 1,500,000 base units of a token with 6 decimals. */
async function titleFor(symbol: string): Promise<string> {
  const read = async (_method: string, [call]: readonly unknown[]) =>
    Reflect.get(Object(call), 'data') === encodeFunctionData({ abi: erc20Abi, functionName: 'decimals' })
      ? encodeFunctionResult({ abi: erc20Abi, functionName: 'decimals', result: 6 })
      : encodeFunctionResult({ abi: erc20Abi, functionName: 'symbol', result: symbol })
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [receiver, 1_500_000n] })
  const context = {
    site: 'https://shop.example',
    account: receiver,
    chain: chain as FrameChain,
    read,
    nonce: undefined,
  }
  return (await summarizeCall({ to: token, value: 0n, data }, context)).title
}

test.each([
  ['USDC', 'Send 1.5 USDC'],
  ['U\u202eCDSU', 'Send 1500000 smallest units of a token'],
  ['A'.repeat(21), 'Send 1500000 smallest units of a token'],
])('a transfer of a token with the symbol %j has the title %j', async (symbol, title) => {
  expect(await titleFor(symbol)).toBe(title)
})
