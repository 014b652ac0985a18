import { HELLO } from '../frame-messages.js'

export interface Host {
  readonly port: MessagePort
  /** Origin of the page that shows the frame, as the browser reports it. */
  readonly origin: string
}

/** Accepts the message channel that the embedding page offers: once, and from no other window. Ignores all other messages. */
export function acceptHost(): Promise<Host> {
  return new Promise((resolve) => {
    const listen = ({ source, origin, data, ports }: MessageEvent): void => {
      const [port] = ports
      if (source !== window.parent || window.parent === window || !port || ports.length !== 1) return
      if (origin === location.origin) return // such a page could read this one
      if (Reflect.get(Object(data), 'type') !== HELLO || !/^https?:\/\//.test(origin)) return
      window.removeEventListener('message', listen)
      resolve({ port, origin })
    }
    window.addEventListener('message', listen)
  })
}
