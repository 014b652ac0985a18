import { messageOf, WalletModalError } from '@wallet-modal/kernel'
import { type Chain, isNodeError } from './chain.js'
import { type Payment, toCall } from './request.js'

/** What a payment between two plain accounts takes, always. */
const PLAIN_GAS = 21_000n

const refused = (what: string, cause: unknown): WalletModalError =>
  new WalletModalError('NOT_SENT', `${what} Nothing was sent. The network says: ${messageOf(cause)}`, { cause })

/** The most gas a payment may take: what it takes now and a fifth more, as the chain may change before it is in a block. */
export async function estimateGas(chain: Chain, payment: Payment): Promise<bigint> {
  try {
    const gas = await chain.quantity('eth_estimateGas', { from: payment.from, ...toCall(payment) })
    return gas === PLAIN_GAS ? gas : gas + gas / 5n
  } catch (error) {
    if (!isNodeError(error)) throw error
    throw refused(
      payment.contract === undefined ? 'The receiver does not take this payment.' : 'The token refuses this transfer.',
      error,
    )
  }
}
