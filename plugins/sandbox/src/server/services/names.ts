import { createNameRegistry, type NameRegistry, type Store } from '@wallet-modal/gateway/server'
import type { Clock } from '../clock.js'
import { type Engine, isServing } from '../engines/engine.js'
import { isSigned } from './signatures.js'

/** Parent domain of registered names: the default of `@wallet-modal/names`. */
const ZONE = 'reown.id'
/** Labels that the sandbox refuses, to test refusals. */
const reserved = ['admin', 'wallet', 'reown', 'support']
/** Bit that is set in coin types of EVM networks (ENSIP-11). */
const EVM_BIT = 0x80000000

interface NamesDependencies {
  readonly engines: readonly Engine[]
  readonly store: Store
  readonly clock: Clock
}

/**
 * Registers names in the sandbox's store, and in ENS on the first chain that has ENS and is not off, failed or stopped. Also accepts signatures of
 * contracts (ERC-1271).
 */
export function createSandboxNames({ engines, store, clock }: NamesDependencies): NameRegistry {
  const registry = createNameRegistry({
    ...{ store, zones: [ZONE], reserved, now: clock.now },
    verify: ({ coinType, ...signed }) =>
      isSigned(engines, { ...signed, caipNetworkId: `eip155:${coinType > EVM_BIT ? coinType - EVM_BIT : 1}` }),
  })
  return {
    ...registry,
    async register(registration) {
      const record = await registry.register(registration)
      const { name, attributes } = record
      const { address, coinType } = registration
      const { ens } = engines.find((engine) => engine.ens && isServing(engine)) ?? {}
      const avatar = attributes.avatar !== undefined && { avatar: attributes.avatar }
      await ens?.register({ name, address, coinType, ...avatar })
      return record
    },
  }
}
