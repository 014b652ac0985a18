import { notSent } from '@wallet-modal/kernel/transactions'
import { type Address, encodeFunctionData, erc20Abi } from 'viem'
import { readContract } from 'viem/actions'
import { callIfImplemented, type EvmNode } from '../node.js'
import type { UnpricedCall } from '../transactions/call.js'
import { insufficient, readTokenBalance } from '../transactions/costs.js'

/** Transfer of the native coin (`contract` undefined) or of an ERC-20 token. */
export interface Transfer {
  readonly from: Address
  readonly receiver: Address
  readonly contract: Address | undefined
}

export const toTokenCall = (contract: Address, receiver: Address, amount: bigint): UnpricedCall => ({
  to: contract,
  value: 0n,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [receiver, amount] }),
})

export const toCoinCall = (receiver: Address, value: bigint | 'max'): UnpricedCall => ({
  to: receiver,
  value,
  data: '0x',
})

/** Throws `NOT_SENT` if the contract reports no decimals, or other decimals than those used to compute the displayed amount. */
async function assertDecimals({ client }: EvmNode, contract: Address, decimals: number): Promise<void> {
  const reported = await callIfImplemented(
    readContract(client, { abi: erc20Abi, address: contract, functionName: 'decimals' }),
  )
  if (reported === undefined) throw notSent('The token contract does not report its decimals.')
  if (reported !== decimals)
    throw notSent("The token contract's decimals differ from those used to compute the displayed amount.")
}

/**
 * Builds the call of a transfer. `decimals`: the token's decimals that were used to compute the displayed amount. Throws `INSUFFICIENT_FUNDS` if the
 * amount is 0 or exceeds the token balance, and `NOT_SENT` if the contract reports other decimals, or no decimals or balance.
 */
export async function toTransferCall(
  node: EvmNode,
  {
    from,
    receiver,
    contract,
    amount,
    decimals,
  }: Transfer & { readonly amount: bigint | 'max'; readonly decimals: number },
): Promise<UnpricedCall> {
  if (amount !== 'max' && amount <= 0n) throw insufficient('The amount is 0. Nothing was sent.')
  if (contract === undefined) return toCoinCall(receiver, amount)
  const [balance] = await Promise.all([
    readTokenBalance(node, from, contract),
    assertDecimals(node, contract, decimals),
  ])
  const value = amount === 'max' ? balance : amount
  if (value <= 0n || value > balance)
    throw insufficient("The amount exceeds the account's balance of this token. Nothing was sent.")
  return toTokenCall(contract, receiver, value)
}
