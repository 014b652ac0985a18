import { pack, unpack } from '../bytes.js'
import type { Announcement } from '../plan.js'

/** Reply of a wallet as plain data. Errors are data too: a rejection would lose the error's `code` between processes. */
export type Reply =
  | { readonly result: unknown }
  | { readonly error: { readonly message: string; readonly code?: unknown; readonly data?: unknown } }

/** Request of a page to a wallet. */
export interface PageQuestion {
  /** Origin of the page. */
  readonly origin: string
  /** Id of the wallet. */
  readonly id: string
  readonly method: string
  readonly params: readonly unknown[]
}

/** Sends a request of the page to a wallet, whose keys can be in another process. `id`: id of the wallet. */
export type Ask = (id: string, method: string, params: readonly unknown[]) => Promise<Reply>

type Listener = (payload: unknown) => void

/** Connection of a page to one wallet: sends requests, and calls the page's event listeners. */
export interface Link {
  ask(method: string, ...params: readonly unknown[]): Promise<unknown>
  on(event: string, listener: Listener): void
  off(event: string, listener: Listener): void
  emit(event: string, payload: unknown): void
  /** Number of listeners that the page has added. */
  listeners(): number
  /** Listener of the wallet's own code in the page. It is called for all events, before the page's listeners. */
  ownListener?: Listener
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
    emit(event, payload) {
      const value = unpack(payload)
      link.ownListener?.(value)
      for (const listener of [...(listeners.get(event) ?? [])]) listener(value)
    },
  }
  return link
}
