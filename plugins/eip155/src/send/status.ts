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
const nonceSchema = readWith((reply): bigint | null => (reply === null ? null : toQuantity(Object(reply).nonce)))

/** How many blocks ago a nonce was used that no node can have missed, however far it lags behind the one that counted. */
const DEEP = 12n

/** How many transactions of an account are deep in the chain: on a young chain none. `undefined` where the node cannot say. */
async function countDeep(chain: Chain, address: string): Promise<bigint | undefined> {
  const latest = await chain.quantity('eth_blockNumber')
  const block = latest > DEEP ? latest - DEEP : 0n
  return whereKnown(chain.quantity('eth_getTransactionCount', address, toHex(block)))
}

/** What became of a transaction. */
export async function statusOf(
  { hash, address }: Pick<SentTransaction, 'hash' | 'address'>,
  chain: Chain,
  nonces: Nonces,
): Promise<TransactionStatus> {
  if (hash === undefined) return 'unknown'
  const receipt = () => chain.read('eth_getTransactionReceipt', [hash], receiptSchema)
  const done = await receipt()
  if (done) return done
  const seen = await chain.read('eth_getTransactionByHash', [hash], nonceSchema)
  if (seen !== null) {
    nonces.set(hash, seen)
    return 'pending'
  }
  const nonce = nonces.get(hash)
  if (nonce === undefined) return 'unknown'
  const count = await countDeep(chain, address)
  if (count === undefined || count <= nonce) return 'unknown'
  return (await receipt()) ?? 'replaced' // it may have got in while the others were asked
}
