import type { IdentitySource, Store } from '@wallet-modal/gateway/server'
import type { Engine } from '../engines/engine.js'
import { resolveAccount } from '../engines/engine-lookup.js'
import { identityOf } from '../services/identities.js'

/** Names registered through `/sandbox/identity`. */
export const identitySource = (engines: readonly Engine[], store: Store): IdentitySource => ({
  identity: async (address) => identityOf(store, resolveAccount(engines, address, undefined).address),
})
