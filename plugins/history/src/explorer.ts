import type { HistoryEntry, Network } from '@wallet-modal/kernel'

/** Where explorers of a family show a transaction, if not below `tx`. */
const folders: Readonly<Record<string, string>> = { polkadot: 'extrinsic' }

/** A page of the network's own explorer; `undefined` where it has none that is reached by `https:`. */
function pageOf({ explorerUrl }: Network, path: readonly string[]): string | undefined {
  if (!explorerUrl?.startsWith('https://')) return undefined
  const [, base = '', query = ''] = /^([^?#]*)(\?[^#]*)?/.exec(explorerUrl) ?? []
  return [base.replace(/\/+$/, ''), ...path.map(encodeURIComponent)].join('/') + query
}

export const transactionUrl = (network: Network, { hash }: HistoryEntry): string | undefined =>
  hash === undefined ? undefined : pageOf(network, [folders[network.namespace] ?? 'tx', hash])

export const accountUrl = (network: Network, address: string): string | undefined =>
  pageOf(network, [network.namespace === 'polkadot' ? 'account' : 'address', address])
