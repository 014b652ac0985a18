import { decodeUint, encodeGetL1Fee, encodeGetOperatorFee } from './abi.js'
import { type Chain, isNodeError, whereKnown } from './chain.js'
import type { GasPrice } from './fees.js'
import { type Payment, toCall } from './request.js'
import { encodeRlp, type RlpItem, rlpNumber } from './rlp.js'

/** Where chains of the OP stack have their `GasPriceOracle`; on others nothing is there. */
const ORACLE = '0x420000000000000000000000000000000000000F'

/** The wallet chooses the nonce; no account's takes more bytes. */
const LONGEST_NONCE = 0xffffffn

interface Weighed {
  readonly payment: Payment
  readonly gas: bigint
  readonly price: GasPrice
}

/** The unsigned transaction as the chain will store it (EIP-1559, or EIP-155 where it has one price), in hex digits. */
export function serialize({ payment, gas, price }: Weighed, reference: string): string {
  const { to, value, data } = toCall(payment)
  const paid: readonly RlpItem[] = [rlpNumber(gas), to.slice(2).toLowerCase(), rlpNumber(BigInt(value)), data.slice(2)]
  const chain = rlpNumber(BigInt(reference))
  const nonce = rlpNumber(LONGEST_NONCE)
  if ('gasPrice' in price) return encodeRlp([nonce, rlpNumber(price.gasPrice), ...paid, chain, '', ''])
  const prices = [rlpNumber(price.maxPriorityFeePerGas), rlpNumber(price.maxFeePerGas)]
  return `02${encodeRlp([chain, nonce, ...prices, ...paid, []])}`
}

/** `undefined` where there is no oracle. One that is there and cannot be asked is not the same: what it throws goes on. */
async function askOracle(chain: Chain, data: string): Promise<bigint | undefined> {
  try {
    return decodeUint(await chain.bytes('eth_call', { to: ORACLE, data }, 'latest'))
  } catch (error) {
    if (!isNodeError(error) || (await chain.bytes('eth_getCode', ORACLE, 'latest')) !== '0x') throw error
    return undefined
  }
}

/**
 * The most that a chain of the OP stack takes beside its gas, in wei: for storing the transaction on the chain below it, whose price may double
 * until then as that of the gas may, and for its operator. The chain itself tells whether it is one; elsewhere it is 0.
 */
export async function readL1Fee(chain: Chain, weighed: Weighed): Promise<bigint> {
  const [, reference = ''] = chain.caipNetworkId.split(':')
  const stored = await askOracle(chain, encodeGetL1Fee(serialize(weighed, reference)))
  if (stored === undefined) return 0n
  // oracles from before there was such a fee do not know the question
  const operator = await whereKnown(
    chain.bytes('eth_call', { to: ORACLE, data: encodeGetOperatorFee(weighed.gas) }, 'latest'),
  )
  return stored * 2n + (operator === undefined ? 0n : (decodeUint(operator) ?? 0n))
}
