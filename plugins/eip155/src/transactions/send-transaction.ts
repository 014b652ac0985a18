import { type DriverOutcome, messageOf } from '@wallet-modal/kernel'
import { getTransactionCount } from 'viem/actions'
import { toChecksum } from '../address.js'
import { type Chain, read } from '../chain.js'
import { badAnswer, isRejection } from '../errors.js'
import { parseAddresses, parseChain } from '../provider.js'
import { certainFailure, isWalletRefusal } from './failure.js'
import { type ChainPosition, type FoundTransaction, findLost } from './find-lost.js'
import { changedMeanwhile } from './not-sent.js'
import type { RpcTransaction } from './request.js'
import { findNonce } from './status.js'
import type { AskWallet } from './wallet-access.js'

/** Pauses before each search for a transaction whose reply was lost, in milliseconds. */
export const SEARCH_MS: readonly number[] = [0, 1_000, 2_000]

interface ExpectedWallet {
  readonly from: string
  readonly caipNetworkId: string
  /** The first account in the wallet's last report. */
  readonly first: string | undefined
}

/** Asks the wallet itself for network and account, as its events may be late or missing. Throws `CHANGED_MEANWHILE`. */
export async function checkWallet(ask: AskWallet, { from, caipNetworkId, first }: ExpectedWallet): Promise<void> {
  const [chainId, listed] = await Promise.all([ask('eth_chainId'), ask('eth_accounts')])
  if (parseChain(chainId) !== caipNetworkId) throw changedMeanwhile('The wallet is on another network now.')
  const accounts: readonly string[] = parseAddresses(listed, 'eth_accounts').map(toChecksum)
  if (!accounts.includes(from) || accounts[0] !== first) throw changedMeanwhile('The wallet is on another account now.')
}

export const isHash = (answer: unknown): answer is string =>
  typeof answer === 'string' && /^0x[\da-f]{64}$/i.test(answer)

interface SubmittedTransaction {
  readonly ask: AskWallet
  /** Not aborted with the preparation: once the wallet was asked, the result matters in any case. */
  readonly chain: Chain
  readonly request: RpcTransaction
  readonly position: ChainPosition
  /** Called with a transaction that was found on the chain. */
  found(transaction: FoundTransaction): void
}

interface SearchResult {
  readonly found?: FoundTransaction
  /** Whether the last search could be made. */
  readonly isConclusive: boolean
  /** Whether the sender has a transaction more than before, be it a pending one. */
  readonly hasMoved: boolean
}

async function search({ chain, request, position }: SubmittedTransaction): Promise<SearchResult> {
  let isConclusive = false
  let hasMoved = false
  for (const afterMs of SEARCH_MS) {
    if (afterMs > 0) await new Promise((resolve) => setTimeout(resolve, afterMs))
    try {
      const found = await findLost(chain, request, position)
      if (found) return { found, isConclusive: true, hasMoved: true }
      const count = await read(getTransactionCount(chain.client, { address: request.from, blockTag: 'pending' }))
      hasMoved ||= BigInt(count) > position.nonce
      isConclusive = BigInt(count) >= position.nonce // a node that counts less lags behind
    } catch {
      isConclusive = false // the chain cannot be asked now, which says nothing about the transaction
    }
  }
  return { isConclusive, hasMoved }
}

/** B3: asks the wallet to send, once. A lost reply is looked up on the chain, and the request is never repeated. */
export async function sendTransaction(submitted: SubmittedTransaction): Promise<DriverOutcome> {
  const { ask, chain, request } = submitted
  let failure: unknown
  try {
    const answer = await ask('eth_sendTransaction', [request])
    if (isHash(answer)) {
      const hash = answer.toLowerCase()
      return { status: 'sent', hash, nonce: findNonce(chain, hash, request.from) }
    }
    failure = badAnswer('eth_sendTransaction', 'a transaction hash')
  } catch (error) {
    if (isRejection(error)) return { status: 'rejected' }
    failure = error
  }
  const certain = certainFailure(failure)
  if (certain && isWalletRefusal(failure)) throw certain
  const { found, isConclusive, hasMoved } = await search(submitted)
  if (found) submitted.found(found)
  else if (certain && isConclusive && !hasMoved) throw certain
  return {
    status: 'unknown',
    ...(found && { hash: found.hash, nonce: found.nonce }),
    cause: new Error(messageOf(failure)),
  }
}
