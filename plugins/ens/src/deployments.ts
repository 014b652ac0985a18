import { type Slot, slot } from '@wallet-modal/kernel'

/** A deployment of ENS beside the one of the options, such as that of a local chain. Its Universal Resolver has the address that it has everywhere. */
export interface EnsDeployment {
  /** CAIP-2 id of the network on which it is. */
  readonly caipNetworkId: string
  /** CAIP-2 ids of the networks whose accounts are looked up there. */
  readonly serves: readonly string[]
}

export const ensDeployments: Slot<EnsDeployment> = slot('@wallet-modal/ens#deployments')
