import { type FeeSpeed, WalletModalError } from '@wallet-modal/kernel'
import { notSent } from '@wallet-modal/kernel/transactions'
import { type Address, erc20Abi } from 'viem'
import { getBalance, readContract } from 'viem/actions'
import { callIfImplemented, type EvmNode, read } from '../node.js'
import type { Call, UnpricedCall } from './call.js'
import { type GasPrice, maxFeeOf, readGasPrice } from './fees.js'
import { estimateMaxGas } from './gas.js'
import { readL1Fee } from './l1-fee.js'

export const insufficient = (message: string): WalletModalError => new WalletModalError('INSUFFICIENT_FUNDS', message)

export const readCoins = ({ client }: EvmNode, address: Address): Promise<bigint> =>
  read(getBalance(client, { address }))

/** Balance of an ERC-20 token. Throws `NOT_SENT` if `balanceOf` reverts or returns invalid data. Rethrows all other errors of the node. */
export async function readTokenBalance({ client }: EvmNode, owner: Address, contract: Address): Promise<bigint> {
  const request = { abi: erc20Abi, address: contract, functionName: 'balanceOf', args: [owner] } as const
  const balance = await callIfImplemented(readContract(client, request))
  if (balance !== undefined) return balance
  throw notSent('This token does not exist on this network.')
}

/** Call with its gas and fee. */
export interface Costs {
  readonly call: Call
  readonly gas: bigint
  readonly price: GasPrice
  /** Maximum network fee, in wei. */
  readonly fee: bigint
  /** Fee that a rollup charges in addition to gas, in wei. Included in `fee`, but not a field of the transaction. */
  readonly l1Fee: bigint
}

export interface CostsRequest {
  readonly from: Address
  readonly call: UnpricedCall
  readonly speed: FeeSpeed
  /**
   * Whether the wallet sends the call with `wallet_sendCalls` (EIP-5792). The wallet then sets the fee and may let another account pay it, so the
   * balance need not cover the fee.
   */
  readonly isBatch: boolean
}

/** Gas that a smart account may need in addition to the gas of the call. A call with the value `max` leaves enough coins to pay for this gas too. */
const SMART_GAS = 400_000n

/**
 * Gas, price and fee of a call, and the balance of the sender in wei (`coins`). For the value `max`, estimates gas with just over half the balance:
 * the entire balance would leave nothing for the fee, and a receiver may refuse small amounts. Throws `INSUFFICIENT_FUNDS` if the value exceeds the
 * balance, or is `max` and the balance is 0.
 */
export async function estimateCosts(
  node: EvmNode,
  { from, call, speed, isBatch }: CostsRequest,
): Promise<Costs & { readonly coins: bigint }> {
  const [price, coins] = await Promise.all([readGasPrice(node, speed), readCoins(node, from)])
  if (call.value !== 'max' && call.value > coins)
    throw insufficient("The amount exceeds the account's balance of the network's coin. Nothing was sent.")
  if (call.value === 'max' && coins === 0n)
    throw insufficient("The account's balance of the network's coin is 0. Nothing was sent.")
  // `+ 1n`: half of 1 wei would be 0, and a call without coins may need less gas
  const probe = { ...call, value: call.value === 'max' ? coins / 2n + 1n : call.value }
  const gas = (await estimateMaxGas(node, from, probe)) + (isBatch ? SMART_GAS : 0n)
  const l1Fee = await readL1Fee(node, { call: probe, gas, price })
  const fee = maxFeeOf(node, gas, price, l1Fee)
  return { call: { ...call, value: call.value === 'max' ? coins - fee : call.value }, gas, price, fee, l1Fee, coins }
}

/**
 * Like {@link estimateCosts}, but also throws `INSUFFICIENT_FUNDS` if the balance does not cover the value and the fee. With `isBatch`, the balance
 * must cover the fee only if the value is `max`.
 */
export async function estimateAffordableCosts(node: EvmNode, request: CostsRequest): Promise<Costs> {
  const { coins, ...costs } = await estimateCosts(node, request)
  const { value } = costs.call
  const isFeeTooHigh = request.call.value === 'max' && value <= 0n
  if (isFeeTooHigh || value + (request.isBatch ? 0n : costs.fee) > coins)
    throw insufficient("The account's coins do not cover the network fee. Nothing was sent.")
  return costs
}
