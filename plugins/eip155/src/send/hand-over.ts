import { messageOf, type SendOutcome, WalletModalError } from '@wallet-modal/kernel'
import { toChecksum } from '../address.js'
import { badAnswer, isRejection } from '../errors.js'
import { parseAddresses, parseChain } from '../provider.js'
import type { Chain } from './chain.js'
import { certainFailure, isWalletRefusal } from './failure.js'
import { type Before, type Found, findSent } from './find-sent.js'
import type { TransactionRequest } from './request.js'
import { findNonce } from './status.js'
import type { AskWallet } from './wallet-access.js'

/** When a transaction whose reply was lost is looked for, in milliseconds after each other. */
export const SEARCH_MS: readonly number[] = [0, 1_000, 2_000]

export const changedMeanwhile = (what: string): WalletModalError =>
  new WalletModalError('CHANGED_MEANWHILE', `${what} Nothing was sent. Look at the transaction again.`)

interface Expected {
  readonly from: string
  readonly caipNetworkId: string
  /** The account that the wallet named first when it last told of its accounts. */
  readonly first: string | undefined
}

/** Asks the wallet itself, as its events may be late or missing. */
export async function checkWallet(ask: AskWallet, { from, caipNetworkId, first }: Expected): Promise<void> {
  const [chainId, listed] = await Promise.all([ask('eth_chainId'), ask('eth_accounts')])
  if (parseChain(chainId) !== caipNetworkId) throw changedMeanwhile('The wallet is on another network now.')
  const accounts = parseAddresses(listed, 'eth_accounts').map(toChecksum)
  if (!accounts.includes(from) || accounts[0] !== first) throw changedMeanwhile('The wallet is on another account now.')
}

export const isHash = (answer: unknown): answer is string =>
  typeof answer === 'string' && /^0x[\da-f]{64}$/i.test(answer)

interface Handover {
  readonly ask: AskWallet
  /** Not ended with whoever prepared it: once handed over, it is of interest in any case. */
  readonly chain: Chain
  readonly request: TransactionRequest
  readonly before: Before
  /** Told of what was found on the chain. */
  found(one: Found): void
}

interface Searched {
  readonly found?: Found
  /** Whether the last look could really be made. */
  readonly isAsked: boolean
  /** Whether the sender has a transaction more than before, be it one that only waits. */
  readonly hasMoved: boolean
}

async function search({ chain, request, before }: Handover): Promise<Searched> {
  let isAsked = false
  let hasMoved = false
  for (const afterMs of SEARCH_MS) {
    if (afterMs > 0) await new Promise((resolve) => setTimeout(resolve, afterMs))
    try {
      const found = await findSent(chain, request, before)
      if (found) return { found, isAsked: true, hasMoved: true }
      const nonce = await chain.quantity('eth_getTransactionCount', request.from, 'pending')
      hasMoved ||= nonce > before.nonce
      isAsked = nonce >= before.nonce // a node that counts less lags behind
    } catch {
      isAsked = false // the chain cannot be asked just now, which says nothing about the transaction
    }
  }
  return { isAsked, hasMoved }
}

const asSent = ({ chain, request }: Handover, hash: string): SendOutcome => ({
  status: 'sent',
  hash,
  nonce: findNonce(chain, hash, request.from),
})

/** B3: asks the wallet to send, once. What becomes of a reply that got lost is looked up on the chain and never tried again. */
export async function handOver(handover: Handover): Promise<SendOutcome> {
  let failure: unknown
  try {
    const answer = await handover.ask('eth_sendTransaction', [handover.request])
    if (isHash(answer)) return asSent(handover, answer.toLowerCase())
    failure = badAnswer('eth_sendTransaction', 'a transaction hash')
  } catch (error) {
    if (isRejection(error)) return { status: 'rejected' }
    failure = error
  }
  const certain = certainFailure(failure)
  if (certain && isWalletRefusal(failure)) throw certain
  const { found, isAsked, hasMoved } = await search(handover)
  if (found) handover.found(found)
  else if (certain && isAsked && !hasMoved) throw certain
  return {
    status: 'unknown',
    ...(found && { hash: found.hash, nonce: found.nonce }),
    cause: new Error(messageOf(failure)),
  }
}
