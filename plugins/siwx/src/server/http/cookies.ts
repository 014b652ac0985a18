import { parseCookie, stringifySetCookie } from 'cookie'

/** Cookies that scripts cannot read and that requests of other sites do not carry. */
export interface OwnCookies {
  /** Our cookies in a request by name; the first one of each name. */
  read(header: string | null | undefined): ReadonlyMap<string, string>
  /** `Set-Cookie` header; `maxAgeS` 0 deletes the cookie. */
  write(name: string, value: string, maxAgeS: number): string
}

/** Our names and values need no encoding. */
const unencoded = (text: string): string => text

/** `Secure` and the prefix `__Host-` on https; not on loopback pages. */
export function createCookies({ protocol }: URL): OwnCookies {
  const isSecure = protocol === 'https:'
  const prefix = isSecure ? '__Host-siwx' : 'siwx'
  return {
    read(header) {
      const found = new Map<string, string>()
      for (const [name, value] of Object.entries(parseCookie(header ?? '', { decode: unencoded })))
        if (name.startsWith(prefix) && value !== undefined) found.set(name.slice(prefix.length), value)
      return found
    },
    write: (name, value, maxAgeS) =>
      stringifySetCookie(
        {
          ...{ name: `${prefix}${name}`, value, maxAge: maxAgeS },
          ...{ path: '/', httpOnly: true, secure: isSecure, sameSite: 'lax' as const },
        },
        { encode: unencoded },
      ),
  }
}
