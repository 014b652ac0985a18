import type { AssetAmount } from '@wallet-modal/kernel'
import { type Address, type Log, parseEventLogs } from 'viem'
import { toChecksum } from '../address.js'
import { nftEvents } from '../assets/transfers.js'

interface NftTransfer {
  readonly from: Address
  readonly to: Address
  /** CAIP-19 id with the amount. */
  readonly item: AssetAmount
}

function transfersOf(caipNetworkId: string, logs: readonly Log[]): readonly NftTransfer[] {
  return parseEventLogs({ abi: nftEvents, logs: [...logs], strict: true }).flatMap((event): readonly NftTransfer[] => {
    const { from, to } = event.args
    const idOf = (standard: string, tokenId: bigint): string =>
      `${caipNetworkId}/${standard}:${toChecksum(event.address)}/${tokenId}`
    if (event.eventName === 'Transfer')
      return [{ from, to, item: { assetId: idOf('erc721', event.args.tokenId), amount: 1n } }]
    const [ids, values] =
      event.eventName === 'TransferBatch' ? [event.args.ids, event.args.values] : [[event.args.id], [event.args.value]]
    return ids.map((id, at) => ({ from, to, item: { assetId: idOf('erc1155', id), amount: values[at] ?? 0n } }))
  })
}

/**
 * NFTs that an account gives (negative amounts) and receives, from the logs of a simulation. A contract can log false transfers, but only of its own
 * items.
 */
export function readNftChanges(
  account: Address,
  { caipNetworkId, logs }: { readonly caipNetworkId: string; readonly logs: readonly Log[] },
): readonly AssetAmount[] {
  const sums = new Map<string, bigint>()
  const add = (assetId: string, amount: bigint): void => void sums.set(assetId, (sums.get(assetId) ?? 0n) + amount)
  for (const { from, to, item } of transfersOf(caipNetworkId, logs)) {
    if (from === account) add(item.assetId, -item.amount)
    if (to === account) add(item.assetId, item.amount)
  }
  return [...sums].map(([assetId, amount]) => ({ assetId, amount }))
}
