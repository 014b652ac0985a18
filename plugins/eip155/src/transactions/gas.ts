import { messageOf, WalletModalError } from '@wallet-modal/kernel'
import type { Address } from 'viem'
import { estimateGas } from 'viem/actions'
import { type Chain, isNodeError, read } from '../chain.js'
import type { Call } from './call.js'
import { decodeErc20 } from './decode-call.js'

/** A transfer of coins between two plain accounts takes this, always. */
const PLAIN_GAS = 21_000n

const refusals = {
  coins: 'The receiver does not take this payment.',
  transfer: 'The token refuses this transfer.',
  approve: 'The token refuses this approval.',
  call: 'The contract refuses this call.',
}

/** The error of a call that the chain refuses. */
export const refusedCall = ({ data }: Pick<Call, 'data'>, cause?: unknown): WalletModalError => {
  const kind = data === '0x' ? 'coins' : (decodeErc20(data)?.name ?? 'call')
  const reason = cause === undefined ? '' : ` The network says: ${messageOf(cause)}`
  return new WalletModalError('NOT_SENT', `${refusals[kind]} Nothing was sent.${reason}`, { cause })
}

/** The most gas that a call may take: the estimate and a fifth more, as the chain may change before it is included. */
export async function estimateMaxGas({ client }: Chain, from: Address, call: Call): Promise<bigint> {
  try {
    const gas = await read(estimateGas(client, { account: from, ...call, prepare: false }))
    return gas === PLAIN_GAS ? gas : gas + gas / 5n
  } catch (error) {
    throw isNodeError(error) ? refusedCall(call, error) : error
  }
}
