import type { HistoryEntry, HistoryTransfer, Network } from '@wallet-modal/kernel'
import { coinAssetId } from '@wallet-modal/kernel/assets'
import type { TokenMetadata } from '../assets/tokens.js'
import type { Change, ListedTransaction, TransactionChanges } from './replies.js'

/** Upper bound of `HistoryTransfer.decimals`. A mint can have up to 255. */
const MAX_DECIMALS = 36

interface EntryContext {
  /** Address of the account whose history is read. */
  readonly own: string
  readonly network: Network
  readonly tokenOf: (mint: string) => TokenMetadata
}

function toTransfer(
  { mint, amount, isLoss = false, decimals }: Change,
  { network, tokenOf }: EntryContext,
): HistoryTransfer {
  const token = mint === undefined ? undefined : tokenOf(mint)
  const { name, symbol } = token ?? network.nativeCurrency
  const assetId = token ? `${network.caipNetworkId}/${token.isUnique ? 'nft' : 'token'}:${mint}` : coinAssetId(network)
  const direction = (amount === undefined ? isLoss : amount < 0n) ? 'out' : 'in'
  const isReadable = decimals <= MAX_DECIMALS
  return {
    ...{ direction, kind: token?.isUnique ? 'nft' : 'token', name, symbol, assetId },
    ...(isReadable && amount !== undefined && { amount: amount < 0n ? -amount : amount }),
    decimals: isReadable ? decimals : 0,
  }
}

const typeOf = (transfers: readonly HistoryTransfer[]): string => {
  const [isIn, isOut] = [
    transfers.some(({ direction }) => direction === 'in'),
    transfers.some(({ direction }) => direction === 'out'),
  ]
  if (isIn && isOut) return 'trade'
  return isIn ? 'receive' : isOut ? 'send' : 'execute'
}

/**
 * Counterparty of a balance change: the only other holder whose balance of the token changed in the opposite direction. `undefined` if there is no
 * such holder, or more than one.
 */
function counterpartyOf(
  { mint, amount = 0n }: Change,
  { changes }: TransactionChanges,
  own: string,
): string | undefined {
  const others = changes.filter(
    (one) => one.mint === mint && one.holder !== own && one.amount !== undefined && one.amount * amount < 0n,
  )
  return others.length === 1 ? others[0]?.holder : undefined
}

const ownChangesOf = ({ changes }: TransactionChanges, own: string): readonly Change[] =>
  changes.filter(({ holder, amount }) => holder === own && amount !== 0n)

/** Whether the account neither signed the transaction nor gained or lost anything. Anybody can send a transaction that lists any account. */
export const isUninvolved = (details: TransactionChanges, own: string): boolean =>
  !details.signers.includes(own) && ownChangesOf(details, own).length === 0

/** History entry of a transaction, with the account's balance changes. Tokens come before SOL. */
export function toEntry(
  { signature, hasFailed, at }: ListedTransaction,
  details: TransactionChanges | undefined,
  context: EntryContext,
): HistoryEntry {
  const { own, network } = context
  const ownChanges = details ? ownChangesOf(details, own) : []
  const transfers = ownChanges.map((one) => toTransfer(one, context))
  const type = typeOf(transfers)
  const [first] = ownChanges
  const other = details && first && counterpartyOf(first, details, own)
  const [from, to] = type === 'receive' ? [other, own] : type === 'send' ? [own, other] : [details?.payer, undefined]
  return {
    ...{ id: signature, caipNetworkId: network.caipNetworkId, hash: signature, type, transfers },
    status: hasFailed ? 'failed' : 'confirmed',
    ...(at !== undefined && { at }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(details?.payer === own && details.fee !== undefined && { fee: details.fee }),
  }
}
