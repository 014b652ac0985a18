import type { Submission, TracedStatus } from '@wallet-modal/kernel'
import { type Address, concat, type Hash, type Hex, keccak256, numberToHex } from 'viem'
import { getBlock, getBlockNumber, getTransactionCount } from 'viem/actions'
import { toChecksum } from '../address.js'
import { type EvmNode, read, readIfSupported } from '../node.js'
import type { RpcCall } from './request.js'
import { KNOWN_FOR_MS, MAX_DEPTH, type Nonces, readReceipt, readStatus } from './status.js'

/** Hash of a transaction's receiver, value and calldata. Stored as its `trace`, to recognize the same transaction with another fee. */
export const contentsOf = ({ to, value, data }: RpcCall): Hex =>
  keccak256(concat([to, numberToHex(BigInt(value), { size: 32 }), data]))

/**
 * Block in which the sender used the nonce; `undefined` if the nonce is unused, or was used more than {@link MAX_DEPTH} blocks ago. Quadruples the
 * depth with each request until it finds a block at which the nonce is unused, then bisects.
 */
async function blockOfNonce({ client }: EvmNode, address: Address, nonce: bigint): Promise<bigint | undefined> {
  const isUsedAt = async (blockNumber: bigint): Promise<boolean> =>
    BigInt(await getTransactionCount(client, { address, blockNumber })) > nonce
  let used = await getBlockNumber(client)
  if (!(await isUsedAt(used))) return undefined
  const latest = used
  let unused = -1n // the state before the first block
  for (let depth = 1n; ; depth *= 4n) {
    if (depth > MAX_DEPTH) return undefined
    if (depth > latest) break
    if (!(await isUsedAt(latest - depth))) {
      unused = latest - depth
      break
    }
    used = latest - depth
  }
  while (used - unused > 1n) {
    const middle = (used + unused) / 2n
    if (await isUsedAt(middle)) used = middle
    else unused = middle
  }
  return used
}

interface SearchedTransaction {
  readonly address: Address
  readonly nonce: bigint
  /** See {@link contentsOf}. */
  readonly contents: string
}

/** Use of a nonce on the chain. */
interface NonceUse {
  /** Hash of the transaction with the searched contents; `undefined` if a transaction with other contents used the nonce. */
  readonly hash: Hash | undefined
}

/** Reads the block in which the nonce was used. `undefined` if the nonce is unused, or if its use cannot be found. */
async function findNonceUse(
  node: EvmNode,
  { address, nonce, contents }: SearchedTransaction,
): Promise<NonceUse | undefined> {
  const blockNumber = await blockOfNonce(node, address, nonce)
  if (blockNumber === undefined) return undefined
  const { transactions } = await getBlock(node.client, { blockNumber, includeTransactions: true })
  const included = transactions.find(
    (one) => one.from.toLowerCase() === address.toLowerCase() && BigInt(one.nonce) === nonce,
  )
  if (!included?.to) return { hash: undefined }
  const call = { to: included.to, value: numberToHex(included.value), data: included.input }
  return { hash: contentsOf(call) === contents ? included.hash : undefined }
}

/** Results of earlier status queries, by the transaction's hash. */
export interface KnownTransactions {
  readonly nonces: Nonces
  /** See {@link contentsOf}. Read from a node, and preferred to `trace`, because the wallet may have changed the requested contents. */
  readonly contents: Map<string, string>
  /**
   * Hashes of transactions whose nonce was used by a transaction with other contents. The search for that transaction is not repeated until the
   * status changes from `unknown` to `replaced`, when its block is old enough.
   */
  readonly displaced: Set<string>
}

/**
 * Reads the current status of a transaction from the chain. If the visitor sped up the transaction in the wallet, returns the status and the hash of
 * the transaction that was included instead. If the included transaction has other contents, such as a cancellation, the status is `replaced`.
 */
export async function followStatus(
  sent: Pick<Submission, 'hash' | 'address' | 'nonce' | 'trace' | 'sentAt'>,
  node: EvmNode,
  known: KnownTransactions,
): Promise<TracedStatus> {
  const { nonces, displaced } = known
  const { hash = '', address, sentAt } = sent
  const status = await readStatus(sent, node, nonces, ({ call }) => call && known.contents.set(hash, contentsOf(call)))
  const [nonce, contents] = [nonces.get(hash) ?? sent.nonce, known.contents.get(hash) ?? sent.trace]
  const isMissing = status === 'replaced' || (status === 'unknown' && !displaced.has(hash))
  if (!isMissing || nonce === undefined || contents === undefined || Date.now() - sentAt > KNOWN_FOR_MS)
    return { status }
  const use = await readIfSupported(findNonceUse(node, { address: toChecksum(address), nonce, contents }))
  if (use && use.hash === undefined) displaced.add(hash)
  if (use?.hash === undefined) return { status }
  // the block includes this transaction, so a node without its receipt is out of date
  const includedStatus = (await read(readReceipt(node, use.hash))) ?? 'unknown'
  const isOther = use.hash !== hash && includedStatus !== 'unknown'
  return { status: includedStatus, ...(isOther && { replacementHash: use.hash }) }
}
