import type { IdentitySource, Store } from '@wallet-modal/gateway/server'
import { resolveAccount } from '../engines/asked-engine.js'
import type { Engine } from '../engines/engine.js'
import { identityOf } from '../services/identities.js'

/** Names registered through `/sandbox/identity`. */
export const identitySource = (engines: readonly Engine[], store: Store): IdentitySource => ({
  identity: async (address) => identityOf(store, resolveAccount(engines, address, undefined).address),
})
