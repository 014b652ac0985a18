import { decodeFunctionResult, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { readContract } from './contract-read.js'
import type { ReadChain } from './transaction.js'

/** Address of `GasPriceOracle` on OP Stack chains; other chains have no code there. */
const OP_STACK = '0x420000000000000000000000000000000000000F'
/** Oracles with the same function on other rollups, by chain id. */
const otherOracles: Readonly<Record<number, Hex>> = {
  534351: '0x5300000000000000000000000000000000000002', // Scroll Sepolia
  534352: '0x5300000000000000000000000000000000000002', // Scroll
}
const abi = parseAbi([
  'function getL1Fee(bytes) view returns (uint256)',
  'function getOperatorFee(uint256) view returns (uint256)',
])

/** Placeholder for a nonce that is read after the approval. Its 3 bytes are at least as long as a real nonce. */
export const LONGEST_NONCE = 0xffffff

interface PricedTransaction {
  readonly chainId: number
  readonly gas: bigint
  /** Serialized transaction without a signature. */
  readonly raw: Hex
}

/**
 * Maximum fee of an OP Stack chain or of Scroll in addition to gas, in wei; 0 on other chains. This is the operator fee (OP Stack only) plus twice the
 * current L1 data fee, because the data fee may rise before inclusion. Rejects if the node does not execute the call.
 */
export async function readL1Fee(read: ReadChain, { chainId, gas, raw }: PricedTransaction): Promise<bigint> {
  const contract = otherOracles[chainId] ?? OP_STACK
  const dataFee = await readContract(read, {
    contract,
    data: encodeFunctionData({ abi, functionName: 'getL1Fee', args: [raw] }),
    decode: (data) => decodeFunctionResult({ abi, functionName: 'getL1Fee', data }),
  })
  if (dataFee === undefined) return 0n
  // older oracles of the OP Stack, and the oracle of Scroll, do not have this function
  const operatorFee = await readContract(read, {
    contract,
    data: encodeFunctionData({ abi, functionName: 'getOperatorFee', args: [gas] }),
    decode: (data) => decodeFunctionResult({ abi, functionName: 'getOperatorFee', data }),
  })
  return dataFee * 2n + (operatorFee ?? 0n)
}
