import type { HistoryEntry, HistoryTransfer, Network } from '@wallet-modal/kernel'
import { coinAssetId } from '@wallet-modal/kernel/assets'
import type { BitcoinInputOutput, BitcoinTransaction } from '../contract.js'

/** Maximum number of transfers in an entry. A payment to more receivers is one transfer of the total amount. */
const MAX_TRANSFERS = 50

const sum = (coins: readonly BitcoinInputOutput[]): bigint => coins.reduce((all, { amount }) => all + amount, 0n)
/** Common address of these inputs or outputs; `undefined` if their addresses differ, or if they have none. */
function commonAddress(coins: readonly BitcoinInputOutput[]): string | undefined {
  const [first, ...others] = new Set(coins.map(({ address }) => address))
  return others.length === 0 ? first : undefined
}

/** History entry of a transaction for the address `own`; empty if the address is not involved. */
export function toEntry(
  { hash, at, inputs, outputs }: BitcoinTransaction,
  own: string,
  network: Network,
): readonly HistoryEntry[] {
  const { caipNetworkId } = network
  const { name, symbol, decimals } = network.nativeCurrency
  const assetId = coinAssetId(network)
  const isOwn = ({ address }: BitcoinInputOutput): boolean => address === own
  const [spent, received] = [(inputs ?? []).filter(isOwn), outputs.filter(isOwn)]
  if (spent.length === 0 && received.length === 0) return []
  const others = outputs.filter((one) => !isOwn(one) && one.amount > 0n)
  const toTransfer = (direction: HistoryTransfer['direction'], amount: bigint): HistoryTransfer => ({
    ...{ direction, kind: 'token', name, symbol, amount, decimals },
    assetId,
  })
  const entry = (type: string, fields: Partial<HistoryEntry>): readonly HistoryEntry[] => [
    {
      ...{ id: hash, caipNetworkId, hash, type },
      ...(at === undefined ? { status: 'pending' } : { status: 'confirmed', at }),
      ...{ transfers: [], ...fields },
    },
  ]
  if (inputs === undefined) return entry('mint', { to: own, transfers: [toTransfer('in', sum(received))] })
  const from = commonAddress(inputs)
  if (spent.length === 0)
    return entry('receive', {
      to: own,
      transfers: [toTransfer('in', sum(received))],
      ...(from !== undefined && { from }),
    })
  if (spent.length < inputs.length) {
    // other addresses pay too, so only the net amount of this address is known
    const netAmount = sum(received) - sum(spent)
    return entry('execute', {
      transfers: [netAmount < 0n ? toTransfer('out', -netAmount) : toTransfer('in', netAmount)],
    })
  }
  const to = others.length === 0 ? own : commonAddress(others)
  return entry('send', {
    from: own,
    fee: sum(inputs) - sum(outputs),
    ...(to !== undefined && { to }),
    transfers:
      others.length === 0
        ? [toTransfer('self', sum(received))]
        : others.length > MAX_TRANSFERS
          ? [toTransfer('out', sum(others))]
          : others.map(({ amount }) => toTransfer('out', amount)),
  })
}
