import type { Context } from '@wallet-modal/kernel'
import type { SiteServer } from './site-server.js'
import { storeSignOuts, unsentSignOuts } from './unsent-sign-outs.js'

/** Sends sign-outs to the server in order. Stores each one until the server has confirmed it. */
export interface SignOutQueue {
  /** Stores sign-outs, as prefixes of account ids, and sends all unconfirmed ones. */
  add(prefixes: readonly string[]): Promise<void>
  /** Stores sign-outs, which are sent before the next request. */
  store(prefixes: readonly string[]): void
  /** Resolves when the server has confirmed every sign-out. Rejects if it cannot be reached. */
  settled(): Promise<void>
}

/** Empty prefix, which matches all account ids. */
export const ALL_ACCOUNTS = ''
const isFamily = (prefix: string): boolean => prefix.endsWith(':')

/** Ends the sessions of accounts whose id starts with a prefix: {@link ALL_ACCOUNTS}, a chain family such as `eip155:`, or a whole id. */
async function signOut(server: SiteServer, prefixes: readonly string[]): Promise<void> {
  if (prefixes.includes(ALL_ACCOUNTS)) return server.signOut()
  const families = prefixes.filter(isFamily)
  const sessions = families.length > 0 ? await server.sessions() : []
  const ended = sessions
    .map(({ accountId }) => accountId)
    .filter((id) => families.some((prefix) => id.startsWith(prefix)))
  const accountIds = [...new Set([...prefixes.filter((prefix) => !isFamily(prefix)), ...ended])]
  if (accountIds.length > 0) await server.signOut(accountIds)
}

/** Calls `onConfirmed` when the server has ended sessions. */
export function createSignOutQueue(ctx: Context, server: SiteServer, onConfirmed: () => void): SignOutQueue {
  let last: Promise<unknown> = Promise.resolve()
  const sendAll = async (): Promise<void> => {
    const prefixes = unsentSignOuts(ctx)
    if (prefixes.length === 0) return
    await signOut(server, prefixes)
    storeSignOuts(
      ctx,
      unsentSignOuts(ctx).filter((prefix) => !prefixes.includes(prefix)),
    )
    onConfirmed()
  }
  const store = (prefixes: readonly string[]): void => storeSignOuts(ctx, [...unsentSignOuts(ctx), ...prefixes])
  const add = (prefixes: readonly string[]): Promise<void> => {
    store(prefixes)
    const own = last.then(sendAll)
    last = own.catch(() => undefined) // the caller gets the error
    return own
  }
  return {
    add,
    store,
    async settled() {
      await last
      if (unsentSignOuts(ctx).length > 0) await add([])
    },
  }
}
