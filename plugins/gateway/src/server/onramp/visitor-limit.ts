import { RequestError } from '../http.js'

const WINDOW_MS = 60_000
/** Maximum requests of one client per minute. A page requests a quote after each pause in typing, and polls purchases every few seconds. */
const MAX_REQUESTS = 120
/** Maximum checkout sessions of one client per minute. */
const MAX_SESSIONS = 20
/** Maximum number of counted clients. Above this number, the client whose minute started first is removed. */
const MAX_CLIENTS = 20_000

/** Counts a request. Throws `TOO_MANY_REQUESTS` if the client has exceeded the limit. */
export type VisitorLimit = (ip: string | undefined, kind: 'request' | 'session') => void

interface Count {
  readonly endsAt: number
  requests: number
  sessions: number
}

/**
 * Limits how many requests each client may send to the on-ramp routes. A client is an IPv4 address or a /64 prefix of IPv6 addresses; requests with
 * an unknown address are not limited. Each process of the gateway counts separately. `now` is in milliseconds since 1970.
 */
export function createVisitorLimit(now: () => number = Date.now): VisitorLimit {
  const counts = new Map<string, Count>()
  const countOf = (client: string): Count => {
    const known = counts.get(client)
    if (known && known.endsAt > now()) return known
    counts.delete(client) // so that the new count is added at the end of the map
    const [oldest] = counts.keys()
    if (counts.size >= MAX_CLIENTS && oldest !== undefined) counts.delete(oldest)
    const newCount: Count = { endsAt: now() + WINDOW_MS, requests: 0, sessions: 0 }
    counts.set(client, newCount)
    return newCount
  }
  return (ip, kind) => {
    if (ip === undefined) return
    const count = countOf(networkOf(ip))
    count.requests++
    if (kind === 'session') count.sessions++
    if (count.requests <= MAX_REQUESTS && count.sessions <= MAX_SESSIONS) return
    const retryAfterS = Math.max(1, Math.ceil((count.endsAt - now()) / 1000))
    const message = `Too many requests. Please try again after ${retryAfterS} seconds`
    throw new RequestError('TOO_MANY_REQUESTS', message, { retryAfterS })
  }
}

/** Client of an IP address: the IPv4 address itself, or the /64 prefix of an IPv6 address. A subscriber usually has a whole /64 prefix. */
export function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip
  const [head = '', tail = ''] = ip.split('::')
  const [before, after] = [head, tail].map((part) => part.split(':').filter((group) => group !== ''))
  const gap = Array.from({ length: Math.max(0, 8 - (before?.length ?? 0) - (after?.length ?? 0)) }, () => '0')
  const groups = [...(before ?? []), ...gap, ...(after ?? [])]
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
