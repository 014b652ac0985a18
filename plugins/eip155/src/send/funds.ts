import { type FeeSpeed, type SendLimit, WalletModalError } from '@wallet-modal/kernel'
import { decodeUint, encodeBalanceOf } from './abi.js'
import type { Chain } from './chain.js'
import { type GasPrice, mostFee, readGasPrice } from './fees.js'
import { estimateGas } from './gas.js'
import { readL1Fee } from './l1-fee.js'
import type { Payment } from './request.js'

export const insufficient = (message: string): WalletModalError => new WalletModalError('INSUFFICIENT_FUNDS', message)

/** Of the token, or of the coin. */
export async function readBalance(chain: Chain, owner: string, contract: string | undefined): Promise<bigint> {
  if (contract === undefined) return chain.quantity('eth_getBalance', owner, 'latest')
  const answer = await chain.bytes('eth_call', { to: contract, data: encodeBalanceOf(owner) }, 'latest')
  const balance = decodeUint(answer)
  if (balance === undefined)
    throw new WalletModalError('NOT_SENT', 'There is no such token on this network. Nothing was sent.')
  return balance
}

/** A payment with what it takes. */
export interface Costs {
  readonly amount: bigint
  readonly gas: bigint
  readonly price: GasPrice
  /** The most it can cost, in wei. */
  readonly fee: bigint
  /** What of it is not for gas, and so not in the transaction's own words. */
  readonly l1Fee: bigint
}

interface Wanted extends Omit<Payment, 'amount'> {
  readonly amount: bigint | 'max'
  readonly speed: FeeSpeed
  /** The wallet decides who pays the fee, and how much it is: what the account holds says nothing about it. */
  readonly isSmart?: boolean
}

/** What a smart account may need beside the payment itself, kept back from a payment of everything. */
const SMART_GAS = 400_000n

/** Finds amount, gas and price of a payment. Throws `INSUFFICIENT_FUNDS` where the account cannot pay it, `NOT_SENT` where the chain refuses it. */
export async function weigh(
  chain: Chain,
  { amount: wanted, speed, isSmart = false, ...payment }: Wanted,
): Promise<Costs> {
  const { from, contract } = payment
  const [price, coins, tokens] = await Promise.all([
    readGasPrice(chain, speed),
    readBalance(chain, from, undefined),
    contract === undefined ? undefined : readBalance(chain, from, contract),
  ])
  const balance = tokens ?? coins
  const asked = wanted === 'max' ? balance : wanted
  if (asked <= 0n || asked > balance) throw insufficient('The account does not hold that much. Nothing was sent.')
  // a payment of everything leaves no gas for the estimate, and takes as much gas as one of less
  const probe = tokens === undefined && wanted === 'max' ? asked / 2n + 1n : asked
  const gas = (await estimateGas(chain, { ...payment, amount: probe })) + (isSmart ? SMART_GAS : 0n)
  const l1Fee = await readL1Fee(chain, { payment: { ...payment, amount: probe }, gas, price })
  const fee = mostFee(chain, gas, price, l1Fee)
  const amount = tokens === undefined && wanted === 'max' ? coins - fee : asked
  const needed = (tokens === undefined ? amount : 0n) + (isSmart ? 0n : fee)
  if (amount <= 0n || needed > coins)
    throw insufficient('The account cannot pay the network fee as well. Nothing was sent.')
  return { amount, gas, price, fee, l1Fee }
}

/** What can be sent. Reads of the chain throw; so does a chain that refuses the payment or asks too much for it. */
export async function limitOf(chain: Chain, wanted: Omit<Wanted, 'amount'>): Promise<SendLimit> {
  const { from, contract, speed, isSmart = false } = wanted
  const [price, coins, tokens] = await Promise.all([
    readGasPrice(chain, speed),
    readBalance(chain, from, undefined),
    contract === undefined ? undefined : readBalance(chain, from, contract),
  ])
  const balance = tokens ?? coins
  if (balance === 0n) return { max: 0n, fee: 0n, extras: [] }
  const probe = tokens === undefined ? balance / 2n + 1n : balance
  const gas = (await estimateGas(chain, { ...wanted, amount: probe })) + (isSmart ? SMART_GAS : 0n)
  const l1Fee = await readL1Fee(chain, { payment: { ...wanted, amount: probe }, gas, price })
  const fee = mostFee(chain, gas, price, l1Fee)
  const max = tokens === undefined ? coins - fee : fee > coins && !isSmart ? 0n : tokens
  return { max: max > 0n ? max : 0n, fee, extras: [] }
}
