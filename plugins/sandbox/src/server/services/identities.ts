import type { Store } from '@wallet-modal/gateway/server'
import * as v from 'valibot'

const prefix = 'identity:'

/** Name and avatar URL of an address, each `null` if missing. */
export const identitySchema = v.object({ name: v.nullable(v.string()), avatar: v.nullable(v.string()) })
export type Identity = v.InferOutput<typeof identitySchema>

/** Identity that was registered for an address in canonical form; both fields are `null` if no identity was registered. */
export async function identityOf(store: Store, address: string): Promise<Identity> {
  const stored = v.safeParse(identitySchema, await store.get(`${prefix}${address}`))
  return stored.success ? stored.output : { name: null, avatar: null }
}

export const registerIdentity = (store: Store, address: string, identity: Identity): Promise<void> =>
  store.set(`${prefix}${address}`, identity)
