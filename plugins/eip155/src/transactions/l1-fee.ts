import { isWalletModalError } from '@wallet-modal/kernel'
import { type Address, type Hex, parseAbi, serializeTransaction } from 'viem'
import { getCode, readContract } from 'viem/actions'
import { callIfImplemented, type EvmNode, isNodeError, read } from '../node.js'
import type { Call } from './call.js'
import type { GasPrice } from './fees.js'

/** Address of `GasPriceOracle` on OP Stack chains; other chains have no code there. */
const OP_STACK: Address = '0x420000000000000000000000000000000000000F'
/** Contracts with the function `getL1Fee` on other rollups, by chain id. */
const otherOracles: Readonly<Record<string, Address>> = {
  534351: '0x5300000000000000000000000000000000000002', // Scroll Sepolia
  534352: '0x5300000000000000000000000000000000000002', // Scroll
}
const oracleAbi = parseAbi([
  'function getL1Fee(bytes) view returns (uint256)',
  'function getOperatorFee(uint256) view returns (uint256)',
])

/** Placeholder for the nonce, which the wallet chooses. Its 3 bytes are at least as long as a real nonce. */
const LONGEST_NONCE = 0xffffff

interface PricedCall {
  readonly call: Call
  readonly gas: bigint
  readonly price: GasPrice
}

/** Serialized transaction without a signature: EIP-1559, or a legacy transaction (EIP-155) if there is a single gas price. */
export function serializeUnsigned({ call, gas, price }: PricedCall, reference: string): Hex {
  const fields = { ...call, chainId: Number(reference), nonce: LONGEST_NONCE, gas }
  return 'gasPrice' in price
    ? serializeTransaction({ ...fields, ...price, type: 'legacy' })
    : serializeTransaction({ ...fields, ...price, type: 'eip1559' })
}

/** L1 data fee in wei, from the oracle. `undefined` on chains without an oracle. Throws the oracle's error. */
async function readDataFee({ client }: EvmNode, oracle: Address, transaction: Hex): Promise<bigint | undefined> {
  try {
    return await read(
      readContract(client, { address: oracle, abi: oracleAbi, functionName: 'getL1Fee', args: [transaction] }),
    )
  } catch (error) {
    if (isWalletModalError(error) && error.code === 'INVALID_DATA') return undefined // empty reply: no contract
    if (!isNodeError(error) || (await read(getCode(client, { address: oracle }))) !== undefined) throw error
    return undefined
  }
}

/**
 * Maximum fee of an OP Stack chain or of Scroll in addition to gas, in wei; 0 on other chains. This is the operator fee (OP Stack only) plus
 * twice the current L1 data fee, because the data fee may rise before inclusion.
 */
export async function readL1Fee(node: EvmNode, priced: PricedCall): Promise<bigint> {
  const [, reference = ''] = node.caipNetworkId.split(':')
  const oracle = otherOracles[reference] ?? OP_STACK
  const dataFee = await readDataFee(node, oracle, serializeUnsigned(priced, reference))
  if (dataFee === undefined) return 0n
  // older oracles of the OP Stack, and the oracle of Scroll, do not have `getOperatorFee`
  const operator = await callIfImplemented(
    readContract(node.client, { address: oracle, abi: oracleAbi, functionName: 'getOperatorFee', args: [priced.gas] }),
  )
  return dataFee * 2n + (operator ?? 0n)
}
