import { sha256 } from '@noble/hashes/sha2'
import { utf8ToBytes } from '@noble/hashes/utils'
import { hex } from '@scure/base'
import type { SignInSession } from '../../contract.js'
import type { OwnCookies } from '../http/cookies.js'
import type { SessionTokens, TokenContent } from './session-token.js'
import type { StoredSessions } from './stored-sessions.js'

/**
 * Sessions of a browser: one cookie for each account, so that a response reveals nothing about other accounts. A sign-out writes a random value to
 * a separate cookie. A session is valid only with the value that the request had when it was created; a session requested before a sign-out and
 * returned after it is therefore invalid.
 */
export interface SessionCookies {
  /** Valid sessions, newest first. */
  read(header: string | null | undefined): Promise<readonly TokenContent[]>
  /** The same, and `Set-Cookie` headers for sessions with a new secret. */
  refresh(
    header: string | null,
  ): Promise<{ readonly open: readonly TokenContent[]; readonly cookies: readonly string[] }>
  /** `Set-Cookie` headers that add a session to those of a request. `label` names the device. */
  add(header: string | null, session: SignInSession, label: string): Promise<readonly string[]>
  /** Ends these sessions, or without a list all of them, and returns the `Set-Cookie` headers. */
  end(header: string | null, accountIds?: readonly string[]): Promise<readonly string[]>
}

/** Maximum number of accounts in a browser; the oldest session is removed. */
const MAX_SESSIONS = 8
/** Above this number, sign-out values are replaced by a single one, which ends all sessions: the number of cookies is limited. */
const MAX_MARKS = 24
/** Maximum delay of a session response after a sign-out: a message is valid for five minutes, and a response takes less. */
const LATE_S = 600
const MARK_BYTES = 8

/** Names of the cookies with sign-out values (marks). This one ends the sessions of all accounts. */
const MARK_OF_ALL = '-out'
const shortOf = (accountId: string): string => hex.encode(sha256(utf8ToBytes(accountId)).subarray(0, 8))
const nameOf = (accountId: string): string => `-${shortOf(accountId)}`
const markNameOf = (accountId: string): string => `-out-${shortOf(accountId)}`
const isSession = (name: string): boolean => /^-[0-9a-f]{16}$/.test(name)
const isMark = (name: string): boolean => /^-out-[0-9a-f]{16}$/.test(name)

interface Parts {
  readonly cookies: OwnCookies
  readonly tokens: SessionTokens
  readonly ttlS: number
  /** Absent: the cookie alone is the session. */
  readonly stored: StoredSessions | undefined
}
type CookieValues = ReadonlyMap<string, string>

const marksOf = (values: CookieValues, accountId: string): TokenContent['after'] => [
  values.get(MARK_OF_ALL) ?? '',
  values.get(markNameOf(accountId)) ?? '',
]
/** An expired sign-out value is too old to affect a late session. */
const isCurrent = (values: CookieValues, { session, after }: TokenContent): boolean =>
  marksOf(values, session.accountId).every((mark, at) => mark === '' || mark === after[at])

interface SessionReader {
  /** Sessions signed by this server, including ended ones. */
  signedIn(values: CookieValues): Promise<readonly TokenContent[]>
  /** Valid sessions, newest first. With `rotate`, they may get a new secret. */
  open(values: CookieValues, rotate?: boolean): Promise<readonly TokenContent[]>
}

function createSessionReader({ tokens, stored }: Pick<Parts, 'tokens' | 'stored'>): SessionReader {
  const signedIn = async (values: CookieValues): Promise<readonly TokenContent[]> => {
    const named = [...values].filter(([name]) => isSession(name))
    const contents = await Promise.all(named.map(([, value]) => tokens.read(value)))
    return contents.flatMap((content, at) =>
      content && nameOf(content.session.accountId) === named[at]?.[0] ? [content] : [],
    )
  }
  const check = async (content: TokenContent, rotate: boolean): Promise<readonly TokenContent[]> => {
    const { session, key } = content
    if (!stored) return key ? [] : [content] // made while a session store was configured: whether it has ended is unknown
    const current = key && (await stored.check(session, key, rotate))
    return current ? [{ ...content, key: current }] : []
  }
  const open = async (values: CookieValues, rotate = false): Promise<readonly TokenContent[]> => {
    const valid = (await signedIn(values)).filter((content) => isCurrent(values, content))
    const checked = await Promise.all(valid.map((content) => check(content, rotate)))
    return checked.flat().toSorted((a, b) => Date.parse(b.session.signedInAt) - Date.parse(a.session.signedInAt))
  }
  return { signedIn, open }
}

export function createSessionCookies({ cookies, tokens, ttlS, stored }: Parts): SessionCookies {
  const { signedIn, open } = createSessionReader({ tokens, stored })
  const newMark = (name: string): string => {
    const mark = hex.encode(crypto.getRandomValues(new Uint8Array(MARK_BYTES)))
    return cookies.write(name, mark, ttlS + LATE_S) // longer than any session that it invalidates
  }
  const remove = (name: string): string => cookies.write(name, '', 0)
  const write = async (content: TokenContent): Promise<string> => {
    const { accountId, expiresAt } = content.session
    const leftS = Math.ceil((Date.parse(expiresAt) - Date.now()) / 1000)
    return cookies.write(nameOf(accountId), await tokens.write(content), Math.min(leftS, ttlS))
  }
  const endStored = async (contents: readonly TokenContent[]): Promise<void> => {
    for (const { session, key } of contents) if (key) await stored?.end(session.accountId, key.id)
  }
  return {
    read: (header) => open(cookies.read(header)),
    async refresh(header) {
      const values = cookies.read(header)
      const before = new Map((await signedIn(values)).map((one) => [one.session.accountId, one.key?.secret]))
      const valid = await open(values, true)
      const changed = valid.filter(({ session, key }) => before.get(session.accountId) !== key?.secret)
      return { open: valid, cookies: await Promise.all(changed.map(write)) }
    },
    async add(header, session, label) {
      const values = cookies.read(header)
      const before = await signedIn(values)
      const isSame = (one: TokenContent): boolean => one.session.accountId === session.accountId
      const others = (await open(values)).filter((one) => !isSame(one))
      const excess = others.slice(MAX_SESSIONS - 1)
      await endStored([...before.filter(isSame), ...excess])
      const key = await stored?.create(session, label)
      return [
        await write({ session, after: marksOf(values, session.accountId), ...(key && { key }) }),
        ...excess.map((one) => remove(nameOf(one.session.accountId))),
      ]
    },
    async end(header, accountIds) {
      const values = cookies.read(header)
      const names = [...values.keys()]
      const marks = new Set([...names.filter(isMark), ...(accountIds ?? []).map(markNameOf)])
      const isAll = !accountIds || marks.size > MAX_MARKS
      const ended = new Set(accountIds?.map(nameOf))
      await endStored((await signedIn(values)).filter(({ session }) => isAll || ended.has(nameOf(session.accountId))))
      if (isAll) return [newMark(MARK_OF_ALL), ...names.filter((name) => isSession(name) || isMark(name)).map(remove)]
      return [...new Set(accountIds.map(markNameOf))]
        .map(newMark)
        .concat(names.filter((one) => ended.has(one)).map(remove))
    },
  }
}
