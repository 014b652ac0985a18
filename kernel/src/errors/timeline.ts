import { messageOf } from './errors.js'

/** What is worth a note: a plugin's setup, an event, a request, a mistake that was reported. */
export type NoteKind = 'setup' | 'event' | 'request' | 'problem'

/** Found before the name of every note. */
export const NOTE_PREFIX = 'wallet-modal '

const MAX_DETAIL = 2000

/**
 * In development, what happens is written on the browser's own timeline (User Timing), where its developer tools show it and
 * `@wallet-modal/devtools` reads it. Callers stand behind `process.env.NODE_ENV !== 'production'`. Never throws.
 */
export function note(kind: NoteKind, name: string, { from = performance.now(), detail = '' } = {}): void {
  if (typeof window === 'undefined') return
  try {
    const end = performance.now()
    performance.measure(`${NOTE_PREFIX}${kind} ${name}`, { start: from, end, detail: detail.slice(0, MAX_DETAIL) })
  } catch {
    // a browser without User Timing level 3: nobody looks
  }
}

/** A plugin's setup, with how long it took. */
export function noteSetup(name: string, run: () => void): void {
  const from = performance.now()
  run()
  note('setup', name, { from })
}

/** A payload as text. Wallets' objects and what is too deep are left out. */
export function describePayload(payload: unknown): string {
  try {
    const text = JSON.stringify(payload, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))
    return text ?? ''
  } catch (error) {
    return messageOf(error)
  }
}

const secretName = /^projectId$|token|key|secret|signature|password|otp|code|email|uri/i
/** Keys are part of many RPC addresses; what is as long as one is not written down. */
const MAX_SEGMENT = 20

/** A request's address without what only its owner should know: values of telling names, and long parts of the path. */
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

/** One try of a request, with how it ended. JSON-RPC calls are named by their methods; bodies are never written down. */
export function noteRequest(
  url: string,
  { method = 'GET', body }: RequestInit,
  how: { from: number; end: string },
): void {
  const rpc = methodsIn(body)
  note('request', redactUrl(url), { from: how.from, detail: [method, how.end, rpc].filter(Boolean).join(' · ') })
}
