import type { Connector } from '@wallet-modal/kernel'
import type { LinkedWallet } from './contract.js'

/** The wallet where it is installed in this browser. By catalogue id or rdns, never by its display name, and not where two claim the same. */
export const installedAs = (
  wallet: LinkedWallet | undefined,
  connectors: readonly Connector[],
): Connector | undefined =>
  wallet &&
  connectors.find(
    ({ isInstalled, walletId, rdns, suspicious }) =>
      isInstalled &&
      !suspicious &&
      ((walletId !== undefined && walletId === wallet.id) ||
        (rdns !== undefined && rdns.toLowerCase() === wallet.rdns?.toLowerCase())),
  )
