import { type Hex, keccak256 } from 'viem'
import { GENERAL_REFUSALS, isKnownAfterPauses, isProxyRefusal, isUnanswered } from '../forwarding.js'
import { FrameError, refusal } from '../gateway.js'
import type { ReadChain } from './transaction.js'

/** Whether a node refuses a transaction because its nonce was used. `OldNonce` is the message of Nethermind. */
const isNonceTooLow = (error: FrameError): boolean => /nonce (is )?too low|\boldnonce\b/i.test(error.message)

/** Whether an error message of a node means that the node already has this transaction. */
const isAlreadyKnown = (message: string): boolean =>
  /already ?known|\bknown transaction|already imported/i.test(message)

/**
 * Error messages of nodes that prove that a transaction was not forwarded: messages of geth, reth and Erigon, and names of results of Nethermind and
 * Besu, such as `FeeTooLow`.
 */
const REFUSALS = new RegExp(
  [
    ...['insufficient ?(funds|balance)', 'cost exceeds (account )?balance', 'upfront_cost_exceeds_balance'],
    ...['nonce[ _](is )?(too|already)', 'under ?priced', '(fee|tip|gas.?price)[a-z ]*(too|below|less|lower)'],
    ...['(less|lower) than block base fee', '(higher|greater) than max fee per gas', 'tip above fee cap'],
    ...['intrinsic.gas', 'floor data gas', 'exceeds.block.gas.limit', 'gas required exceeds', 'gas limit (is )?too'],
    ...['exceeds the configured cap', 'oversized data', 'negative value', 'init ?code', 'sender not an eoa'],
    ...['invalid (sender|signature|chain ?id|transaction|params|argument)', '\\brlp\\b', 'replay-protected'],
    ...['transaction type not supported', 'execution reverted', 'pool is full', 'future transaction tries to replace'],
    ...['in-flight transaction limit', 'gapped-nonce', 'already reserved'],
    ...['\\b(OldNonce|NonceGap|FeeTooLow|GasLimitExceeded|NotSupportedTxType|SenderIsContract|MaxTxSizeExceeded)'],
    ...['\\bDelegatorHasPendingTx', ...GENERAL_REFUSALS],
  ].join('|'),
  'i',
)

const nonceUsed = (): Promise<FrameError> =>
  refusal({
    code: 'NOT_SENT',
    message: 'Another transaction of this account was sent at the same time. This one was not sent. Try again.',
    reason: 'NONCE_USED',
  })

/**
 * Conclusion from the error of a broadcast. `perhapsSent`: a node may have forwarded the transaction. `refused`: a node has refused it with a known
 * reason. `blocked`: a proxy has refused the request, perhaps after forwarding. `notForwarded`: the gateway has refused the request.
 */
type BroadcastFailure = 'perhapsSent' | 'refused' | 'blocked' | 'notForwarded'

function classify(error: FrameError): BroadcastFailure {
  if (isProxyRefusal(error)) return 'blocked'
  if (error.code !== 'SOURCE_FAILED') return 'notForwarded'
  return !isAlreadyKnown(error.message) && REFUSALS.test(error.message) ? 'refused' : 'perhapsSent'
}

/**
 * Whether the node replies that it does not know the transaction. Without such a reply, the caller must treat the transaction as sent: the gateway
 * may have sent it to another node before, so it may be in a mempool.
 */
async function isAbsent(hash: Hex, error: FrameError, call: ReadChain): Promise<boolean> {
  const read = (): Promise<boolean | undefined> =>
    call('eth_getTransactionByHash', [hash]).then(
      (transaction) => transaction !== null,
      // a proxy that also refuses this read refuses all requests of this browser, so it has not forwarded the transaction
      (failure) => (isProxyRefusal(error) && isProxyRefusal(failure) ? false : undefined),
    )
  // after `nonce too low`, this transaction may be the one that was mined: another node may have forwarded it
  const needsPauses = isProxyRefusal(error) || isNonceTooLow(error)
  return (await (needsPauses ? isKnownAfterPauses(read) : read())) === false
}

/**
 * Broadcasts a signed transaction once and resolves with its hash. After a rejection, a site may send another transaction. Therefore, rejects only if
 * the transaction was certainly not sent:
 * - The gateway has refused the transaction.
 * - A proxy, or a node with one of {@link REFUSALS}, has refused the transaction, and a later read shows that the node does not know it.
 *
 * Resolves in all other cases: the reply is lost, the node already has the transaction, or the node returns another error, such as `unexpected EOF`.
 * A node may return such an error after it has forwarded the transaction to a sequencer.
 */
export async function broadcast(raw: Hex, call: ReadChain): Promise<Hex> {
  const hash = keccak256(raw)
  try {
    await call('eth_sendRawTransaction', [raw])
  } catch (error) {
    if (!(error instanceof FrameError) || isUnanswered(error)) return hash
    const failure = classify(error)
    if (failure === 'notForwarded') throw error
    if (failure === 'perhapsSent' || !(await isAbsent(hash, error, call))) return hash
    throw isNonceTooLow(error) ? await nonceUsed() : error
  }
  return hash
}
