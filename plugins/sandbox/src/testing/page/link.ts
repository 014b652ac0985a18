import { pack, unpack } from '../bytes.js'
import type { Announcement } from '../plan.js'

/** Reply as plain data, because some transports drop the code of an error. */
export type Reply =
  | { readonly result: unknown }
  | { readonly error: { readonly message: string; readonly code?: unknown; readonly data?: unknown } }

/** Request of a page to a wallet. `id`: id of the wallet. */
export interface PageQuestion {
  readonly origin: string
  readonly id: string
  readonly method: string
  readonly params: readonly unknown[]
}

/** Sends a request of the page to the wallet, which has the keys and can run in another process. */
export type Ask = (id: string, method: string, params: readonly unknown[]) => Promise<Reply>

type Listener = (payload: unknown) => void

/** Connection of a page to one wallet: sends requests, and calls the page's event listeners. */
export interface Link {
  ask(method: string, ...params: readonly unknown[]): Promise<unknown>
  on(event: string, listener: Listener): void
  off(event: string, listener: Listener): void
  emit(event: string, payload: unknown): void
  listeners(): number
  /** Receives all events before the page's listeners. `listeners` does not count this listener. */
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
    emit(event, payload) {
      const value = unpack(payload)
      link.first?.(value)
      for (const listener of [...(listeners.get(event) ?? [])]) listener(value)
    },
  }
  return link
}
