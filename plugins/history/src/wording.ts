import type { HistoryEntry, ViewContext } from '@wallet-modal/kernel'
import { isSameAddress } from '@wallet-modal/kernel/assets'

/** Description of a transaction in the past tense; neutral if the operation is unknown. */
export const toTypeText = ({ type, title }: HistoryEntry, t: ViewContext['t']): string => {
  if (title !== undefined) return title
  const key = `type.${type}`
  const text = t(key)
  return text === key ? t('type.other') : text
}

/** Whether the transaction was sent from this browser and its result is unknown: the wallet's reply was lost, or no node has reported it. */
export const isLost = ({ status, id }: HistoryEntry): boolean => status === 'unknown' && id.startsWith('sent:')

export const toStatusText = (entry: HistoryEntry, t: ViewContext['t']): string =>
  t(isLost(entry) ? 'status.lost' : `status.${entry.status}`)

/** The sender if all transfers are incoming, otherwise the receiver. `undefined` if that address is unknown or the account's own. */
export function counterpartOf(
  { from, to, transfers }: HistoryEntry,
  own: string,
): { readonly role: 'from' | 'to'; readonly address: string } | undefined {
  const isIncoming = transfers.length > 0 && transfers.every(({ direction }) => direction === 'in')
  if (isIncoming) return from === undefined || isSameAddress(from, own) ? undefined : { role: 'from', address: from }
  return to === undefined || isSameAddress(to, own) ? undefined : { role: 'to', address: to }
}
