import { sha256 } from '@noble/hashes/sha2'
import { utf8ToBytes } from '@noble/hashes/utils'
import { hex } from '@scure/base'
import type { SignInSession } from '../contract.js'
import type { OwnCookies } from './cookies.js'
import type { SessionTokens, TokenContent } from './session-token.js'

/**
 * The sessions of a browser: one cookie for each account, so that no answer says anything of an account that it is not about. A sign-out leaves a
 * mark in a cookie of its own, which only sign-outs write. A session counts only while the mark is the one that the request had which made it, so
 * one that was asked for before a sign-out and is answered after it is void.
 */
export interface SessionCookies {
  /** The latest first. */
  read(header: string | null | undefined): Promise<readonly SignInSession[]>
  /** `Set-Cookie` headers that add a session to what a request carried. */
  add(header: string | null, session: SignInSession): Promise<readonly string[]>
  /** `Set-Cookie` headers that end these sessions; without a list all of them. */
  end(header: string | null, accountIds?: readonly string[]): readonly string[]
}

/** More accounts of one visitor than this push the oldest out. */
const MAX_SESSIONS = 8
/** More marks than this become a single one, which ends all sessions: browsers and servers have room for so many cookies only. */
const MAX_MARKS = 24
/** How late a session can be, counted from a sign-out: a message is good for five minutes, and an answer is not under way for as long. */
const LATE_S = 600
const MARK_BYTES = 8

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
}
type Carried = ReadonlyMap<string, string>

const marksOf = (carried: Carried, accountId: string): TokenContent['after'] => [
  carried.get(MARK_OF_ALL) ?? '',
  carried.get(markNameOf(accountId)) ?? '',
]
/** A mark that is gone is too old for a session that could be late. */
const counts = (carried: Carried, { session, after }: TokenContent): boolean =>
  marksOf(carried, session.accountId).every((mark, at) => mark === '' || mark === after[at])

export function createSessionCookies({ cookies, tokens, ttlS }: Parts): SessionCookies {
  const newMark = (name: string): string => {
    const mark = hex.encode(crypto.getRandomValues(new Uint8Array(MARK_BYTES)))
    return cookies.write(name, mark, ttlS + LATE_S) // longer than any session that it makes void
  }
  const remove = (name: string): string => cookies.write(name, '', 0)
  const open = async (carried: Carried): Promise<readonly SignInSession[]> => {
    const named = [...carried].filter(([name]) => isSession(name))
    const read = await Promise.all(
      named.map(async ([name, value]) => {
        const content = await tokens.read(value)
        return content && nameOf(content.session.accountId) === name && counts(carried, content)
          ? [content.session]
          : []
      }),
    )
    return read.flat().toSorted((a, b) => Date.parse(b.signedInAt) - Date.parse(a.signedInAt))
  }
  return {
    read: (header) => open(cookies.read(header)),
    async add(header, session) {
      const carried = cookies.read(header)
      const others = (await open(carried)).filter(({ accountId }) => accountId !== session.accountId)
      const token = await tokens.write({ session, after: marksOf(carried, session.accountId) })
      return [
        cookies.write(nameOf(session.accountId), token, ttlS),
        ...others.slice(MAX_SESSIONS - 1).map(({ accountId }) => remove(nameOf(accountId))),
      ]
    },
    end(header, accountIds) {
      const names = [...cookies.read(header).keys()]
      const marks = new Set([...names.filter(isMark), ...(accountIds ?? []).map(markNameOf)])
      if (!accountIds || marks.size > MAX_MARKS)
        return [newMark(MARK_OF_ALL), ...names.filter((name) => isSession(name) || isMark(name)).map(remove)]
      const ended = new Set(accountIds.map(nameOf))
      return [...new Set(accountIds.map(markNameOf))]
        .map(newMark)
        .concat(names.filter((one) => ended.has(one)).map(remove))
    },
  }
}
