import { sha256 } from '@noble/hashes/sha2'
import { utf8ToBytes } from '@noble/hashes/utils'
import { hex } from '@scure/base'
import type { SignInSession } from '../../contract.js'
import type { OwnCookies } from '../http/cookies.js'
import type { SessionTokens, TokenContent } from './session-token.js'
import type { StoredSessions } from './stored-sessions.js'

/**
 * Sessions of a browser, with one cookie for each account. A sign-out writes a random value, the sign-out value, to a separate cookie. A session
 * contains the sign-out values of its sign-in request, and is valid only while the cookies have the same values. So a session is invalid if a
 * sign-out happens between the request and the response of its sign-in.
 */
export interface SessionCookies {
  /** Valid sessions, newest first. */
  read(header: string | null | undefined): Promise<readonly TokenContent[]>
  /** Valid sessions, newest first, and `Set-Cookie` headers for the sessions with a new secret. */
  refresh(
    header: string | null,
  ): Promise<{ readonly valid: readonly TokenContent[]; readonly cookies: readonly string[] }>
  /** `Set-Cookie` headers that add a session to the sessions of a request. `label` names the device. */
  add(header: string | null, session: SignInSession, label: string): Promise<readonly string[]>
  /** Ends the sessions of these accounts and returns the `Set-Cookie` headers. Without `accountIds`, ends all sessions of the browser. */
  end(header: string | null, accountIds?: readonly string[]): Promise<readonly string[]>
}

/** Maximum number of accounts in a browser. One more sign-in removes the oldest session. */
const MAX_SESSIONS = 8
/**
 * Maximum number of sign-out cookies for single accounts, because browsers limit the number of cookies. A sign-out above this number ends all
 * sessions of the browser, and one sign-out cookie for all accounts replaces the others.
 */
const MAX_SIGN_OUTS = 24
/** Upper bound on the seconds between a sign-out and the late response of a sign-in. A message is valid for 300 seconds. */
const LATE_S = 600
const SIGN_OUT_BYTES = 8

/** Name of the cookie with the sign-out value of all accounts. */
const ALL_SIGN_OUT = '-out'
const digestOf = (accountId: string): string => hex.encode(sha256(utf8ToBytes(accountId)).subarray(0, 8))
const nameOf = (accountId: string): string => `-${digestOf(accountId)}`
const signOutNameOf = (accountId: string): string => `-out-${digestOf(accountId)}`
const isSession = (name: string): boolean => /^-[0-9a-f]{16}$/.test(name)
const isSignOut = (name: string): boolean => /^-out-[0-9a-f]{16}$/.test(name)

interface SessionCookieOptions {
  readonly cookies: OwnCookies
  readonly tokens: SessionTokens
  readonly ttlS: number
  /** Absent if the cookie alone is the session. */
  readonly stored: StoredSessions | undefined
}
type CookieValues = ReadonlyMap<string, string>

const signOutValuesOf = (values: CookieValues, accountId: string): TokenContent['after'] => [
  values.get(ALL_SIGN_OUT) ?? '',
  values.get(signOutNameOf(accountId)) ?? '',
]
/**
 * Whether the session is newer than the last sign-out. Ignores missing sign-out cookies, because a sign-out cookie outlives every session that it
 * invalidates.
 */
const isCurrent = (values: CookieValues, { session, after }: TokenContent): boolean =>
  signOutValuesOf(values, session.accountId).every((value, at) => value === '' || value === after[at])

interface SessionReader {
  /** Sessions whose tokens are valid, including sessions that were ended. */
  readTokens(values: CookieValues): Promise<readonly TokenContent[]>
  /** Sessions that have not ended, newest first. With `rotate`, the sessions may get new secrets. */
  readValid(values: CookieValues, rotate?: boolean): Promise<readonly TokenContent[]>
}

function createSessionReader({ tokens, stored }: Pick<SessionCookieOptions, 'tokens' | 'stored'>): SessionReader {
  const readTokens = async (values: CookieValues): Promise<readonly TokenContent[]> => {
    const sessionCookies = [...values].filter(([name]) => isSession(name))
    const contents = await Promise.all(sessionCookies.map(([, value]) => tokens.read(value)))
    return contents.flatMap((content, index) =>
      content && nameOf(content.session.accountId) === sessionCookies[index]?.[0] ? [content] : [],
    )
  }
  const check = async (content: TokenContent, rotate: boolean): Promise<readonly TokenContent[]> => {
    const { session, key } = content
    if (!stored) return key ? [] : [content] // a session with a key was created while a store was configured, and may have ended
    const current = key && (await stored.check(session, key, rotate))
    return current ? [{ ...content, key: current }] : []
  }
  const readValid = async (values: CookieValues, rotate = false): Promise<readonly TokenContent[]> => {
    const current = (await readTokens(values)).filter((content) => isCurrent(values, content))
    const checked = await Promise.all(current.map((content) => check(content, rotate)))
    return checked.flat().toSorted((a, b) => Date.parse(b.session.signedInAt) - Date.parse(a.session.signedInAt))
  }
  return { readTokens, readValid }
}

export function createSessionCookies({ cookies, tokens, ttlS, stored }: SessionCookieOptions): SessionCookies {
  const { readTokens, readValid } = createSessionReader({ tokens, stored })
  const writeSignOut = (name: string): string => {
    const value = hex.encode(crypto.getRandomValues(new Uint8Array(SIGN_OUT_BYTES)))
    return cookies.write(name, value, ttlS + LATE_S) // longer than any session that it invalidates
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
    read: (header) => readValid(cookies.read(header)),
    async refresh(header) {
      const values = cookies.read(header)
      const before = new Map((await readTokens(values)).map(({ session, key }) => [session.accountId, key?.secret]))
      const valid = await readValid(values, true)
      const changed = valid.filter(({ session, key }) => before.get(session.accountId) !== key?.secret)
      return { valid, cookies: await Promise.all(changed.map(write)) }
    },
    async add(header, session, label) {
      const values = cookies.read(header)
      const before = await readTokens(values)
      const isSame = (content: TokenContent): boolean => content.session.accountId === session.accountId
      const others = (await readValid(values)).filter((content) => !isSame(content))
      const excess = others.slice(MAX_SESSIONS - 1)
      await endStored([...before.filter(isSame), ...excess])
      const key = await stored?.create(session, label)
      return [
        await write({ session, after: signOutValuesOf(values, session.accountId), ...(key && { key }) }),
        ...excess.map((content) => remove(nameOf(content.session.accountId))),
      ]
    },
    async end(header, accountIds) {
      const values = cookies.read(header)
      const names = [...values.keys()]
      const signOutNames = new Set([...names.filter(isSignOut), ...(accountIds ?? []).map(signOutNameOf)])
      const isAll = !accountIds || signOutNames.size > MAX_SIGN_OUTS
      const ended = new Set(accountIds?.map(nameOf))
      await endStored((await readTokens(values)).filter(({ session }) => isAll || ended.has(nameOf(session.accountId))))
      if (isAll)
        return [writeSignOut(ALL_SIGN_OUT), ...names.filter((name) => isSession(name) || isSignOut(name)).map(remove)]
      return [...new Set(accountIds.map(signOutNameOf))]
        .map(writeSignOut)
        .concat(names.filter((name) => ended.has(name)).map(remove))
    },
  }
}
