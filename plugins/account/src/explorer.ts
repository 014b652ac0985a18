import type { ActiveConnection } from '@wallet-modal/kernel'

/** The account's page on the network's own block explorer. */
export function explorerUrl({ network, account }: ActiveConnection): string | undefined {
  return network?.explorerUrl === undefined
    ? undefined
    : `${network.explorerUrl.replace(/\/+$/, '')}/address/${encodeURIComponent(account.address)}`
}
