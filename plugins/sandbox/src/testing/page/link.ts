import { pack, unpack } from '../bytes.js'
import type { Announcement } from '../plan.js'

/** An answer as it travels: errors lose their code on some ways. */
export type Reply =
  | { readonly result: unknown }
  | { readonly error: { readonly message: string; readonly code?: unknown; readonly data?: unknown } }

/** What a page's half sends. */
export interface PageQuestion {
  readonly origin: string
  readonly id: string
  readonly method: string
  readonly params: readonly unknown[]
}

/** The way from a page's half of a wallet to the half with the keys. */
export type Ask = (id: string, method: string, params: readonly unknown[]) => Promise<Reply>

type Listener = (payload: unknown) => void

/** One wallet's line to the half with the keys. */
export interface Link {
  ask(method: string, ...params: readonly unknown[]): Promise<unknown>
  on(event: string, listener: Listener): void
  off(event: string, listener: Listener): void
  hear(event: string, payload: unknown): void
  listeners(): number
  /** Hears everything before the page's own listeners, and is not counted among them. */
  first?: Listener
}

export function createLink({ id }: Announcement, ask: Ask): Link {
  const listeners = new Map<string, Set<Listener>>()
  const link: Link = {
    async ask(method, ...params) {
      const reply = await ask(id, method, params.map(pack))
      if ('result' in reply) return unpack(reply.result)
      const { message, code, data } = reply.error
      throw Object.assign(new Error(message), code !== undefined && { code }, data !== undefined && { data })
    },
    on(event, listener) {
      const own = listeners.get(event) ?? new Set()
      listeners.set(event, own.add(listener))
    },
    off: (event, listener) => void listeners.get(event)?.delete(listener),
    listeners: () => [...listeners.values()].reduce((sum, { size }) => sum + size, 0),
    hear(event, payload) {
      const heard = unpack(payload)
      link.first?.(heard)
      for (const listener of [...(listeners.get(event) ?? [])]) listener(heard)
    },
  }
  return link
}
