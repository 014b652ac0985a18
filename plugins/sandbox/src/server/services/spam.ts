import type { Store } from '@wallet-modal/gateway/server'
import type { Engine } from '../engines/engine.js'

const prefix = 'spam:'

const keyOf = (engine: Engine, address: string): string =>
  `${prefix}${engine.network.caipNetworkId}/${engine.toAddress(address) ?? address}`

/** Whether a token or collection was marked as spam through `/sandbox/spam`. */
export const isSpam = async (engine: Engine, store: Store, address: string): Promise<boolean> =>
  (await store.get(keyOf(engine, address))) === true

/** Marks a token or collection as spam, or removes the mark. */
export const markSpam = (
  engine: Engine,
  store: Store,
  { address, spam }: { readonly address: string; readonly spam: boolean },
): Promise<void> => (spam ? store.set(keyOf(engine, address), true) : store.delete(keyOf(engine, address)))
