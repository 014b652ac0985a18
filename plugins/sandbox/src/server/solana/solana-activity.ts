import { invalid } from '@wallet-modal/gateway/server'
import {
  type ActivityEntry,
  type ActivityPage,
  type Movement,
  type Operation,
  operationOf,
} from '../engines/activity.js'
import type { SolanaChain } from './solana-chain.js'
import type { Instruction } from './solana-message.js'
import type { SolanaRecord } from './solana-record.js'
import { metadataOf, nftOf } from './tokens/mint-metadata.js'
import { isTokenProgram } from './tokens/token-addresses.js'

const SYSTEM_PROGRAM = '11111111111111111111111111111111'

interface PageRequest {
  readonly before?: string
  readonly limit: number
}

/** Past transactions of an account. `before`: signature of an entry; the page contains only older entries. */
export function activityOf(chain: SolanaChain, account: string, { before, limit }: PageRequest): ActivityPage {
  // a failed transaction affects only its fee payer
  const all = chain.records.ofAccount(account).filter(({ err, keys }) => err === null || keys[0] === account)
  const end = before === undefined ? all.length : all.findIndex(({ signature }) => signature === before)
  if (end < 0) throw invalid('The cursor does not belong to this chain.')
  const start = Math.max(0, end - limit)
  return {
    entries: all
      .slice(start, end)
      .reverse()
      .map((one) => entryOf(chain, one, account)),
    hasMore: start > 0,
  }
}

/** Balance change of an owner in one asset, in base units. `asset` is `coin` or the address of a mint. */
interface Change {
  readonly owner: string
  readonly asset: string
  readonly delta: bigint
}

function entryOf(chain: SolanaChain, record: SolanaRecord, account: string): ActivityEntry {
  const { signature, err, blockTime, keys } = record
  const changes = err === null ? changesOf(record) : []
  const own = changes.filter(({ owner }) => owner === account)
  const movements = own.map(({ asset, delta }): Movement => {
    const amountBase = delta < 0n ? -delta : delta
    return { direction: delta < 0n ? 'out' : 'in', asset: assetOf(chain, asset), amountBase }
  })
  const assetTransfers = own.map(({ asset, delta }) => ({
    direction: delta < 0n ? ('out' as const) : ('in' as const),
    asset,
    isMintOrBurn:
      asset !== 'coin' && !changes.some((other) => other.asset === asset && other.delta < 0n !== delta < 0n),
  }))
  const [payer = ''] = keys
  return {
    ...{ hash: signature, movements, position: signature, nonce: 0 },
    ...{ status: err === null ? 'confirmed' : 'failed', at: Number(blockTime) * 1000 },
    operation: operationOf(assetTransfers) ?? operationOfInstructions(record),
    ...partiesOf(changes, own, payer),
  }
}

function assetOf(chain: SolanaChain, asset: string): Movement['asset'] {
  if (asset === 'coin') return 'coin'
  const token = metadataOf(chain, asset)
  return token ? { token } : { nft: nftOf(chain, asset) }
}

/** Balance changes by owner and asset. Excludes the fee and the rent of new token accounts. */
function changesOf({ keys, fee, before, after }: SolanaRecord): readonly Change[] {
  const changes = new Map<string, Change>()
  const add = (owner: string, asset: string, delta: bigint): void => {
    const key = `${owner}/${asset}`
    changes.set(key, { owner, asset, delta: delta + (changes.get(key)?.delta ?? 0n) })
  }
  const tokenAccountIndexes = new Set([...before.tokens, ...after.tokens].map(({ accountIndex }) => accountIndex))
  for (const [at, key] of keys.entries()) {
    const delta = (after.lamports[at] ?? 0n) - (before.lamports[at] ?? 0n)
    if (!tokenAccountIndexes.has(at)) add(key, 'coin', at === 0 ? delta + fee : delta)
    else add(keys[0] ?? '', 'coin', delta)
  }
  for (const { owner, mint, amount } of after.tokens) add(owner, mint, amount)
  for (const { owner, mint, amount } of before.tokens) add(owner, mint, -amount)
  return [...changes.values()].filter(({ delta }) => delta !== 0n)
}

/**
 * Sender and recipient of the assets whose balance changed for the account (`own`). If there is not exactly one sender, `from` is the fee payer. If
 * there is not exactly one recipient, `to` is empty.
 */
function partiesOf(
  changes: readonly Change[],
  own: readonly Change[],
  payer: string,
): { readonly from: string; readonly to: string } {
  const assets = new Set(own.map(({ asset }) => asset))
  const related = changes.filter(({ asset }) => assets.has(asset))
  const senders = new Set(related.filter(({ delta }) => delta < 0n).map(({ owner }) => owner))
  const recipients = new Set(related.filter(({ delta }) => delta > 0n).map(({ owner }) => owner))
  const [[from], [to]] = [[...senders], [...recipients]]
  if (senders.size === 1 && recipients.size === 1 && from !== undefined && to !== undefined) return { from, to }
  return {
    from: from !== undefined && senders.size === 1 ? from : payer,
    to: to !== undefined && recipients.size === 1 ? to : '',
  }
}

/** Whether an instruction is `Transfer` of the System program, or `Transfer`, `TransferChecked` or the transfer fee extension of a token program. */
const isTransfer = (program: string, kind: number | undefined): boolean =>
  (program === SYSTEM_PROGRAM && kind === 2) || (isTokenProgram(program) && [3, 12, 26].includes(kind ?? -1))

/** Operation of a transaction without balance changes, derived from its instructions. */
function operationOfInstructions({ instructions }: { readonly instructions: readonly Instruction[] }): Operation {
  const kinds = instructions.map(({ program, data }) => ({ program, kind: data[0] }))
  if (kinds.some(({ program, kind }) => isTransfer(program, kind))) return 'send'
  return kinds.some(({ program, kind }) => isTokenProgram(program) && [4, 13].includes(kind ?? -1))
    ? 'approve'
    : 'execute'
}
