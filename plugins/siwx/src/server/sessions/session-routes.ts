import type { DeviceSession } from '../../contract.js'
import { readBody } from '../http/read-body.js'
import { Refusal } from '../http/refusal.js'
import { reply } from '../http/reply.js'
import type { SessionCookies } from './session-cookies.js'
import type { StoredSessions } from './stored-sessions.js'

interface SessionRouteOptions {
  readonly sessions: SessionCookies
  readonly stored: StoredSessions | undefined
}

/** Routes that list and end sessions. */
export interface SessionRoutes {
  /** Lists the sessions, in all browsers, of each account that has a session in this browser. */
  listDevices(request: Request): Promise<Response>
  /**
   * Ends sessions, selected by one field of the body. `everywhere: true`: all sessions that `listDevices` returns. `sessionIds`: only those with
   * these ids. `accountIds`: the sessions of these accounts in this browser. Without a field, ends all sessions of this browser.
   */
  signOut(request: Request): Promise<Response>
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')
const toTexts = (name: string, value: unknown): readonly string[] | undefined => {
  if (value === undefined || isTexts(value)) return value
  throw new Refusal('BAD_REQUEST', `"${name}" must be an array of strings.`)
}
const time = (ms: number): string => new Date(ms).toISOString()

export function createSessionRoutes({ sessions, stored }: SessionRouteOptions): SessionRoutes {
  const list = async (header: string | null): Promise<readonly DeviceSession[]> => {
    if (!stored) throw new Refusal('NOT_STORED', 'This site does not store sessions, so it cannot list them.')
    const browserSessions = await sessions.read(header)
    const lists = await Promise.all(
      browserSessions.map(async ({ session: { accountId }, key }) =>
        (await stored.list(accountId)).map((record) => ({
          id: record.id,
          accountId,
          label: record.label,
          createdAt: time(record.createdAt),
          lastSeenAt: time(record.lastSeenAt),
          expiresAt: time(record.expiresAt),
          isCurrent: record.id === key?.id,
        })),
      ),
    )
    return lists.flat()
  }
  /** Ends all sessions that `list` returns; with `ids`, only those with these ids. */
  const endListed = async (header: string | null, ids?: readonly string[]): Promise<Response> => {
    const ended = (await list(header)).filter(({ id }) => ids?.includes(id) ?? true)
    for (const { accountId, id } of ended) await stored?.end(accountId, id)
    if (!ids) return reply({}, await sessions.end(header))
    const signedOut = ended.filter(({ isCurrent }) => isCurrent).map(({ accountId }) => accountId)
    return reply({}, signedOut.length > 0 ? await sessions.end(header, signedOut) : [])
  }
  return {
    listDevices: async ({ headers }) => reply({ sessions: await list(headers.get('cookie')) }),
    async signOut(request) {
      const { accountIds, sessionIds, everywhere } = await readBody(request)
      const header = request.headers.get('cookie')
      if (everywhere === true) return endListed(header)
      const ids = toTexts('sessionIds', sessionIds)
      if (ids) return endListed(header, ids)
      return reply({}, await sessions.end(header, toTexts('accountIds', accountIds)))
    },
  }
}
