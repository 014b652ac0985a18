import { messageOf, WalletModalError } from '@wallet-modal/kernel'
import type { Address } from 'viem'
import { estimateGas } from 'viem/actions'
import { type Chain, isNodeError, read } from '../chain.js'
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
  return new WalletModalError('NOT_SENT', `${refusals[kind]} Nothing was sent.${reason}`, { cause })
}

/**
 * Gas limit of a call: the estimate plus 20 %, because the chain may change before inclusion. Exactly {@link PLAIN_GAS} for a plain transfer. Throws
 * `NOT_SENT` if the node refuses the call.
 */
export async function estimateMaxGas({ client }: Chain, from: Address, call: Call): Promise<bigint> {
  try {
    const gas = await read(estimateGas(client, { account: from, ...call, prepare: false }))
    return gas === PLAIN_GAS ? gas : gas + gas / 5n
  } catch (error) {
    throw isNodeError(error) ? refusedCall(call, error) : error
  }
}
