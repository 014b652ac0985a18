import {
  createNameRegistry,
  type NameRegistry,
  type ProfileRegistration,
  type Store,
} from '@wallet-modal/gateway/server'
import * as v from 'valibot'
import type { Clock } from '../clock.js'
import { type Engine, isServing } from '../engines/engine.js'
import { isSigned } from './signatures.js'

/** Default parent domain of registered names, as in `@wallet-modal/names`. */
const ZONE = 'reown.id'
/** Parent domains that a site can set in the option `zone` of `@wallet-modal/names`. */
const zonePattern = /^[a-z\d-]{1,63}(\.[a-z\d-]{1,63})+$/
/** Labels that the sandbox refuses, to test refusals. */
const reserved = ['admin', 'wallet', 'reown', 'support']
/** Prefix of the keys under which `createNameRegistry` stores names. */
const RECORD = 'name:'
/** Bit that is set in coin types of EVM networks (ENSIP-11). */
const EVM_BIT = 0x80000000

interface NamesDependencies {
  readonly engines: readonly Engine[]
  readonly store: Store
  readonly clock: Clock
}

const isInZone = (name: string): boolean => name.endsWith(`.${ZONE}`)
const messageSchema = v.pipe(v.string(), v.parseJson(), v.object({ name: v.string() }))

/** Parent domain of the name in a registration. {@link ZONE} if the name is invalid. */
function zoneOf({ message }: ProfileRegistration): string {
  const parsed = v.safeParse(messageSchema, message)
  const name = parsed.success ? parsed.output.name : ''
  const parent = name.slice(name.indexOf('.') + 1)
  return isInZone(name) || !zonePattern.test(parent) ? ZONE : parent
}

/**
 * Registers names in the sandbox's store, under any parent domain of two or more labels. Names under {@link ZONE} are also registered in ENS, on
 * the first running or startable chain that has ENS. If the ENS registration fails, the name is not registered in the store either. Also accepts
 * signatures of contracts (ERC-1271).
 */
export function createSandboxNames({ engines, store, clock }: NamesDependencies): NameRegistry {
  const registryOf = (zone: string): NameRegistry =>
    createNameRegistry({
      ...{ store, zones: [zone], reserved, now: clock.now },
      verify: ({ coinType, ...signed }) =>
        isSigned(engines, { ...signed, caipNetworkId: `eip155:${coinType > EVM_BIT ? coinType - EVM_BIT : 1}` }),
    })
  return {
    ...registryOf(ZONE),
    suggestions: (label, zone = ZONE) => registryOf(zonePattern.test(zone) ? zone : ZONE).suggestions(label, zone),
    async register(registration) {
      const record = await registryOf(zoneOf(registration)).register(registration)
      const { name, attributes } = record
      if (!isInZone(name)) return record
      const { address, coinType } = registration
      const { ens } = engines.find((engine) => engine.ens && isServing(engine)) ?? {}
      const avatar = attributes.avatar !== undefined && { avatar: attributes.avatar }
      try {
        await ens?.register({ name, address, coinType, ...avatar })
      } catch (error) {
        await store.delete(`${RECORD}${name}`) // the site receives the error and can register the name again
        throw error
      }
      return record
    },
  }
}
