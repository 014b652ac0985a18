import type { Context } from '@wallet-modal/kernel'
import type { SiteServer } from '../site-server.js'
import { ALL_ACCOUNTS, isAccountId, isMatch } from './sign-out-patterns.js'
import { storeSignOuts, unsentSignOuts } from './unsent-sign-outs.js'

/** Sends sign-outs to the server in order. Stores each sign-out until the server has confirmed it. */
export interface SignOutQueue {
  /** Stores sign-outs, as patterns of account ids, and sends all unconfirmed sign-outs. Rejects if the server cannot be reached. */
  add(patterns: readonly string[]): Promise<void>
  /**
   * Returns a function that checks whether a sign-out of all accounts, or of this account id, was added since the call. Ignores patterns of chain
   * families, which sign out disconnected wallets and not the wallet that is signing in.
   */
  watch(accountId: string): () => boolean
  /** Resolves when the server has confirmed every sign-out. Rejects if the server cannot be reached. */
  settled(): Promise<void>
}

/** Ends the sessions of the accounts that match a pattern. Resolves with the account ids that patterns of chain families matched. */
async function signOut(server: SiteServer, patterns: readonly string[]): Promise<readonly string[]> {
  if (patterns.includes(ALL_ACCOUNTS)) {
    await server.signOut()
    return []
  }
  const listedIds = patterns.filter(isAccountId)
  const otherPatterns = patterns.filter((pattern) => !isAccountId(pattern))
  const sessions = otherPatterns.length > 0 ? await server.sessions() : []
  const foundIds = sessions
    .map(({ accountId }) => accountId)
    .filter((id) => !listedIds.includes(id) && otherPatterns.some((pattern) => isMatch(pattern, id)))
  const accountIds = [...listedIds, ...foundIds]
  if (accountIds.length > 0) await server.signOut(accountIds)
  return foundIds
}

/** Calls `onConfirmed` when the server has confirmed sign-outs. `foundIds`: account ids that patterns of chain families matched. */
export function createSignOutQueue(
  ctx: Context,
  server: SiteServer,
  onConfirmed: (foundIds: readonly string[]) => void,
): SignOutQueue {
  let last: Promise<unknown> = Promise.resolve()
  let addCount = 0
  /** Value of `addCount` when a pattern was last added, by pattern. */
  const lastAdded = new Map<string, number>()
  const sendAll = async (): Promise<void> => {
    const patterns = unsentSignOuts(ctx)
    if (patterns.length === 0) return
    const foundIds = await signOut(server, patterns)
    storeSignOuts(
      ctx,
      unsentSignOuts(ctx).filter((pattern) => !patterns.includes(pattern)),
    )
    onConfirmed(foundIds)
  }
  const add = (patterns: readonly string[]): Promise<void> => {
    addCount++
    for (const pattern of patterns) lastAdded.set(pattern, addCount)
    storeSignOuts(ctx, [...unsentSignOuts(ctx), ...patterns])
    const sending = last.then(sendAll)
    last = sending.catch(() => undefined) // the caller gets the error
    return sending
  }
  return {
    add,
    watch(accountId) {
      const countAtStart = addCount
      return () => [ALL_ACCOUNTS, accountId].some((pattern) => (lastAdded.get(pattern) ?? 0) > countAtStart)
    },
    async settled() {
      await last
      if (unsentSignOuts(ctx).length > 0) await add([])
    },
  }
}
