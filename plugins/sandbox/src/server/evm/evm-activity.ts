import { invalid } from '@wallet-modal/gateway/server'
import * as v from 'valibot'
import type { ActivityEntry, ActivityPage, Movement } from '../engines/activity.js'
import type { NodeRpc } from '../engines/node-rpc.js'
import { type AccountTransaction, fromMined, fromPending, partiesOf } from './account-transaction.js'
import type { createEvmNfts } from './assets/evm-nfts.js'
import type { EvmTokens } from './assets/evm-tokens.js'
import { mempoolSchema } from './chain-records.js'
import { toChecksumAddress } from './evm-address.js'
import type { EvmIndex } from './evm-index.js'
import type { IndexedTransaction } from './indexed-blocks.js'
import type { Transfer } from './transfers.js'

interface ActivityDependencies {
  readonly rpc: NodeRpc
  readonly index: EvmIndex
  readonly tokens: EvmTokens
  readonly nfts: ReturnType<typeof createEvmNfts>
  now(): number
}

/** Mined and pending transactions of accounts, from the chain's blocks and its mempool. */
export function createEvmActivity({ rpc, index, tokens, nfts, now }: ActivityDependencies) {
  /** Time at which each pending transaction was first listed, by hash. */
  const firstSeen = new Map<string, number>()

  const pendingTransactions = async (account: string): Promise<readonly AccountTransaction[]> => {
    const { pending, queued } = v.parse(mempoolSchema, await rpc.call('txpool_content', []))
    const all = [pending, queued].flatMap((part) => Object.values(part).flatMap((byNonce) => Object.values(byNonce)))
    return all
      .map((transaction) => fromPending(transaction, account))
      .filter(({ transaction, transfers }) => transaction.from === account || transfers.length > 0)
      .sort((a, b) => b.transaction.nonce - a.transaction.nonce)
  }
  /** Converts transactions of an account to history entries, with metadata of tokens and collections. */
  const toEntries = async (transactions: readonly AccountTransaction[]): Promise<readonly ActivityEntry[]> => {
    const allTransfers = transactions.flatMap(({ transfers }) => transfers)
    const contracts = [
      ...new Set(allTransfers.flatMap(({ contract, id }) => (contract && id === undefined ? [contract] : []))),
    ]
    const items = allTransfers.flatMap(({ contract, id }) => (contract && id !== undefined ? [{ contract, id }] : []))
    const [metadata, nftMetadata] = await Promise.all([tokens.metadata(contracts), nfts(items)])
    const metadataOf = new Map(contracts.map((contract, at) => [contract, metadata[at]]))
    const nftOf = new Map(items.map((key, at) => [`${key.contract}/${key.id}`, nftMetadata[at]]))
    const assetOf = ({ contract, id }: Transfer): Movement['asset'] | undefined => {
      if (contract === undefined) return 'coin'
      const nft = nftOf.get(`${contract}/${id}`)
      if (nft) return { nft }
      const token = metadataOf.get(contract)
      return token && { token }
    }
    return transactions.map((one) => {
      const movements = one.transfers.flatMap((transfer) => {
        const asset = assetOf(transfer)
        // without metadata of the token, such as its decimals, the amount cannot be displayed
        return asset === undefined ? [] : [{ direction: transfer.direction, asset, amountBase: transfer.amount }]
      })
      return { ...toEntry(one, one.mined?.minedAt ?? firstSeenAt(one.transaction.hash)), movements }
    })
  }
  const firstSeenAt = (hash: string): number => {
    const at = firstSeen.get(hash) ?? now()
    firstSeen.set(hash, at)
    return at
  }
  return async (account: string, page: { readonly before?: string; readonly limit: number }): Promise<ActivityPage> => {
    const before = page.before === undefined ? undefined : toPosition(page.before)
    const pending = before ? [] : await pendingTransactions(account)
    await index.sync()
    const all = index.transactionsOf(account)
    const end = before ? countOlder(all, before) : all.length
    const start = Math.max(0, end - page.limit)
    const mined = all
      .slice(start, end)
      .reverse()
      .map((transaction) => fromMined(transaction, account))
    const hashes = new Set(mined.map(({ transaction }) => transaction.hash))
    for (const hash of hashes) firstSeen.delete(hash)
    const stillPending = pending.filter(({ transaction }) => !hashes.has(transaction.hash))
    return { entries: await toEntries([...stillPending, ...mined]), hasMore: start > 0 }
  }
}

interface Position {
  readonly block: number
  readonly index: number
}

function toPosition(text: string): Position {
  const [, block, index] = /^(\d{1,15})\.(\d{1,9})$/.exec(text) ?? []
  if (block === undefined) throw invalid('The cursor does not belong to this chain.')
  return { block: Number(block), index: Number(index) }
}

/** Number of transactions in `all` (oldest first) that are older than a position. */
function countOlder(all: readonly IndexedTransaction[], { block, index }: Position): number {
  let [low, high] = [0, all.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const one = all[middle]
    if (one && (one.block < block || (one.block === block && one.index < index))) low = middle + 1
    else high = middle
  }
  return low
}

function toEntry(
  { transaction, mined, operation, transfers }: AccountTransaction,
  at: number,
): Omit<ActivityEntry, 'movements'> {
  const { hash, nonce } = transaction
  const { from, to } = partiesOf(transaction, mined?.created ?? null, transfers)
  return {
    ...{ hash, nonce, operation },
    status: mined ? (mined.hasFailed ? 'failed' : 'confirmed') : 'pending',
    at,
    from: toChecksumAddress(from),
    to: to ? toChecksumAddress(to) : '',
    ...(mined && { position: `${mined.block}.${mined.index}` }),
  }
}
