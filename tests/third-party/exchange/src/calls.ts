import type { Action, DecodeContext, TransactionRequest } from '@wallet-modal/kernel'
import { coinAssetId } from '@wallet-modal/kernel/assets'
import {
  type Address,
  decodeFunctionData,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  isAddressEqual,
  parseAbi,
} from 'viem'
import type { ExchangeParams } from './contract.js'

const exchangeAbi = parseAbi(['function swapForCoins(address token, uint256 amount)'])

interface CallOfExchange {
  readonly calls: TransactionRequest['calls']
  /** Expected content of the calldata. */
  readonly expected: Action
}

/** Approves exactly this amount for the contract. */
export function approve({ token, amount }: ExchangeParams, contract: Address): CallOfExchange {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [contract, amount] })
  return {
    calls: [{ to: token.address, data }],
    expected: { type: 'approval', assetId: token.assetId, amount, spender: contract },
  }
}

/** Exchanges base units one to one. */
export function swap({ token, amount }: ExchangeParams, contract: Address, context: DecodeContext): CallOfExchange {
  const args = [token.address as Address, amount] as const
  const data = encodeFunctionData({ abi: exchangeAbi, functionName: 'swapForCoins', args })
  return { calls: [{ to: contract, data }], expected: toSwap(contract, args, context) }
}

const toSwap = (
  target: string,
  [token, amount]: readonly [Address, bigint],
  { network, from }: DecodeContext,
): Action => ({
  type: 'swap',
  pay: { assetId: `${network.caipNetworkId}/erc20:${token}`, amount },
  receiveAtLeast: { assetId: coinAssetId(network), amount },
  receiver: from,
  target,
})

/** Decodes a call of the contract from its calldata. */
export function decodeExchange(
  call: unknown,
  context: DecodeContext,
  contract: string | undefined,
): Action | undefined {
  const { to, data }: { readonly to: Address; readonly data: Hex } = Object(call)
  if (!contract || !isAddressEqual(to, contract as Address)) return undefined
  const { args } = decodeFunctionData({ abi: exchangeAbi, data })
  return toSwap(to, args, context)
}
