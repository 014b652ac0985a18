import { isWalletModalError } from '@wallet-modal/kernel'
import { type Address, type Hex, parseAbi, serializeTransaction } from 'viem'
import { getCode, readContract } from 'viem/actions'
import { type Chain, isNodeError, read, readIfKnown } from '../chain.js'
import type { Call } from './call.js'
import type { GasPrice } from './fees.js'

/** Address of `GasPriceOracle` on chains of the OP stack; on others there is no code. */
const ORACLE: Address = '0x420000000000000000000000000000000000000F'
const oracleAbi = parseAbi([
  'function getL1Fee(bytes) view returns (uint256)',
  'function getOperatorFee(uint256) view returns (uint256)',
])

/** The wallet chooses the nonce; no account's takes more bytes. */
const LONGEST_NONCE = 0xffffff

interface PricedCall {
  readonly call: Call
  readonly gas: bigint
  readonly price: GasPrice
}

/** The unsigned transaction as the chain will store it (EIP-1559, or EIP-155 where it has one price). */
export function serializeUnsigned({ call, gas, price }: PricedCall, reference: string): Hex {
  const fields = { ...call, chainId: Number(reference), nonce: LONGEST_NONCE, gas }
  return 'gasPrice' in price
    ? serializeTransaction({ ...fields, ...price, type: 'legacy' })
    : serializeTransaction({ ...fields, ...price, type: 'eip1559' })
}

/** `undefined` where there is no oracle. One that is there and fails is not the same: its error is thrown. */
async function readStorageFee({ client }: Chain, transaction: Hex): Promise<bigint | undefined> {
  try {
    return await read(
      readContract(client, { address: ORACLE, abi: oracleAbi, functionName: 'getL1Fee', args: [transaction] }),
    )
  } catch (error) {
    if (isWalletModalError(error) && error.code === 'INVALID_DATA') return undefined // an empty answer: no contract
    if (!isNodeError(error) || (await read(getCode(client, { address: ORACLE }))) !== undefined) throw error
    return undefined
  }
}

/**
 * The most that a chain of the OP stack takes beside its gas, in wei: for storing the transaction on the chain below it, whose price may double
 * until then, and for its operator. 0 on other chains.
 */
export async function readL1Fee(chain: Chain, priced: PricedCall): Promise<bigint> {
  const [, reference = ''] = chain.caipNetworkId.split(':')
  const storage = await readStorageFee(chain, serializeUnsigned(priced, reference))
  if (storage === undefined) return 0n
  // older oracles do not know the function
  const operator = await readIfKnown(
    readContract(chain.client, { address: ORACLE, abi: oracleAbi, functionName: 'getOperatorFee', args: [priced.gas] }),
  )
  return storage * 2n + (operator ?? 0n)
}
