import type { ApiPromise } from '@polkadot/api'
import type { HistoryEntry, HistoryTransfer, Network } from '@wallet-modal/kernel'
import { type Asset, readAssets } from '../assets/asset.js'
import { encodeSs58 } from '../ss58.js'
import { bigintOf, readStorage } from '../transactions/codec.js'
import { type ChainEvent, eventsByExtrinsic, extrinsicResultOf } from '../transactions/extrinsic-events.js'
import { hashOf } from '../transactions/payload.js'

type Fields = Readonly<Record<string, unknown>>
const fieldsOf = (value: unknown): Fields => Object(value)

interface ChainTransfer {
  /** Asset number; `undefined` for the native coin. */
  readonly number: string | undefined
  readonly from: string
  readonly to: string
  readonly amount: bigint
}

interface Extrinsic {
  readonly id: string
  readonly hash: string | undefined
  readonly signer: string | undefined
  readonly status: HistoryEntry['status']
  readonly fee: bigint | undefined
  readonly chainTransfers: readonly ChainTransfer[]
}

interface Block {
  readonly at: number
  readonly extrinsics: readonly Extrinsic[]
}

/** Address, in the chain's format, of an account id or a `MultiAddress::Id`; `''` for other values. */
function addressOf(codec: unknown, prefix: number): string {
  const { type, value, toU8a } = fieldsOf(codec)
  if (type === 'Id') return addressOf(value, prefix)
  const bytes: unknown = typeof toU8a === 'function' ? Reflect.apply(toU8a, codec, []) : undefined
  return bytes instanceof Uint8Array && bytes.length === 32 ? encodeSs58(prefix, bytes) : ''
}

function transfersOf(events: readonly ChainEvent[], prefix: number): readonly ChainTransfer[] {
  const toChainTransfer = ([from, to, amount]: readonly unknown[], number?: string): ChainTransfer => ({
    ...{ number, from: addressOf(from, prefix), to: addressOf(to, prefix) },
    amount: bigintOf(amount, 'amount'),
  })
  return events.flatMap(({ name, data }) => {
    if (name === 'balances.Transfer') return [toChainTransfer(data)]
    if (name !== 'assets.Transferred') return []
    return [toChainTransfer(data.slice(1), String(bigintOf(data[0], 'number of an asset')))]
  })
}

function feeOf(events: readonly ChainEvent[], payer: string | undefined, prefix: number): bigint | undefined {
  const feeEvent = events.find(({ name }) => name === 'transactionPayment.TransactionFeePaid')
  return feeEvent && addressOf(feeEvent.data[0], prefix) === payer ? bigintOf(feeEvent.data[1], 'fee') : undefined
}

/** Contents of a block; `undefined` if the types of the block's runtime version are not loaded. */
async function readBlock(api: ApiPromise, number: number, prefix: number): Promise<Block | undefined> {
  const hash = (await api.rpc.chain.getBlockHash(number)).toHex()
  const { specVersion } = await api.rpc.state.getRuntimeVersion(hash)
  if (!specVersion.eq(api.runtimeVersion.specVersion)) return undefined
  const [{ block }, records, now] = await Promise.all([
    api.rpc.chain.getBlock(hash),
    readStorage(api, api.query.system?.events, { at: hash }),
    readStorage(api, api.query.timestamp?.now, { at: hash }),
  ])
  const events = eventsByExtrinsic(records)
  const extrinsics = block.extrinsics.map((one, index): Extrinsic => {
    const ownEvents = events.get(index) ?? []
    const signer = one.isSigned ? addressOf(one.signer, prefix) : undefined
    return {
      ...{
        id: `${number}-${index}`,
        signer,
        fee: feeOf(ownEvents, signer, prefix),
        chainTransfers: transfersOf(ownEvents, prefix),
      },
      hash: one.isSigned ? hashOf(one.toHex()) : undefined,
      status: extrinsicResultOf(ownEvents),
    }
  })
  return { at: Number(bigintOf(now, 'time')), extrinsics }
}

/** Account whose history is read, and its chain. */
interface EntryContext {
  readonly api: ApiPromise
  readonly network: Network
  readonly own: string
  readonly prefix: number
}

function toTransfer(
  transfer: ChainTransfer,
  { network, own }: EntryContext,
  assets: ReadonlyMap<string, Asset>,
): HistoryTransfer {
  const direction = transfer.from !== own ? 'in' : transfer.to === own ? 'self' : 'out'
  const { number, amount } = transfer
  if (number === undefined) return { direction, kind: 'token', ...network.nativeCurrency, amount }
  const asset = assets.get(number)
  // without decimals, the amount cannot be displayed
  if (!asset) return { direction, kind: 'token', name: '', symbol: `#${number}`, decimals: 0 }
  const { name, symbol, decimals } = asset
  return { direction, kind: 'token', name, symbol, decimals, amount }
}

/** Common value of all elements; `undefined` if there are none, or several values. */
function singleValue(all: readonly string[]): string | undefined {
  const [first, ...others] = new Set(all)
  return others.length === 0 ? first : undefined
}

/** History entry of an extrinsic for an account; empty if the account is not involved. */
function toEntry(
  { id, hash, signer, status, fee, chainTransfers }: Extrinsic,
  at: number,
  { context, assets }: { readonly context: EntryContext; readonly assets: ReadonlyMap<string, Asset> },
): readonly HistoryEntry[] {
  const { own, network } = context
  const ownTransfers = chainTransfers.filter(({ from, to }) => from === own || to === own)
  const isOwn = signer === own
  if (!isOwn && ownTransfers.length === 0) return []
  const from = singleValue(ownTransfers.map((transfer) => transfer.from))
  const to = singleValue(ownTransfers.map((transfer) => transfer.to))
  const type = ownTransfers.length === 0 ? 'execute' : from === own ? 'send' : to === own ? 'receive' : 'execute'
  return [
    {
      ...{ id, caipNetworkId: network.caipNetworkId, type, status, at },
      ...(hash !== undefined && { hash }),
      ...(type !== 'execute' && from !== undefined && { from }),
      ...(type !== 'execute' && to !== undefined && { to }),
      ...(isOwn && fee !== undefined && { fee }),
      transfers: ownTransfers.map((transfer) => toTransfer(transfer, context, assets)),
    },
  ]
}

export interface ReadBlocks {
  /** Newest first. */
  readonly entries: readonly HistoryEntry[]
  /** Number of the newest block that could not be decoded. Entries of older blocks are then omitted. */
  readonly unreadable?: number
}

/** Entries of an account in these blocks, which are sorted newest first. */
export async function readEntries(context: EntryContext, numbers: readonly number[]): Promise<ReadBlocks> {
  const { api, prefix } = context
  const blocks = await Promise.all(numbers.map((number) => readBlock(api, number, prefix)))
  const end = blocks.indexOf(undefined)
  const readable = blocks.slice(0, end < 0 ? blocks.length : end).flatMap((block) => block ?? [])
  const allTransfers = readable.flatMap(({ extrinsics }) => extrinsics.flatMap(({ chainTransfers }) => chainTransfers))
  const ids = [...new Set(allTransfers.flatMap(({ number }) => number ?? []))]
  const assetReplies = ids.length > 0 ? await readAssets(api, ids, []) : []
  const assets = new Map(assetReplies.flatMap(({ asset }) => (asset ? [[asset.number, asset] as const] : [])))
  const entries = readable.flatMap(({ at, extrinsics }) =>
    extrinsics.flatMap((one) => toEntry(one, at, { context, assets })).toReversed(),
  )
  const unreadable = numbers[end]
  return { entries, ...(unreadable !== undefined && { unreadable }) }
}
