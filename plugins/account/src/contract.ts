import { view } from '@wallet-modal/kernel'

/** Account view: the connected account, its balance and actions. */
export const Account = view('@wallet-modal/account#Account')

/**
 * List of the site's networks. Resolves with the CAIP-2 id of the network to which the wallet switched. If no wallet of the selected network's
 * namespace is connected, the visitor can connect a wallet. The view then resolves with `undefined`: read `modal.connections.active` afterwards.
 */
export const Networks = view<void, string>('@wallet-modal/account#Networks')

/** Parameters of {@link SwitchNetwork}. */
export interface SwitchNetworkParams {
  /** CAIP-2 id. */
  readonly network: string
  /**
   * Result of a switch that was requested before the view opened. The view displays this result, and asks the wallet only if the visitor tries again.
   */
  readonly result?: 'rejected' | 'failed' | undefined
}

/**
 * Asks the wallet to switch to `network`. Resolves with the CAIP-2 id of the network when the wallet has switched. If no wallet of the network's
 * namespace is connected, the visitor can connect a wallet. The view then resolves with `undefined`, even if the new wallet is on `network`: read
 * `modal.connections.active` afterwards.
 */
export const SwitchNetwork = view<SwitchNetworkParams, string>('@wallet-modal/account#SwitchNetwork')

/** View that explains what a network is. */
export const WhatIsANetwork = view('@wallet-modal/account#WhatIsANetwork')

/** View that opens when the wallet uses a network that the site does not list. */
export const UnsupportedChain = view('@wallet-modal/account#UnsupportedChain')

/** View with all connected wallets, grouped by chain family. */
export const ProfileWallets = view('@wallet-modal/account#ProfileWallets')

/**
 * View that offers to connect a wallet of another chain family. Opens when the visitor selects a network and no wallet of its chain family is
 * connected. `network`: CAIP-2 id of the selected network.
 */
export const SwitchActiveChain = view<{ readonly network: string }>('@wallet-modal/account#SwitchActiveChain')

/** View with the settings of the active account. */
export const AccountSettings = view('@wallet-modal/account#AccountSettings')
