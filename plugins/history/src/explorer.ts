import type { HistoryEntry, Network } from '@wallet-modal/kernel'
import { safeUrl } from '@wallet-modal/kernel/ui'

/** Where explorers of a family show a transaction, if not below `tx`. */
const folders: Readonly<Record<string, string>> = { polkadot: 'extrinsic' }

/** A page of the network's own explorer; `undefined` where it has none that is reached by `https:`. */
function pageOf({ explorerUrl }: Network, path: readonly string[]): string | undefined {
  if (explorerUrl === undefined) return undefined
  const [, base = '', query = ''] = /^([^?#]*)(\?[^#]*)?/.exec(explorerUrl) ?? []
  return safeUrl([base.replace(/\/+$/, ''), ...path.map(encodeURIComponent)].join('/') + query) ?? undefined
}

export const transactionUrl = (network: Network, { hash }: HistoryEntry): string | undefined =>
  hash === undefined ? undefined : pageOf(network, [folders[network.namespace] ?? 'tx', hash])

export const accountUrl = (network: Network, address: string): string | undefined =>
  pageOf(network, [network.namespace === 'polkadot' ? 'account' : 'address', address])
