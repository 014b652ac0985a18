import type { HistoryEntry, HistoryTransfer, Network } from '@wallet-modal/kernel'
import type { TokenFacts } from '../tokens.js'
import type { Change, ListedTransaction, TransactionChanges } from './replies.js'

interface EntryContext {
  readonly own: string
  readonly network: Network
  readonly tokenOf: (mint: string) => TokenFacts
}

function toTransfer({ mint, amount, decimals }: Change, { network, tokenOf }: EntryContext): HistoryTransfer {
  const { name, symbol } = mint === undefined ? network.nativeCurrency : tokenOf(mint)
  const direction = amount !== undefined && amount < 0n ? 'out' : 'in'
  return {
    ...{ direction, kind: mint !== undefined && tokenOf(mint).isUnique ? 'nft' : 'token', name, symbol, decimals },
    ...(amount !== undefined && { amount: amount < 0n ? -amount : amount }),
  }
}

const typeOf = (moved: readonly HistoryTransfer[]): string => {
  const [isIn, isOut] = [
    moved.some(({ direction }) => direction === 'in'),
    moved.some(({ direction }) => direction === 'out'),
  ]
  if (isIn && isOut) return 'trade'
  return isIn ? 'receive' : isOut ? 'send' : 'execute'
}

/** The counterparty of a balance change: the only other holder whose balance of the same token moved the opposite way. `undefined` if there is none, or several. */
function otherOf({ mint, amount = 0n }: Change, { changes }: TransactionChanges, own: string): string | undefined {
  const others = changes.filter(
    (one) => one.mint === mint && one.holder !== own && one.amount !== undefined && one.amount * amount < 0n,
  )
  return others.length === 1 ? others[0]?.holder : undefined
}

/** Transaction as an activity entry: balance changes of the account, tokens before SOL. */
export function toEntry(
  { signature, hasFailed, at }: ListedTransaction,
  found: TransactionChanges | undefined,
  context: EntryContext,
): HistoryEntry {
  const { own, network } = context
  const mine = (found?.changes ?? []).filter(({ holder, amount }) => holder === own && amount !== 0n)
  const transfers = mine.map((one) => toTransfer(one, context))
  const type = typeOf(transfers)
  const [first] = mine
  const other = found && first && otherOf(first, found, own)
  const [from, to] = type === 'receive' ? [other, own] : type === 'send' ? [own, other] : [found?.payer, undefined]
  return {
    ...{ id: signature, caipNetworkId: network.caipNetworkId, hash: signature, type, transfers },
    status: hasFailed ? 'failed' : 'confirmed',
    ...(at !== undefined && { at }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(found?.payer === own && found.fee !== undefined && { fee: found.fee }),
  }
}
