import type { HistoryEntry, Network } from '@wallet-modal/kernel'
import { fieldsOf, isDecimals } from '@wallet-modal/kernel/assets'
import { isTransactionStatus } from '@wallet-modal/kernel/transactions'

const isText = (value: unknown): value is string => typeof value === 'string'
const isMissingOrText = (value: unknown): boolean => value === undefined || isText(value)
/** Whether a value is missing or a time in milliseconds that `Date` can represent. Formatting any other number throws. */
const isMissingOrTime = (value: unknown): boolean =>
  value === undefined || (typeof value === 'number' && !Number.isNaN(new Date(value).getTime()))
const isMissingOrAmount = (value: unknown): boolean => value === undefined || (typeof value === 'bigint' && value >= 0n)

function isTransfer(value: unknown): boolean {
  const { direction, kind, name, symbol, amount, decimals, priceUsd, assetId, imageUrl } = fieldsOf(value)
  return (
    (direction === 'in' || direction === 'out' || direction === 'self') &&
    (kind === 'token' || kind === 'nft') &&
    [name, symbol].every(isText) &&
    [assetId, imageUrl].every(isMissingOrText) &&
    [amount, priceUsd].every(isMissingOrAmount) &&
    isDecimals(decimals)
  )
}

/**
 * Whether an entry is valid and belongs to the network. Checks the entries of other plugins' sources, because an invalid entry could break the list.
 */
export function isEntry(value: unknown, { caipNetworkId }: Network): value is HistoryEntry {
  const entry = fieldsOf(value)
  const { id, at, hash, type, title, status, from, to, fee, transfers } = entry
  return (
    isText(id) &&
    id !== '' &&
    entry.caipNetworkId === caipNetworkId &&
    isText(type) &&
    isTransactionStatus(status) &&
    [hash, title, from, to].every(isMissingOrText) &&
    isMissingOrAmount(fee) &&
    isMissingOrTime(at) &&
    Array.isArray(transfers) &&
    transfers.every(isTransfer)
  )
}
