import type { Context } from '@wallet-modal/kernel'
import { type SignInSession, signedOut } from './contract.js'
import { owe, owedOf } from './owed.js'
import type { SiteServer } from './site-server.js'

/** What the page knows of the sessions that the site's server holds. */
export interface KnownSessions {
  /** False until the server was asked, and again when something may have changed. */
  isRead(): boolean
  /** Of one account, where it has not expired. */
  of(accountId: string): SignInSession | undefined
  /** Asks the server, once however many want to know. */
  read(): Promise<void>
  add(session: SignInSession): void
  /** Ends every session, also those that only the server knows of. Counts at once, so that nobody who comes back meanwhile is taken for signed in. */
  end(): Promise<void>
  /** The same for the accounts of one chain family, or for those of them with these addresses. */
  endFamily(namespace: string, addresses?: readonly string[]): Promise<void>
  /** The server has ended this session. */
  forget(accountId: string): void
  /** Ends a session that nobody waits for any more, though the server may just be making it. */
  takeBack(accountId: string): void
  /** What was read may be void. */
  drop(): void
  /** Another number whenever something has changed, here or in another tab. */
  edition(): number
  /** When the server knows of every sign-out: a session that is asked for before would be void. Rejects where it cannot be told. */
  settled(): Promise<void>
}

const CHANGED = 'changed'
/** With what every account id begins. */
const EVERYBODY = ''
const isFamily = (start: string): boolean => start.endsWith(':')

/** `changed` is called when another tab has signed somebody in or out. */
export function createKnownSessions(ctx: Context, server: SiteServer, changed: () => void): KnownSessions {
  let known: ReadonlyMap<string, SignInSession> | undefined
  let asking: Promise<void> | undefined
  /** Of what is known. An answer to an older question says nothing of what was done since. */
  let edition = 0
  let leaving: Promise<unknown> = Promise.resolve()

  const isValid = ({ expiresAt }: SignInSession): boolean => Date.parse(expiresAt) > server.now()
  const set = (next: Iterable<readonly [string, SignInSession]> | undefined): void => {
    edition++
    asking = undefined
    known = next && new Map(next)
  }
  const tellTabs = (): void => ctx.storage.set(CHANGED, crypto.getRandomValues(new Uint32Array(2)).join('-'))
  /** Tells the server of all sign-outs that it has not heard of. */
  const tellServer = async (): Promise<void> => {
    const starts = owedOf(ctx)
    if (starts.length === 0) return
    if (starts.includes(EVERYBODY)) await server.signOut()
    else {
      const families = starts.filter(isFamily)
      const held = families.length > 0 ? await server.sessions() : []
      const gone = held.map((one) => one.accountId).filter((id) => families.some((start) => id.startsWith(start)))
      const accountIds = [...new Set([...starts.filter((start) => !isFamily(start)), ...gone])]
      if (accountIds.length > 0) await server.signOut(accountIds)
    }
    owe(
      ctx,
      owedOf(ctx).filter((start) => !starts.includes(start)),
    )
    tellTabs()
  }
  const leave = (...starts: readonly string[]): Promise<void> => {
    owe(ctx, [...owedOf(ctx), ...starts])
    const mine = leaving.then(tellServer)
    leaving = mine.catch(() => undefined) // whoever asked hears of it
    return mine
  }
  const settled = async (): Promise<void> => {
    await leaving
    if (owedOf(ctx).length > 0) await leave()
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
      // one that is known alone says nothing of the others
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
          owe(ctx, [...owedOf(ctx), start]) // rather one too many than one too few
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
