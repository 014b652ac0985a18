import type { Network } from './network.js'

/** Path segments of a chain family's explorers, if they differ from `tx` and `address`. */
const pathSegments: Readonly<Record<string, { readonly transaction: string; readonly account: string }>> = {
  polkadot: { transaction: 'extrinsic', account: 'account' },
}

/** URL of a page in the network's block explorer; keeps the query of `explorerUrl`. `undefined` without an `https:` explorer. */
function explorerPage(network: Network | undefined, path: readonly string[]): string | undefined {
  if (!network?.explorerUrl?.startsWith('https://')) return undefined
  const [, base = '', query = ''] = /^([^?#]*)(\?[^#]*)?/.exec(network.explorerUrl) ?? []
  return [base.replace(/\/+$/, ''), ...path.map(encodeURIComponent)].join('/') + query
}

/** URL of a transaction in the network's block explorer, if it has one. */
export const transactionUrl = (network: Network | undefined, hash: string | undefined): string | undefined =>
  hash === undefined
    ? undefined
    : explorerPage(network, [pathSegments[network?.namespace ?? '']?.transaction ?? 'tx', hash])

/** URL of an account in the network's block explorer, if it has one. */
export const accountUrl = (network: Network | undefined, address: string): string | undefined =>
  explorerPage(network, [pathSegments[network?.namespace ?? '']?.account ?? 'address', address])
