import type { Submission, TransactionStatus } from '@wallet-modal/kernel'
import type { Hash, Hex } from 'viem'
import { getBlock, getBlockNumber, getTransactionCount } from 'viem/actions'
import { toChecksum } from '../address.js'
import { type EvmNode, read, readIfSupported } from '../node.js'
import type { RpcCall } from './request.js'

/**
 * Nonces by transaction hash, of transactions that a node has returned. Without its nonce, a replaced transaction cannot be distinguished from an
 * unknown one.
 */
export type Nonces = Map<string, bigint>

/** Maximum duration and interval of polling for a transaction that the wallet has just sent. */
export const SEEN_WITHIN_MS = 15_000
export const SEEN_EVERY_MS = 1_000

/** Status in the receipt of a transaction; `null` without a receipt. Sends a raw request, because viem's action throws if there is no receipt. */
export async function readReceipt({ client }: EvmNode, hash: Hash): Promise<'confirmed' | 'failed' | null> {
  const receipt = await read(client.request({ method: 'eth_getTransactionReceipt', params: [hash] }))
  if (receipt === null) return null
  return BigInt(receipt.status) === 1n ? 'confirmed' : 'failed'
}

/** A transaction that a node has, mined or not. */
export interface SeenTransaction {
  readonly nonce: bigint
  /** Lower case. */
  readonly from: string
  /** Absent if the transaction creates a contract. */
  readonly call?: RpcCall
}

async function readSeen({ client }: EvmNode, hash: Hash): Promise<SeenTransaction | null> {
  const seen = await read(client.request({ method: 'eth_getTransactionByHash', params: [hash] }))
  if (seen === null) return null
  const { to, value, input } = seen
  return { nonce: BigInt(seen.nonce), from: seen.from.toLowerCase(), ...(to && { call: { to, value, data: input } }) }
}

/** Nonce of a transaction that was just sent; `undefined` if no node returns this transaction in time, or if it has another sender. Never rejects. */
export async function findNonce(node: EvmNode, hash: string, from: string): Promise<bigint | undefined> {
  let isLate = false
  const poll = async (): Promise<bigint | undefined> => {
    while (!isLate) {
      const seen = await readSeen(node, hash as Hash)
      if (seen) return seen.from === from.toLowerCase() ? seen.nonce : undefined
      await new Promise((resolve) => setTimeout(resolve, SEEN_EVERY_MS))
    }
    return undefined
  }
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), SEEN_WITHIN_MS))
  try {
    return await Promise.race([poll(), late])
  } catch {
    return undefined // the transaction is sent in any case
  } finally {
    isLate = true
  }
}

/** Number of blocks and of seconds after which even a node that lags behind knows that a nonce was used. */
const DEEP = 12n
const OLD_S = 120n
/** Age after which a missing transaction is reported as `unknown`, not as `replaced`: nodes delete old transactions, on fast chains within weeks. */
export const KNOWN_FOR_MS = 86_400_000
/** Maximum number of blocks to look back: nodes of fast chains may not have older states. */
export const MAX_DEPTH = 4096n

/**
 * Transaction count of the sender at a block that is at least {@link DEEP} blocks and {@link OLD_S} seconds old. On a younger chain, at the first
 * block. `undefined` if no block within {@link MAX_DEPTH} is old enough.
 */
async function readOldTransactionCount({ client }: EvmNode, address: Hex): Promise<bigint | undefined> {
  const timeOf = async (blockNumber: bigint): Promise<bigint> => (await getBlock(client, { blockNumber })).timestamp
  const latest = await getBlockNumber(client)
  const now = await timeOf(latest)
  for (let depth = DEEP; depth < MAX_DEPTH; depth *= 4n) {
    const blockNumber = latest > depth ? latest - depth : 0n
    if (blockNumber === 0n || now - (await timeOf(blockNumber)) >= OLD_S)
      return BigInt(await getTransactionCount(client, { address, blockNumber }))
  }
  return undefined
}

/** Current status of a transaction on the chain. Calls `onSeen` if a node has the transaction and it is not included yet. */
export async function readStatus(
  { hash, address, nonce: storedNonce, sentAt }: Pick<Submission, 'hash' | 'address' | 'nonce' | 'sentAt'>,
  node: EvmNode,
  nonces: Nonces,
  onSeen?: (seen: SeenTransaction) => void,
): Promise<TransactionStatus> {
  if (hash === undefined) return 'unknown'
  const receipt = await readReceipt(node, hash as Hash)
  if (receipt) return receipt
  const seen = await readSeen(node, hash as Hash)
  if (seen) {
    onSeen?.(seen)
    // bundlers, which submit the calls of smart accounts, have nonces of their own
    if (seen.from === address.toLowerCase()) nonces.set(hash, seen.nonce)
    return 'pending'
  }
  const nonce = nonces.get(hash) ?? storedNonce
  if (nonce === undefined || Date.now() - sentAt > KNOWN_FOR_MS) return 'unknown'
  const count = await readIfSupported(readOldTransactionCount(node, toChecksum(address)))
  if (count === undefined || count <= nonce) return 'unknown'
  return (await readReceipt(node, hash as Hash)) ?? 'replaced' // the transaction may have been included in the meantime
}
