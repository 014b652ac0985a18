import { messageOf } from './errors.js'

/** Kinds of timeline entries: setup of a plugin, event, request, reported error. */
export type EntryKind = 'setup' | 'event' | 'request' | 'problem'

/** Prefix of every entry's name. */
export const ENTRY_PREFIX = 'wallet-modal '

const MAX_DETAIL = 2000

/**
 * Adds an entry to the browser's User Timing, for developer tools and `@wallet-modal/devtools`. Never throws. Call this function only if
 * `process.env.NODE_ENV !== 'production'`.
 */
export function addEntry(kind: EntryKind, name: string, { from = performance.now(), detail = '' } = {}): void {
  if (typeof window === 'undefined') return
  try {
    const end = performance.now()
    performance.measure(`${ENTRY_PREFIX}${kind} ${name}`, { start: from, end, detail: detail.slice(0, MAX_DETAIL) })
  } catch {
    // a browser without User Timing level 3
  }
}

/** Runs the setup of a plugin and adds an entry with its duration. */
export function timeSetup(name: string, run: () => void): void {
  const from = performance.now()
  run()
  addEntry('setup', name, { from })
}

/** JSON text of an event's payload, or the message of the error if the payload cannot be serialized. */
export function describePayload(payload: unknown): string {
  try {
    const text = JSON.stringify(payload, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))
    return text ?? ''
  } catch (error) {
    return messageOf(error)
  }
}

const secretName = /^projectId$|token|key|secret|signature|password|otp|code|email|uri/i
/** Path segments longer than this may be keys, as in many RPC URLs. */
const MAX_SEGMENT = 20

/** URL of a request, as displayed in the timeline. Omits values of sensitive parameters and shortens long path segments, which may be secrets. */
export function redactUrl(url: string): string {
  if (!URL.canParse(url)) return '…'
  const { origin, pathname, searchParams } = new URL(url)
  const path = pathname
    .split('/')
    .map((segment) => (segment.length > MAX_SEGMENT ? `${segment.slice(0, 6)}…` : segment))
  const query = [...searchParams].map(([name, value]) => `${name}=${secretName.test(name) ? '…' : value}`)
  return `${origin}${path.join('/')}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

/** Names of the JSON-RPC methods in a request's body. */
const methodsIn = (body: unknown): string => {
  try {
    const parsed: unknown = typeof body === 'string' ? JSON.parse(body) : null
    const calls: readonly unknown[] = Array.isArray(parsed) ? parsed : [parsed]
    const methods = calls.flatMap((call) => {
      const { method }: { readonly method?: unknown } = Object(call)
      return typeof method === 'string' ? [method] : []
    })
    return [...new Set(methods)].join(', ')
  } catch {
    return ''
  }
}

/** Adds an entry for one attempt of a request. The entry contains the methods of JSON-RPC calls, but no bodies. */
export function addRequestEntry(
  url: string,
  { method = 'GET', body }: RequestInit,
  { from, outcome }: { from: number; outcome: string },
): void {
  const rpc = methodsIn(body)
  addEntry('request', redactUrl(url), { from, detail: [method, outcome, rpc].filter(Boolean).join(' · ') })
}
