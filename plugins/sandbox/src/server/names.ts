import { createNameRegistry, type NameRegistry, type Store } from '@wallet-modal/gateway/server'
import type { Clock } from './clock.js'
import type { Engine } from './engine.js'
import { isSigned } from './signatures.js'

/** Domain under which the sandbox registers names: the default of `@wallet-modal/names`. */
const ZONE = 'reown.id'
/** Labels that the sandbox refuses, to show how a refusal looks. */
const reserved = ['admin', 'wallet', 'reown', 'support']
/** Coin types of EVM networks have it (ENSIP-11). */
const EVM_BIT = 0x80000000

interface NamesParts {
  readonly engines: readonly Engine[]
  readonly store: Store
  readonly clock: Clock
}

/** Names in the sandbox's store. Contracts on its chains register too (ERC-1271). */
export const createSandboxNames = ({ engines, store, clock }: NamesParts): NameRegistry =>
  createNameRegistry({
    ...{ store, zones: [ZONE], reserved, now: clock.now },
    verify: ({ coinType, ...signed }) =>
      isSigned(engines, { ...signed, caipNetworkId: `eip155:${coinType > EVM_BIT ? coinType - EVM_BIT : 1}` }),
  })
