import { type Slot, slot } from '@wallet-modal/kernel'

/** Additional ENS deployment, such as on a local chain. Its Universal Resolver must have the same address as on Ethereum. */
export interface EnsDeployment {
  /** CAIP-2 id of the network with the deployment. */
  readonly caipNetworkId: string
  /** CAIP-2 ids of the networks whose names are read from this deployment. */
  readonly chains: readonly string[]
}

/** Additional ENS deployments. A deployment replaces the plugin's option `caipNetworkId` for the networks in its `chains`. */
export const ensDeployments: Slot<EnsDeployment> = slot('@wallet-modal/ens#deployments')
