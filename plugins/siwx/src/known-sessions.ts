import type { Context } from '@wallet-modal/kernel'
import { type SignInSession, signedOut } from './contract.js'
import type { SiteServer } from './site-server.js'
import { storeSignOuts, unsentSignOuts } from './unsent-sign-outs.js'

/** Sessions of the site's server, as known to the page. */
export interface KnownSessions {
  /** False until the sessions were loaded, and again when they may have changed. */
  isRead(): boolean
  /** Session of one account, unless it has expired. */
  of(accountId: string): SignInSession | undefined
  /** Loads the sessions; concurrent calls share one request. */
  read(): Promise<void>
  add(session: SignInSession): void
  /** Ends all sessions, including those that only the server knows. Takes effect in the page at once. */
  end(): Promise<void>
  /** Ends the sessions of one chain family, optionally only of these addresses. */
  endFamily(namespace: string, addresses?: readonly string[]): Promise<void>
  /** Removes a session that the server has ended. */
  forget(accountId: string): void
  /** Ends a session whose sign-in was cancelled, even if the server is just creating it. */
  takeBack(accountId: string): void
  /** Marks the known sessions as outdated. */
  drop(): void
  /** Changes whenever something has changed, here or in another tab. */
  edition(): number
  /**
   * Resolves when the server has confirmed every sign-out, because a session requested before would be invalid. Rejects if the server cannot be
   * reached.
   */
  settled(): Promise<void>
}

const CHANGED = 'changed'
/** Prefix of the account ids. */
const EVERYBODY = ''
const isFamily = (start: string): boolean => start.endsWith(':')

/** Calls `changed` when another tab has signed in or out. */
export function createKnownSessions(ctx: Context, server: SiteServer, changed: () => void): KnownSessions {
  let known: ReadonlyMap<string, SignInSession> | undefined
  let asking: Promise<void> | undefined
  /** Uses known sessions. A reply to an older request does not include later changes. */
  let edition = 0
  let leaving: Promise<unknown> = Promise.resolve()

  const isValid = ({ expiresAt }: SignInSession): boolean => Date.parse(expiresAt) > server.now()
  const set = (next: Iterable<readonly [string, SignInSession]> | undefined): void => {
    edition++
    asking = undefined
    known = next && new Map(next)
  }
  const tellTabs = (): void => ctx.storage.set(CHANGED, crypto.getRandomValues(new Uint32Array(2)).join('-'))
  /** Sends all unconfirmed sign-outs to the server. */
  const tellServer = async (): Promise<void> => {
    const starts = unsentSignOuts(ctx)
    if (starts.length === 0) return
    if (starts.includes(EVERYBODY)) await server.signOut()
    else {
      const families = starts.filter(isFamily)
      const held = families.length > 0 ? await server.sessions() : []
      const gone = held.map((one) => one.accountId).filter((id) => families.some((start) => id.startsWith(start)))
      const accountIds = [...new Set([...starts.filter((start) => !isFamily(start)), ...gone])]
      if (accountIds.length > 0) await server.signOut(accountIds)
    }
    storeSignOuts(
      ctx,
      unsentSignOuts(ctx).filter((start) => !starts.includes(start)),
    )
    tellTabs()
  }
  const leave = (...starts: readonly string[]): Promise<void> => {
    storeSignOuts(ctx, [...unsentSignOuts(ctx), ...starts])
    const mine = leaving.then(tellServer)
    leaving = mine.catch(() => undefined) // the caller gets the error
    return mine
  }
  const settled = async (): Promise<void> => {
    await leaving
    if (unsentSignOuts(ctx).length > 0) await leave()
  }
  const read = async (): Promise<void> => {
    await settled()
    const mine = edition
    const list = await server.sessions()
    if (mine === edition) set(list.filter(isValid).map((one) => [one.accountId, one]))
    else if (!known) await sessions.read()
  }
  const sessions: KnownSessions = {
    isRead: () => known !== undefined,
    of(accountId) {
      const session = known?.get(accountId)
      return session && isValid(session) ? session : undefined
    },
    read() {
      if (asking) return asking
      const mine = read().finally(() => {
        if (asking === mine) asking = undefined
      })
      asking = mine
      return mine
    },
    add(session) {
      // one known session says nothing about others
      set(known && [...known, [session.accountId, session]])
      tellTabs()
    },
    async end() {
      const accountIds = [...(known?.keys() ?? [])]
      set([])
      await leave(EVERYBODY)
      ctx.emit(signedOut, { accountIds })
    },
    async endFamily(namespace, addresses) {
      const start = `${namespace}:`
      const isGone = (id: string): boolean =>
        id.startsWith(start) && (!addresses || addresses.some((address) => id.endsWith(`:${address}`)))
      if (!known)
        await sessions.read().catch((error: unknown) => {
          storeSignOuts(ctx, [...unsentSignOuts(ctx), start]) // sign out rather once too often
          throw error
        })
      const accountIds = [...(known?.keys() ?? [])].filter(isGone)
      if (accountIds.length === 0) return
      set(known && [...known].filter(([id]) => !isGone(id)))
      await leave(...accountIds)
      ctx.emit(signedOut, { accountIds })
    },
    forget(accountId) {
      set(known && [...known].filter(([id]) => id !== accountId))
      tellTabs()
      ctx.emit(signedOut, { accountIds: [accountId] })
    },
    takeBack: (accountId) => void leave(accountId).catch(ctx.log.warn),
    drop: () => set(undefined),
    edition: () => edition,
    settled,
  }
  ctx.onDispose(
    ctx.storage.watch(CHANGED, () => {
      sessions.drop()
      changed()
    }),
  )
  return sessions
}
