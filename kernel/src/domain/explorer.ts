import type { Network } from './network.js'

/** Where the explorers of a family show things, if not below `tx` and `address`. */
const folders: Readonly<Record<string, { readonly transaction: string; readonly account: string }>> = {
  polkadot: { transaction: 'extrinsic', account: 'account' },
}

/** A page of the network's own explorer, whose query stays; `undefined` where it has none that is reached by `https:`. */
function pageOf(network: Network | undefined, path: readonly string[]): string | undefined {
  if (!network?.explorerUrl?.startsWith('https://')) return undefined
  const [, base = '', query = ''] = /^([^?#]*)(\?[^#]*)?/.exec(network.explorerUrl) ?? []
  return [base.replace(/\/+$/, ''), ...path.map(encodeURIComponent)].join('/') + query
}

/** A transaction's page on the network's own block explorer, where it has one. */
export const transactionUrl = (network: Network | undefined, hash: string | undefined): string | undefined =>
  hash === undefined ? undefined : pageOf(network, [folders[network?.namespace ?? '']?.transaction ?? 'tx', hash])

/** An account's page on the network's own block explorer, where it has one. */
export const accountUrl = (network: Network | undefined, address: string): string | undefined =>
  pageOf(network, [folders[network?.namespace ?? '']?.account ?? 'address', address])
