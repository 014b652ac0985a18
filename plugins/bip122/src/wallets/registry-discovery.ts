import type { Context } from '@wallet-modal/kernel'
import { checkRepeatedly, hasFunctions, objectAt } from './page-object.js'
import { isUnisat, toUnisatWallet } from './unisat-discovery.js'
import type { AddWallet } from './wallet-list.js'

const MAX_ENTRIES = 100

declare global {
  interface Window {
    /** Registry of Bitcoin wallets (WBIP-004): an array of `{ id, name, icon }`, where `id` is a path of `window`. */
    readonly btc_providers?: unknown
  }
}

function addEntry(entry: unknown, addWallet: AddWallet): void {
  const { id, name, icon }: { id?: unknown; name?: unknown; icon?: unknown } = Object(entry)
  const identity = objectAt(id)
  if (!identity) return
  if (isUnisat(identity)) {
    addWallet({ ...toUnisatWallet(String(id), identity), name, icon, rank: 4 })
  } else if (hasFunctions(identity, ['request'])) {
    addWallet({
      id: `sats-connect:${id}`,
      name,
      icon,
      identity,
      rank: 2,
      provider: async (request) => (await import('./sats-connect.js')).connectSats(identity, request),
    })
  }
}

/** Lists the entries of `window.btc_providers`, including those added later. */
export function findRegistered(ctx: Context, addWallet: AddWallet): void {
  const readEntries = (): void => {
    const { btc_providers: entries } = window
    for (const entry of Array.isArray(entries) ? entries.slice(0, MAX_ENTRIES) : []) {
      try {
        addEntry(entry, addWallet)
      } catch (error) {
        ctx.log.warn('an entry of window.btc_providers throws', error)
      }
    }
  }
  checkRepeatedly(ctx, readEntries, 'btc_providers#initialized')
}
