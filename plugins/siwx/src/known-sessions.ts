import type { Context } from '@wallet-modal/kernel'
import { type SignInSession, signedOut } from './contract.js'
import type { SiteServer } from './site-server.js'

/** What the page knows of the sessions that the site's server holds. */
export interface KnownSessions {
  /** False until the server was asked, and again when something may have changed. */
  isRead(): boolean
  /** Of one account, where it has not expired. */
  of(accountId: string): SignInSession | undefined
  accountIds(): readonly string[]
  /** Asks the server, once however many want to know. */
  read(): Promise<void>
  add(session: SignInSession): void
  /** Ends these sessions; without a list whatever the server knows of. Counts at once, so that nobody who comes back meanwhile is taken for signed in. */
  end(accountIds?: readonly string[]): Promise<void>
  /** Ends a session that nobody waits for any more, though the server may just be making it. */
  takeBack(accountId: string): void
  /** What was read may be void. */
  drop(): void
  /** Another number whenever something has changed, here or in another tab. */
  edition(): number
  /** When no sign-out is under way any more: a session that is asked for while one is would be void. */
  settled(): Promise<unknown>
}

const CHANGED = 'changed'

const isValid = ({ expiresAt }: SignInSession): boolean => Date.parse(expiresAt) > Date.now()

/** `changed` is called when another tab has signed somebody in or out. */
export function createKnownSessions(ctx: Context, server: SiteServer, changed: () => void): KnownSessions {
  let known: ReadonlyMap<string, SignInSession> | undefined
  let asking: Promise<void> | undefined
  /** Of what is known. An answer to an older question says nothing of what was done since. */
  let edition = 0
  let leaving: Promise<unknown> = Promise.resolve()

  const set = (next: Iterable<readonly [string, SignInSession]> | undefined): void => {
    edition++
    asking = undefined
    known = next && new Map(next)
  }
  const tellTabs = (): void => ctx.storage.set(CHANGED, crypto.getRandomValues(new Uint32Array(2)).join('-'))
  const read = async (): Promise<void> => {
    await leaving
    const mine = edition
    const list = await server.sessions()
    if (mine === edition) set(list.filter(isValid).map((one) => [one.accountId, one]))
    else if (!known) await sessions.read()
  }
  const leave = async (accountIds?: readonly string[]): Promise<void> => {
    const mine = server.signOut(accountIds)
    leaving = Promise.allSettled([leaving, mine])
    await mine
    tellTabs()
  }
  const sessions: KnownSessions = {
    isRead: () => known !== undefined,
    of(accountId) {
      const session = known?.get(accountId)
      return session && isValid(session) ? session : undefined
    },
    accountIds: () => [...(known?.keys() ?? [])],
    read() {
      if (asking) return asking
      const mine = read().finally(() => {
        if (asking === mine) asking = undefined
      })
      asking = mine
      return mine
    },
    add(session) {
      set([...(known ?? []), [session.accountId, session]])
      tellTabs()
    },
    async end(listed) {
      const accountIds = listed ?? sessions.accountIds()
      set(listed ? known && [...known].filter(([id]) => !listed.includes(id)) : [])
      await leave(listed)
      ctx.emit(signedOut, { accountIds })
    },
    takeBack: (accountId) => void leave([accountId]).catch(ctx.log.warn),
    drop: () => set(undefined),
    edition: () => edition,
    settled: () => leaving,
  }
  ctx.onDispose(
    ctx.storage.watch(CHANGED, () => {
      sessions.drop()
      changed()
    }),
  )
  return sessions
}
