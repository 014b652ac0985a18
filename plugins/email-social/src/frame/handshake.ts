import { HELLO } from '../frame-messages.js'

export interface Host {
  readonly port: MessagePort
  /** Origin of the embedding page, as reported by the browser. */
  readonly origin: string
}

/** Accepts one MessageChannel port, from the window of the embedding page only. Ignores all other messages. */
export function acceptHost(): Promise<Host> {
  return new Promise((resolve) => {
    const listen = ({ source, origin, data, ports }: MessageEvent): void => {
      const [port] = ports
      if (source !== window.parent || window.parent === window || !port || ports.length !== 1) return
      if (origin === location.origin) return // a page on the frame's own origin could read its storage
      if (Reflect.get(Object(data), 'type') !== HELLO || !/^https?:\/\//.test(origin)) return
      window.removeEventListener('message', listen)
      resolve({ port, origin })
    }
    window.addEventListener('message', listen)
  })
}
