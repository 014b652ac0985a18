import type { Connector } from '@wallet-modal/kernel'
import type { LinkedWallet } from '../contract.js'

/**
 * Installed connector of a wallet. Compares catalogue id and rdns, never the display name. Skips a connector if another one claims the same identity.
 */
export const findInstalled = (
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
