import { decodeFunctionResult, encodeFunctionData, erc20Abi, formatUnits, type Hex, hexToBytes } from 'viem'
import { isReadable } from '../messages/readable.js'
import { t } from '../strings.js'
import { readContract } from './contract-read.js'
import type { ReadChain } from './transaction.js'

/** Amount of an ERC-20 token for display. */
export interface DisplayedTokenAmount {
  /** In whole tokens with the symbol; in base units if the symbol is absent. */
  readonly text: string
  /** Absent if the token has no symbol that can be displayed. */
  readonly symbol?: string
}

/** Decodes a symbol, which is a `string` or, for some old tokens such as MKR, a `bytes32`. */
function decodeSymbol(data: Hex): string {
  if (data.length !== 66) return decodeFunctionResult({ abi: erc20Abi, functionName: 'symbol', data })
  return new TextDecoder('utf-8', { fatal: true }).decode(hexToBytes(data)).replace(/\0+$/, '')
}

/**
 * Reads decimals and symbol of a token, and formats an amount. `undefined` for contracts without `decimals`: for example, the number in a call to an
 * NFT contract is not an amount. Rejects if the node does not execute the call.
 */
export async function readTokenAmount(
  contract: Hex,
  amount: bigint,
  read: ReadChain,
): Promise<DisplayedTokenAmount | undefined> {
  const dataOf = (functionName: 'decimals' | 'symbol'): Hex => encodeFunctionData({ abi: erc20Abi, functionName })
  const decode = (data: Hex): number => Number(decodeFunctionResult({ abi: erc20Abi, functionName: 'decimals', data }))
  const decimals = await readContract(read, { contract, data: dataOf('decimals'), decode })
  if (decimals === undefined || decimals > 36) return undefined
  const symbol = await readContract(read, { contract, data: dataOf('symbol'), decode: decodeSymbol })
  if (symbol === undefined || symbol === '' || symbol.length > 20 || !isReadable(symbol))
    return { text: t('baseUnits', { amount: String(amount) }) }
  return { text: `${formatUnits(amount, decimals)} ${symbol}`, symbol }
}
