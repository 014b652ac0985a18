import { messageOf } from './errors.js'

/** Kinds of timeline entries: setup of a plugin, event, request, reported error. */
export type NoteKind = 'setup' | 'event' | 'request' | 'problem'

/** Prefix of every entry's name. */
export const NOTE_PREFIX = 'wallet-modal '

const MAX_DETAIL = 2000

/**
 * In development, writes entries to the browser's User Timing, where developer tools display them and `@wallet-modal/devtools` reads them. Call it
 * only if `process.env.NODE_ENV !== 'production'`. Never throws.
 */
export function note(kind: NoteKind, name: string, { from = performance.now(), detail = '' } = {}): void {
  if (typeof window === 'undefined') return
  try {
    const end = performance.now()
    performance.measure(`${NOTE_PREFIX}${kind} ${name}`, { start: from, end, detail: detail.slice(0, MAX_DETAIL) })
  } catch {
    // a browser without User Timing level 3
  }
}

/** Setup of a plugin, with its duration. */
export function noteSetup(name: string, run: () => void): void {
  const from = performance.now()
  run()
  note('setup', name, { from })
}

/** A payload as text. Omits wallet objects and deep values. */
export function describePayload(payload: unknown): string {
  try {
    const text = JSON.stringify(payload, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))
    return text ?? ''
  } catch (error) {
    return messageOf(error)
  }
}

const secretName = /^projectId$|token|key|secret|signature|password|otp|code|email|uri/i
/** Many RPC URLs contain keys: text of this length is omitted. */
const MAX_SEGMENT = 20

/** URL of a request without possible secrets: values of sensitive parameters, and long path segments. */
export function redactUrl(url: string): string {
  if (!URL.canParse(url)) return '…'
  const { origin, pathname, searchParams } = new URL(url)
  const path = pathname.split('/').map((part) => (part.length > MAX_SEGMENT ? `${part.slice(0, 6)}…` : part))
  const query = [...searchParams].map(([name, value]) => `${name}=${secretName.test(name) ? '…' : value}`)
  return `${origin}${path.join('/')}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

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

/** One attempt of a request, with its result. JSON-RPC calls appear by method; bodies are omitted. */
export function noteRequest(
  url: string,
  { method = 'GET', body }: RequestInit,
  how: { from: number; end: string },
): void {
  const rpc = methodsIn(body)
  note('request', redactUrl(url), { from: how.from, detail: [method, how.end, rpc].filter(Boolean).join(' · ') })
}
