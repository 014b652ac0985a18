import type { Announcement } from '../plan.js'
import type { Link } from './link.js'

interface Request {
  readonly method: string
  readonly params?: unknown
}

/** Adds an EIP-1193 provider to the page. Announces the provider with EIP-6963, or assigns it to `window.ethereum` if `isLegacy` is set. */
export function announceEthereum({ name, rdns, icon, isLegacy }: Announcement, link: Link): void {
  const provider = {
    request: ({ method, params }: Request) => link.ask(method, params),
    on: (event: string, listener: (payload: unknown) => void) => link.on(event, listener),
    removeListener: (event: string, listener: (payload: unknown) => void) => link.off(event, listener),
  }
  if (isLegacy) {
    Object.assign(window, { ethereum: provider })
    return
  }
  const info = Object.freeze({ uuid: crypto.randomUUID(), name, icon, rdns })
  const announce = (): void => {
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
  }
  addEventListener('eip6963:requestProvider', announce)
  announce()
}
