import { type DriverOutcome, messageOf } from '@wallet-modal/kernel'
import { invalidReply } from '@wallet-modal/kernel/assets'
import { changedMeanwhile } from '@wallet-modal/kernel/transactions'
import { getTransactionCount } from 'viem/actions'
import { toChecksum } from '../address.js'
import { isRejection } from '../errors.js'
import { type EvmNode, read } from '../node.js'
import { parseAddresses, parseChain } from '../wallets/provider.js'
import { certainFailure, isWalletRefusal } from './errors.js'
import { type ChainPosition, type FoundTransaction, findUnreportedTransaction } from './find-unreported-transaction.js'
import { contentsOf } from './replacement.js'
import type { RpcTransaction } from './request.js'
import { findNonce } from './status.js'
import type { RequestWallet } from './wallet-access.js'

/** Delays, in milliseconds, before each search for a transaction whose hash the wallet did not return. */
export const SEARCH_MS: readonly number[] = [0, 1_000, 2_000]

interface ExpectedWallet {
  readonly from: string
  readonly caipNetworkId: string
  /** First account that the wallet last reported, in an `accountsChanged` event or in a reply. */
  readonly firstAccount: string | undefined
}

/** Reads network and accounts from the wallet, because its events may be late or missing. Throws `CHANGED_MEANWHILE` if either changed. */
export async function checkWallet(
  requestWallet: RequestWallet,
  { from, caipNetworkId, firstAccount }: ExpectedWallet,
): Promise<void> {
  const [chainId, listed] = await Promise.all([requestWallet('eth_chainId'), requestWallet('eth_accounts')])
  if (parseChain(chainId) !== caipNetworkId) throw changedMeanwhile('The wallet switched to another network.')
  const accounts: readonly string[] = parseAddresses(listed, 'eth_accounts').map(toChecksum)
  if (!accounts.includes(from) || accounts[0] !== firstAccount)
    throw changedMeanwhile('The wallet switched to another account.')
}

export const isHash = (answer: unknown): answer is string =>
  typeof answer === 'string' && /^0x[\da-f]{64}$/i.test(answer)

interface SubmittedTransaction {
  readonly requestWallet: RequestWallet
  /** Node whose requests are not aborted when the review is closed, because the result of a sent request must be known. */
  readonly node: EvmNode
  readonly request: RpcTransaction
  readonly position: ChainPosition
  /** Called when the search finds the transaction on the chain. */
  onFound(transaction: FoundTransaction): void
}

interface SearchResult {
  readonly found?: FoundTransaction
  /** Whether the last search succeeded, so that "not found" can be trusted. */
  readonly isConclusive: boolean
  /** Whether the sender's nonce increased, pending transactions included. */
  readonly hasNonceIncreased: boolean
}

async function search({ node, request, position }: SubmittedTransaction): Promise<SearchResult> {
  let isConclusive = false
  let hasNonceIncreased = false
  for (const afterMs of SEARCH_MS) {
    if (afterMs > 0) await new Promise((resolve) => setTimeout(resolve, afterMs))
    try {
      const found = await findUnreportedTransaction(node, request, position)
      if (found) return { found, isConclusive: true, hasNonceIncreased: true }
      const count = await read(getTransactionCount(node.client, { address: request.from, blockTag: 'pending' }))
      hasNonceIncreased ||= BigInt(count) > position.nonce
      isConclusive = BigInt(count) >= position.nonce // a node with a lower nonce is out of date
    } catch {
      isConclusive = false // the search failed, so the transaction may exist
    }
  }
  return { isConclusive, hasNonceIncreased }
}

/** Sends `eth_sendTransaction` once and never repeats it. If the reply is lost, searches the chain for the transaction. */
export async function sendTransaction(submitted: SubmittedTransaction): Promise<DriverOutcome> {
  const { requestWallet, node, request } = submitted
  let failure: unknown
  try {
    const answer = await requestWallet('eth_sendTransaction', [request])
    if (isHash(answer)) {
      const hash = answer.toLowerCase()
      return { status: 'sent', hash, nonce: findNonce(node, hash, request.from), trace: contentsOf(request) }
    }
    failure = invalidReply('eth_sendTransaction', 'a transaction hash')
  } catch (error) {
    if (isRejection(error)) return { status: 'rejected' }
    failure = error
  }
  const certain = certainFailure(failure)
  if (certain && isWalletRefusal(failure)) throw certain
  const { found, isConclusive, hasNonceIncreased } = await search(submitted)
  if (found) submitted.onFound(found)
  else if (certain && isConclusive && !hasNonceIncreased) throw certain
  return {
    status: 'unknown',
    ...(found && { hash: found.hash, nonce: found.nonce, trace: contentsOf(request) }),
    cause: new Error(messageOf(failure)),
  }
}
