import { RequestError } from '../http.js'

const WINDOW_MS = 60_000
/** Requests of one client in a minute. A buyer's page asks for a quote with every pause of the typing and for the purchase every few seconds. */
const MAX_REQUESTS = 120
/** Checkout sessions of one client in a minute; each opens a session at the provider. */
const MAX_SESSIONS = 20
/** Clients that are counted at once. Beyond, the one that began its minute first is forgotten. */
const MAX_CLIENTS = 20_000

/** Counts a request, and refuses it where its client has made too many. */
export type VisitorLimit = (ip: string | undefined, kind: 'request' | 'session') => void

interface Count {
  readonly endsAt: number
  requests: number
  sessions: number
}

/**
 * Limits the requests that one IP address can cause at the on-ramp providers; the first 64 bits of an IPv6 address count as one. Clients whose address is
 * unknown are not limited. Counts are of this process.
 */
export function createVisitorLimit(now: () => number = Date.now): VisitorLimit {
  const counts = new Map<string, Count>()
  const countOf = (client: string): Count => {
    const known = counts.get(client)
    if (known && known.endsAt > now()) return known
    counts.delete(client) // so that it is the newest entry of the map again
    const [oldest] = counts.keys()
    if (counts.size >= MAX_CLIENTS && oldest !== undefined) counts.delete(oldest)
    const fresh: Count = { endsAt: now() + WINDOW_MS, requests: 0, sessions: 0 }
    counts.set(client, fresh)
    return fresh
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

/** The first four groups of an IPv6 address, which one subscriber has to choose the rest of. */
function networkOf(ip: string): string {
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
