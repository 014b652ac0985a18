import { HELLO } from '../frame-messages.js'

/** Page that embeds the frame. */
export interface Host {
  readonly port: MessagePort
  /** Origin of the embedding page, as reported by the browser. */
  readonly origin: string
}

/**
 * Waits for the embedding page's first `HELLO` message that transfers exactly one port. Ignores all other messages, and all messages from the frame's
 * own origin or from origins other than http(s).
 */
export function acceptHost(): Promise<Host> {
  return new Promise((resolve) => {
    const listen = ({ source, origin, data, ports }: MessageEvent): void => {
      const [port] = ports
      if (source !== window.parent || window.parent === window || !port || ports.length !== 1) return
      if (origin === location.origin) return // a page of the same origin could read the frame's storage
      if (Reflect.get(Object(data), 'type') !== HELLO || !/^https?:\/\//.test(origin)) return
      window.removeEventListener('message', listen)
      resolve({ port, origin })
    }
    window.addEventListener('message', listen)
  })
}
