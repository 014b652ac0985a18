import { hex } from '@scure/base'
import type { OwnCookies } from './http/cookies.js'

/** Name of the cookie, without the prefix. */
const NAME = '-browser'
const BYTES = 20
/** Longer than the lifetime of a nonce, so that the id does not change while any tab has a valid nonce. */
const MAX_AGE_S = 86_400

/** Random id in a cookie. It binds nonces to the browser that requested them. */
export interface BrowserCookie {
  /** Id in the cookie of the request; `undefined` without a valid cookie. */
  read(request: Request): string | undefined
  /** Value of a `Set-Cookie` header. */
  write(browserId: string): string
}

export const newBrowserId = (): string => hex.encode(crypto.getRandomValues(new Uint8Array(BYTES)))

export function createBrowserCookie(cookies: OwnCookies): BrowserCookie {
  return {
    read({ headers }) {
      const id = cookies.read(headers.get('cookie')).get(NAME) ?? ''
      return /^[0-9a-f]{40}$/.test(id) ? id : undefined
    },
    write: (browserId) => cookies.write(NAME, browserId, MAX_AGE_S),
  }
}
