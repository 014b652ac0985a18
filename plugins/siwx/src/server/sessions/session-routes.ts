import type { DeviceSession } from '../../contract.js'
import { readBody } from '../http/read-body.js'
import { Refusal } from '../http/refusal.js'
import { reply } from '../http/reply.js'
import type { SessionCookies } from './session-cookies.js'
import type { StoredSessions } from './stored-sessions.js'

interface Parts {
  readonly sessions: SessionCookies
  readonly stored: StoredSessions | undefined
}

/** Routes that list and end sessions. */
export interface SessionRoutes {
  /** Sessions of all browsers, for the accounts that this browser is signed in as. */
  listDevices(request: Request): Promise<Response>
  signOut(request: Request): Promise<Response>
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')
const toTexts = (name: string, value: unknown): readonly string[] | undefined => {
  if (value === undefined || isTexts(value)) return value
  throw new Refusal('BAD_REQUEST', `"${name}" must be a list of texts.`)
}
const time = (ms: number): string => new Date(ms).toISOString()

export function createSessionRoutes({ sessions, stored }: Parts): SessionRoutes {
  const list = async (header: string | null): Promise<readonly DeviceSession[]> => {
    if (!stored) throw new Refusal('NOT_STORED', 'This site does not store sessions, so it cannot list them.')
    const own = await sessions.read(header)
    const lists = await Promise.all(
      own.map(async ({ session: { accountId }, key }) =>
        (await stored.list(accountId)).map((one) => ({
          id: one.id,
          accountId,
          label: one.label,
          createdAt: time(one.createdAt),
          lastSeenAt: time(one.lastSeenAt),
          expiresAt: time(one.expiresAt),
          isCurrent: one.id === key?.id,
        })),
      ),
    )
    return lists.flat()
  }
  /** Ends only sessions that the browser could list. */
  const endListed = async (header: string | null, ids?: readonly string[]): Promise<Response> => {
    const ended = (await list(header)).filter(({ id }) => ids?.includes(id) ?? true)
    for (const { accountId, id } of ended) await stored?.end(accountId, id)
    if (!ids) return reply({}, await sessions.end(header))
    const own = ended.filter(({ isCurrent }) => isCurrent).map(({ accountId }) => accountId)
    return reply({}, own.length > 0 ? await sessions.end(header, own) : [])
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
