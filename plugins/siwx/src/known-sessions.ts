import type { Context } from '@wallet-modal/kernel'
import { type SignInSession, signedOut } from './contract.js'
import { createSessionCache } from './session-cache.js'
import { ALL_ACCOUNTS, type EndedAddresses, familyPattern, isMatch } from './sign-out/sign-out-patterns.js'
import { createSignOutQueue } from './sign-out/sign-out-queue.js'
import type { SiteServer } from './site-server.js'

/** The page's copy of the browser's sessions on the site's server. */
export interface KnownSessions {
  /** Whether the sessions are loaded. Becomes `false` when the sessions may have changed. */
  isRead(): boolean
  /** Session of one account, unless it has expired. */
  of(accountId: string): SignInSession | undefined
  /** Loads the sessions; concurrent calls share one request. */
  read(): Promise<void>
  add(session: SignInSession): void
  /**
   * Ends all sessions, including those that the page has not loaded. Removes them from the page's copy before the server has confirmed. Rejects if
   * the server cannot be reached; the sign-out is then sent again later.
   */
  end(): Promise<void>
  /** Like `end`, for one chain family: `addresses` selects the addresses whose sessions are ended. */
  endFamily(namespace: string, addresses: EndedAddresses): Promise<void>
  /** Removes a session that the server has ended. */
  remove(accountId: string): void
  /** Ends a session that the server may be creating, after its sign-in was canceled or failed. */
  revoke(accountId: string): void
  /** Ends a session that the server returned for a wrong account. Then checks the active account again, because it may be that account. */
  revokeOther(accountId: string): void
  /** Marks the loaded sessions as outdated. */
  invalidate(): void
  /** Returns a function that checks whether this page has ended the account's session or all sessions since the call; see `SignOutQueue.watch`. */
  watchEnd(accountId: string): () => boolean
  /** See `SessionCache.watchCreated`. */
  watchCreated(accountId: string): () => Promise<boolean>
  /**
   * Resolves when the server has confirmed every sign-out. Must be awaited before a sign-in, because a pending sign-out would end the new session
   * too. Rejects if the server cannot be reached.
   */
  settled(): Promise<void>
}

const CHANGED = 'changed'

/** Notifies other tabs. All values have the same length, so that a value can replace the previous one even if the browser's storage is full. */
function notifyTabs({ storage }: Context): void {
  const numbers = [...crypto.getRandomValues(new Uint32Array(2))] // `randomUUID` is missing on pages that are not secure contexts
  storage.set(CHANGED, numbers.map((one) => String(one).padStart(10, '0')).join('-'))
}

/** Calls `onChanged` when another tab has signed in or out. */
export function createKnownSessions(ctx: Context, server: SiteServer, onChanged: () => void): KnownSessions {
  const queue = createSignOutQueue(ctx, server, (accountIds) => {
    notifyTabs(ctx)
    if (accountIds.length > 0) ctx.emit(signedOut, { accountIds })
  })
  const cache = createSessionCache(server, queue.settled)
  const knownIds = (): readonly string[] => cache.all()?.map(({ accountId }) => accountId) ?? []
  ctx.onDispose(
    ctx.storage.watch(CHANGED, () => {
      cache.set(undefined)
      onChanged()
    }),
  )
  const revoke = (accountId: string): void => void queue.add([accountId]).catch(ctx.log.warn)
  return {
    isRead: () => cache.all() !== undefined,
    of: cache.of,
    read: cache.read,
    add(session) {
      // the list stays `undefined` until the sessions are loaded, because the server may have other sessions
      cache.set(cache.all()?.concat(session))
      notifyTabs(ctx)
    },
    async end() {
      const accountIds = knownIds()
      cache.set([])
      await queue.add([ALL_ACCOUNTS])
      ctx.emit(signedOut, { accountIds })
    },
    async endFamily(namespace, addresses) {
      const pattern = familyPattern(namespace, addresses)
      if (!cache.all()) {
        cache.set(undefined) // also discards the reply to a request in flight, which still lists the sessions
        await queue.add([pattern])
        return
      }
      const accountIds = knownIds().filter((accountId) => isMatch(pattern, accountId))
      if (accountIds.length === 0) return
      cache.set(cache.all()?.filter(({ accountId }) => !accountIds.includes(accountId)))
      await queue.add(accountIds)
      ctx.emit(signedOut, { accountIds })
    },
    remove(accountId) {
      cache.set(cache.all()?.filter((session) => session.accountId !== accountId))
      notifyTabs(ctx)
      ctx.emit(signedOut, { accountIds: [accountId] })
    },
    revoke,
    revokeOther(accountId) {
      revoke(accountId)
      cache.set(undefined)
      onChanged()
    },
    invalidate: () => cache.set(undefined),
    watchEnd: queue.watch,
    watchCreated: cache.watchCreated,
    settled: queue.settled,
  }
}
