import { type Hex, keccak256 } from 'viem'
import { isInconclusive, isKnownAfterPauses, isProxyRefusal, isUnanswered, LIMITS } from '../forwarding.js'
import { FrameError, refusal } from '../gateway.js'
import type { ReadChain } from './transaction.js'

/** `OldNonce`: Nethermind. */
const isNonceTooLow = (error: FrameError): boolean => /nonce (is )?too low|\boldnonce\b/i.test(error.message)

/** Whether a node's error message means that it already has this transaction. */
const isAlreadyKnown = (message: string): boolean =>
  /already ?known|\bknown transaction|already imported/i.test(message)

/** Error messages of nodes that prove that a transaction was not forwarded. */
const REFUSALS = new RegExp(
  [
    ...[
      'insufficient ?(funds|balance)',
      'nonce (is )?too (low|high)',
      'underpriced',
      'intrinsic gas',
      'invalid sender',
    ],
    ...['exceeds block gas limit', '(less|lower) than block base fee', 'fee ?cap .*(below|less|lower).* base ?fee'],
    ...['invalid signature', 'invalid chain ?id', 'exceeds the configured cap', 'transaction type not supported'],
    ...['pool is full', 'in-flight transaction limit', 'gapped-nonce', 'already reserved'],
    // names of results of Nethermind
    ...['\\b(OldNonce|NonceGap|FeeTooLow|GasLimitExceeded|NotSupportedTxType|DelegatorHasPendingTx)'],
    ...LIMITS,
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
 * reason. `unclear`: a node has refused it with an unknown reason, or a proxy has refused it, perhaps after the gateway has replied. `notForwarded`:
 * the gateway has refused it.
 */
type BroadcastFailure = 'perhapsSent' | 'refused' | 'unclear' | 'notForwarded'

function classify(error: FrameError): BroadcastFailure {
  if (isProxyRefusal(error)) return 'unclear'
  if (error.code !== 'SOURCE_FAILED') return 'notForwarded'
  if (isAlreadyKnown(error.message)) return 'perhapsSent'
  if (REFUSALS.test(error.message)) return 'refused'
  return isInconclusive(error.message) ? 'perhapsSent' : 'unclear'
}

/**
 * Whether the transaction was not sent, although the error does not prove it. A node adds a transaction to its mempool before it forwards it, so a
 * node that returns an error and repeatedly answers `null` has not forwarded it. Other nodes of the same address may need the pauses to learn of it.
 * Without such an answer, the transaction may be in a mempool, and counts as sent.
 */
async function isAbsent(hash: Hex, error: FrameError, call: ReadChain): Promise<boolean> {
  const read = (): Promise<boolean | undefined> =>
    call('eth_getTransactionByHash', [hash]).then(
      (transaction) => transaction !== null,
      // a proxy that refuses this request too refuses all requests of this browser, before it forwards them
      (failure) => (isProxyRefusal(error) && isProxyRefusal(failure) ? false : undefined),
    )
  // a refusal with a known reason needs no pauses, but an earlier node may have the transaction; without a reply, it may have been mined
  return (await (classify(error) === 'refused' ? read() : isKnownAfterPauses(read))) === false
}

/**
 * Broadcasts a signed transaction once and resolves with its hash. Rejects only if the transaction was not sent: the gateway, a proxy or the node has
 * rejected it, and the node does not know it. Also resolves if the reply is lost, if the node's error can follow a broadcast, or if the node already
 * has the transaction: after an error, the site would send again, although the first transaction could still be mined.
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
