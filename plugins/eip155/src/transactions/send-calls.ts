import type { DriverOutcome } from '@wallet-modal/kernel'
import { invalidReply } from '@wallet-modal/kernel/assets'
import { MAX_TRACE } from '@wallet-modal/kernel/transactions'
import { isRejection } from '../errors.js'
import { certainFailure, isWalletRefusal } from './errors.js'
import type { RpcBatch } from './request.js'
import type { RequestWallet } from './wallet-access.js'

/**
 * Submits a batch (EIP-5792), once. The outcome contains the batch id as `trace`; the hash becomes known later, for example after all owners of a
 * Safe have signed.
 */
export async function sendCalls(requestWallet: RequestWallet, request: RpcBatch): Promise<DriverOutcome> {
  let answer: unknown
  try {
    answer = await requestWallet('wallet_sendCalls', [request])
  } catch (error) {
    if (isRejection(error)) return { status: 'rejected' }
    const certain = certainFailure(error)
    // A node's error, passed on by the wallet, may be wrong. The account's nonce cannot show whether the batch was sent, because bundlers use nonces
    // of their own.
    if (certain && isWalletRefusal(error)) throw certain
    return { status: 'unknown', cause: error }
  }
  const id: unknown = typeof answer === 'string' ? answer : Object(answer).id
  if (typeof id === 'string' && id !== '' && id.length <= MAX_TRACE) return { status: 'sent', trace: id }
  return { status: 'unknown', cause: invalidReply('wallet_sendCalls', 'an id') }
}
