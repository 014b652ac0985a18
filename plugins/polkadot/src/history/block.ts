import type { ApiPromise } from '@polkadot/api'
import type { HistoryEntry } from '@wallet-modal/kernel'
import { fieldsOf } from '@wallet-modal/kernel/assets'
import { encodeSs58 } from '../ss58.js'
import { bigintOf, readStorage } from '../transactions/codec.js'
import { type ChainEvent, eventsByExtrinsic, extrinsicResultOf } from '../transactions/extrinsic-events.js'
import { hashOf } from '../transactions/payload.js'

export interface ChainTransfer {
  /** Number of the asset in its pallet; `undefined` for the native coin. */
  readonly assetNumber: string | undefined
  readonly from: string
  readonly to: string
  readonly amount: bigint
}

export interface Extrinsic {
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
  const toChainTransfer = ([from, to, amount]: readonly unknown[], assetNumber?: string): ChainTransfer => ({
    ...{ assetNumber, from: addressOf(from, prefix), to: addressOf(to, prefix) },
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

/** Contents of a block; `undefined` if the block has a different runtime version than the loaded metadata. */
export async function readBlock(api: ApiPromise, number: number, prefix: number): Promise<Block | undefined> {
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
