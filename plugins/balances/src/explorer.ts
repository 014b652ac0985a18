import type { ActiveConnection } from '@wallet-modal/kernel'

/** The account's page on the network's own block explorer. */
export const explorerUrl = ({ network, account }: ActiveConnection): string | undefined =>
  network?.explorerUrl && `${network.explorerUrl.replace(/\/+$/, '')}/address/${encodeURIComponent(account.address)}`
