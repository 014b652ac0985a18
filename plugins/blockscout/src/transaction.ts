import type { HistoryEntry, HistoryTransfer, Network } from '@wallet-modal/kernel'
import { coinAssetId, type Fields, fieldsOf, isSameAddress, textOf } from '@wallet-modal/kernel/assets'
import { addressOf, amountOf, contractOf, hashOf, priceOf } from './fields.js'

/** Account and network whose history is read. */
export interface Subject {
  readonly own: string
  readonly network: Network
}

/** Item of the list of transactions or of the list of token transfers. Several items can belong to one transaction. */
export interface ListItem {
  readonly hash: string
  /** Block number; `Infinity` while pending. */
  readonly block: number
  readonly at?: number
  readonly from?: string
  readonly to?: string
  /** Transfer of coins or tokens by this item. Absent for a transaction that sends no coins. */
  readonly move?: HistoryTransfer
}

/** A transaction sent by or to the account. */
export interface TransactionItem extends ListItem {
  readonly status: HistoryEntry['status']
  readonly method: string
  readonly isCreation: boolean
  /** In base units of the native coin. Absent if another account paid it. */
  readonly fee?: bigint
}

const ZERO_ADDRESS = `0x${'0'.repeat(40)}`

const blockOf = (value: unknown): number =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : Number.POSITIVE_INFINITY

const directionOf = (own: string, from?: string, to?: string): HistoryTransfer['direction'] => {
  const [isOut, isIn] = [from, to].map((one) => one !== undefined && isSameAddress(one, own))
  return isOut && isIn ? 'self' : isOut ? 'out' : 'in'
}

const itemFields = (hash: string, { block, timestamp, from, to }: Fields): Omit<ListItem, 'move'> => {
  const at = Date.parse(String(timestamp))
  const [sender, receiver] = [addressOf(from), addressOf(to)]
  return {
    ...{ hash, block: blockOf(block) },
    ...(at > 0 && { at }),
    ...(sender && { from: sender }),
    ...(receiver && { to: receiver }),
  }
}

/** Parses an item of `/transactions`; empty without a hash. */
export function readTransaction(item: unknown, { own, network }: Subject): readonly TransactionItem[] {
  const {
    hash: text,
    block_number,
    timestamp,
    from,
    to,
    created_contract,
    value,
    fee,
    status,
    method,
    exchange_rate,
  } = fieldsOf(item)
  const hash = hashOf(text)
  if (hash === undefined) return []
  const isCreation = addressOf(created_contract) !== undefined
  const base = itemFields(hash, { block: block_number, timestamp, from, to: isCreation ? created_contract : to })
  const [amount, paid, priceUsd] = [amountOf(value), amountOf(fieldsOf(fee).value), priceOf(exchange_rate)]
  const { name, symbol, decimals } = network.nativeCurrency
  const isOwn = base.from !== undefined && isSameAddress(base.from, own)
  return [
    {
      ...base,
      status: status === 'ok' ? 'confirmed' : status === 'error' ? 'failed' : 'pending',
      method: textOf(method),
      isCreation,
      ...(isOwn && paid !== undefined && { fee: paid }),
      ...(amount && {
        move: {
          ...{ direction: directionOf(own, base.from, base.to), kind: 'token', name, symbol, decimals, amount },
          assetId: coinAssetId(network),
          ...(priceUsd !== undefined && { priceUsd }),
          ...(fieldsOf(from).is_scam === true && { isSpam: true }),
        },
      }),
    },
  ]
}

/** Parses an item of `/token-transfers`; empty if the hash or the contract is missing. */
export function readTransfer(item: unknown, { own, network }: Subject): readonly ListItem[] {
  const { transaction_hash, block_number, timestamp, from, to, token, total } = fieldsOf(item)
  const [hash, contract] = [hashOf(transaction_hash), contractOf(token)]
  if (hash === undefined || !contract) return []
  const base = itemFields(hash, { block: block_number, timestamp, from, to })
  const { value, token_id } = fieldsOf(total)
  const isToken = contract.standard === 'ERC-20'
  const tokenId = amountOf(token_id)
  const amount = isToken ? amountOf(value) : amountOf(value ?? '1')
  const { name, symbol, decimals, priceUsd, iconUrl, isReported } = contract
  // without decimals, the amount is unknown
  const isReadable = amount !== undefined && (!isToken || decimals !== undefined)
  return [
    {
      ...base,
      move: {
        ...{ direction: directionOf(own, base.from, base.to), kind: isToken ? 'token' : 'nft', symbol },
        name: isToken || tokenId === undefined ? name : `${name} #${tokenId}`.trim(),
        decimals: isToken ? (decimals ?? 0) : 0,
        ...(isToken && { assetId: `${network.caipNetworkId}/erc20:${contract.address}` }),
        ...(isReadable && { amount }),
        ...(isToken && priceUsd !== undefined && { priceUsd }),
        ...(iconUrl !== undefined && { imageUrl: iconUrl }),
        ...(isReported && { isSpam: true }),
      },
    },
  ]
}

function typeOf(transaction: TransactionItem | undefined, items: readonly ListItem[]): string {
  const moves = items.flatMap(({ move }) => move ?? [])
  const has = (wanted: HistoryTransfer['direction']): boolean => moves.some(({ direction }) => direction === wanted)
  if (transaction?.isCreation) return 'deploy'
  if (has('in') && has('out')) return 'trade'
  if (has('in')) return items.every(({ from, move }) => !move || from === ZERO_ADDRESS) ? 'mint' : 'receive'
  if (moves.length > 0) return items.every(({ to, move }) => !move || to === ZERO_ADDRESS) ? 'burn' : 'send'
  return transaction?.method === 'approve' ? 'approve' : 'execute'
}

/**
 * Merges the items of one transaction into an entry; `undefined` without items. If `transaction` is `undefined` and a transfer is not incoming, the
 * entry has no sender, because a token contract can log transfers that the account never made.
 */
export function toEntry(
  transaction: TransactionItem | undefined,
  transfers: readonly ListItem[],
  { own, network }: Subject,
): HistoryEntry | undefined {
  const items: readonly ListItem[] = [...(transaction ? [transaction] : []), ...transfers]
  const [first] = items
  if (!first) return undefined
  const moving = items.filter(({ move }) => move)
  const only = moving.length === 1 ? moving[0] : undefined
  const hasUnprovenSender = !transaction && moving.some(({ move }) => move?.direction !== 'in')
  const from = transaction ? transaction.from : hasUnprovenSender ? undefined : first.from
  const to = only ? only.to : transaction ? transaction.to : own
  return {
    ...{ id: first.hash, hash: first.hash, caipNetworkId: network.caipNetworkId },
    type: typeOf(transaction, items),
    status: transaction?.status ?? 'confirmed',
    ...(first.at !== undefined && { at: first.at }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(transaction?.fee !== undefined && { fee: transaction.fee }),
    transfers: moving.flatMap(({ move }) => move ?? []),
  }
}
