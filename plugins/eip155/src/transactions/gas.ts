import { isWalletModalError, messageOf, type WalletModalError } from '@wallet-modal/kernel'
import { notSent } from '@wallet-modal/kernel/transactions'
import type { Address } from 'viem'
import { estimateGas } from 'viem/actions'
import { isReverted } from '../contract-calls.js'
import { type EvmNode, read } from '../node.js'
import type { Call } from './call.js'
import { decodeErc20 } from './decode-call.js'

/** Gas of a transfer of the native coin between two plain accounts. */
const PLAIN_GAS = 21_000n

const refusals = {
  coins: 'The receiver does not take this payment.',
  transfer: 'The token refuses this transfer.',
  approve: 'The token refuses this approval.',
  call: 'The contract refuses this call.',
}

/** Error of a call that reverts. */
export const refusedCall = ({ data }: Pick<Call, 'data'>, cause?: unknown): WalletModalError => {
  const kind = data === '0x' ? 'coins' : (decodeErc20(data)?.name ?? 'call')
  const reason = cause === undefined ? '' : ` The network says: ${messageOf(cause)}`
  return notSent(`${refusals[kind]}${reason}`, cause)
}

/** Error messages of nodes that refuse a call, in addition to those of {@link isReverted}. */
const CALL_ERRORS =
  /insufficient ?(funds|balance)|not enough (funds|balance)|cost exceeds|gas required exceeds|always failing|intrinsic gas/i

/**
 * Error to throw after a simulated call: {@link refusedCall} if the node reports that the call fails. Returns other errors unchanged, such as `header
 * not found`.
 */
export const toCallError = (call: Pick<Call, 'data'>, error: unknown): unknown => {
  const isAboutCall = isWalletModalError(error) && error.code === 'RPC_ERROR' && CALL_ERRORS.test(error.message)
  return isAboutCall || isReverted(error) ? refusedCall(call, error) : error
}

/**
 * Gas limit of a call: the estimate plus 20 %, because the chain may change before inclusion. Exactly {@link PLAIN_GAS} for a plain transfer. Throws
 * `NOT_SENT` if the node reports that the call fails, and other errors of the node.
 */
export async function estimateMaxGas({ client }: EvmNode, from: Address, call: Call): Promise<bigint> {
  try {
    const gas = await read(estimateGas(client, { account: from, ...call, prepare: false }))
    return gas === PLAIN_GAS ? gas : gas + gas / 5n
  } catch (error) {
    throw toCallError(call, error)
  }
}
