import { formatAmount } from '@wallet-modal/kernel'
import { pipe, regex, safeParse, string } from 'valibot'
import { decodeFunctionData, decodeFunctionResult, encodeFunctionData, erc20Abi, type Hex, maxUint256 } from 'viem'
import type { ApprovalStep } from '../../contract.js'
import type { WalletContext } from '../family.js'
import { dataOf, type TransactionRequest } from './transaction.js'

const hex = pipe(string(), regex(/^0x([\da-fA-F]{2})*$/))
const isHex = (text: string): text is Hex => safeParse(hex, text).success

/**
 * Effect of an ERC-20 call (`transfer`, `transferFrom` or `approve`), with the amount in whole tokens. `undefined` for any other call, and if the
 * contract does not return a symbol and decimals.
 */
export async function tokenStep(
  ctx: WalletContext,
  caipNetworkId: string,
  request: TransactionRequest,
): Promise<ApprovalStep | undefined> {
  const call = readCall(dataOf(request))
  if (!call || request.to === undefined) return undefined
  const token = await readToken(ctx, caipNetworkId, request.to).catch(() => undefined)
  if (!token) return undefined
  const isUnlimited = call.kind === 'approval' && call.amount === maxUint256
  const amount = isUnlimited ? 'Unlimited' : formatAmount(call.amount, token.decimals)
  const { kind, label, address } = call
  return {
    kind,
    facts: [
      { label: 'value', value: `${amount} ${token.symbol}` },
      { label, value: address, format: 'address' },
    ],
  }
}

function readCall(data: string) {
  if (!isHex(data)) return undefined
  try {
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data })
    if (functionName === 'transfer')
      return { kind: 'tokenTransfer', label: 'to', address: args[0], amount: args[1] } as const
    if (functionName === 'transferFrom')
      return { kind: 'tokenTransfer', label: 'to', address: args[1], amount: args[2] } as const
    if (functionName === 'approve')
      return { kind: 'approval', label: 'spender', address: args[0], amount: args[1] } as const
  } catch {
    // not a call of an ERC-20 function
  }
  return undefined
}

async function readToken(ctx: WalletContext, caipNetworkId: string, to: string) {
  const read = async (functionName: 'symbol' | 'decimals') => {
    const call = { to, data: encodeFunctionData({ abi: erc20Abi, functionName }) }
    const data = await ctx.api.rpc(caipNetworkId).read('eth_call', [call, 'latest'], { schema: hex })
    return isHex(data) ? decodeFunctionResult({ abi: erc20Abi, functionName, data }) : undefined
  }
  const [symbol, decimals] = await Promise.all([read('symbol'), read('decimals')])
  return typeof symbol === 'string' && typeof decimals === 'number' ? { symbol, decimals } : undefined
}
