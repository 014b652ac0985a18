import { type Slot, slot } from '@wallet-modal/kernel'

/** Additional ENS deployment, such as on a local chain. Its Universal Resolver has the usual address. */
export interface EnsDeployment {
  /** CAIP-2 id of the network with the deployment. */
  readonly caipNetworkId: string
  /** CAIP-2 ids of the networks whose accounts are resolved there. */
  readonly chains: readonly string[]
}

export const ensDeployments: Slot<EnsDeployment> = slot('@wallet-modal/ens#deployments')
