import { readWith, type SentTransaction, type TransactionStatus } from '@wallet-modal/kernel'
import { toHex } from './abi.js'
import { type Chain, toQuantity, whereKnown } from './chain.js'

/** The nonces of transactions that were seen, by hash: without it nobody can tell that another one took its place. */
export type Nonces = Map<string, bigint>

/** `null` where there is none (yet). */
const receiptSchema = readWith((reply): 'confirmed' | 'failed' | null => {
  if (reply === null) return null
  const { status }: { readonly status?: unknown } = Object(reply)
  return toQuantity(status) === 1n ? 'confirmed' : 'failed'
})
/** A transaction that a node has, mined or not. */
interface Seen {
  readonly nonce: bigint
  /** In lower case. */
  readonly from: string
}
const seenSchema = readWith((reply): Seen | null => {
  if (reply === null) return null
  const { nonce, from }: { readonly nonce?: unknown; readonly from?: unknown } = Object(reply)
  return { nonce: toQuantity(nonce), from: String(from).toLowerCase() }
})

/** How long the wallet's node may take to tell others of a transaction, and how often they are asked. */
export const SEEN_WITHIN_MS = 15_000
export const SEEN_EVERY_MS = 1_000

const readSeen = (chain: Chain, hash: string): Promise<Seen | null> =>
  chain.read('eth_getTransactionByHash', [hash], seenSchema)

/** The nonce of a transaction that was just sent; `undefined` where the chain does not tell soon, or it is somebody else's. */
export async function findNonce(chain: Chain, hash: string, from: string): Promise<bigint | undefined> {
  let isLate = false
  const look = async (): Promise<bigint | undefined> => {
    while (!isLate) {
      const seen = await readSeen(chain, hash)
      if (seen) return seen.from === from.toLowerCase() ? seen.nonce : undefined
      await new Promise((resolve) => setTimeout(resolve, SEEN_EVERY_MS))
    }
    return undefined
  }
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), SEEN_WITHIN_MS))
  try {
    return await Promise.race([look(), late])
  } catch {
    return undefined // it is sent in any case
  } finally {
    isLate = true
  }
}

/** How many blocks ago, and how many seconds, a nonce was used that no node can have missed, however far it lags behind the one that counted. */
const DEEP = 12n
const OLD_S = 120n
/** Nodes forget transactions that are older, on quick chains within weeks: then none that they do not know was replaced. */
const KNOWN_FOR_MS = 86_400_000
/** Where blocks are this quick, nodes have no longer what accounts were then. */
const MOST_DEEP = 4096n

const timeSchema = readWith((reply): bigint => {
  const { timestamp }: { readonly timestamp?: unknown } = Object(reply)
  return toQuantity(timestamp)
})
const timeOf = (chain: Chain, block: bigint): Promise<bigint> =>
  chain.read('eth_getBlockByNumber', [toHex(block), false], timeSchema)

/** How many transactions of an account are deep in the chain: on a young chain none. `undefined` where there is no such block to look at. */
async function countDeep(chain: Chain, address: string): Promise<bigint | undefined> {
  const latest = await chain.quantity('eth_blockNumber')
  const now = await timeOf(chain, latest)
  for (let depth = DEEP; depth < MOST_DEEP; depth *= 4n) {
    const block = latest > depth ? latest - depth : 0n
    if (block === 0n || now - (await timeOf(chain, block)) >= OLD_S)
      return chain.quantity('eth_getTransactionCount', address, toHex(block))
  }
  return undefined
}

/** What became of a transaction. */
export async function statusOf(
  { hash, address, nonce: kept, sentAt }: Pick<SentTransaction, 'hash' | 'address' | 'nonce' | 'sentAt'>,
  chain: Chain,
  nonces: Nonces,
): Promise<TransactionStatus> {
  if (hash === undefined) return 'unknown'
  const receipt = () => chain.read('eth_getTransactionReceipt', [hash], receiptSchema)
  const done = await receipt()
  if (done) return done
  const seen = await readSeen(chain, hash)
  if (seen !== null) {
    // others count on their own, such as those who hand in the calls of smart accounts
    if (seen.from === address.toLowerCase()) nonces.set(hash, seen.nonce)
    return 'pending'
  }
  const nonce = nonces.get(hash) ?? kept
  if (nonce === undefined || Date.now() - sentAt > KNOWN_FOR_MS) return 'unknown'
  const count = await whereKnown(countDeep(chain, address))
  if (count === undefined || count <= nonce) return 'unknown'
  return (await receipt()) ?? 'replaced' // it may have got in while the others were asked
}
