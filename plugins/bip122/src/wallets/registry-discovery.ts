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
  const walletObject = objectAt(id)
  if (!walletObject) return
  if (isUnisat(walletObject)) {
    addWallet({ ...toUnisatWallet(String(id), walletObject), name, icon, rank: 4 })
  } else if (hasFunctions(walletObject, ['request'])) {
    addWallet({
      id: `sats-connect:${id}`,
      name,
      icon,
      identity: walletObject,
      rank: 2,
      provider: async (request) => (await import('./sats-connect.js')).connectSats(walletObject, request),
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
