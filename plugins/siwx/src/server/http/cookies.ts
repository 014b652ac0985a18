import { parseCookie, stringifySetCookie } from 'cookie'

/** Cookies that scripts cannot read and other sites' requests do not carry. */
export interface OwnCookies {
  /** What a request carries, by name and without those of anybody else; the first of each name. */
  read(header: string | null | undefined): ReadonlyMap<string, string>
  /** As a `Set-Cookie` header; `maxAgeS` 0 takes it away. */
  write(name: string, value: string, maxAgeS: number): string
}

/** Names and values of ours need no encoding. */
const asIs = (text: string): string => text

/** Secure, and bound to the host by the prefix `__Host-`, on https; only loopback pages may do without. */
export function createCookies({ protocol }: URL): OwnCookies {
  const isSecure = protocol === 'https:'
  const prefix = isSecure ? '__Host-siwx' : 'siwx'
  return {
    read(header) {
      const found = new Map<string, string>()
      for (const [name, value] of Object.entries(parseCookie(header ?? '', { decode: asIs })))
        if (name.startsWith(prefix) && value !== undefined) found.set(name.slice(prefix.length), value)
      return found
    },
    write: (name, value, maxAgeS) =>
      stringifySetCookie(
        {
          ...{ name: `${prefix}${name}`, value, maxAge: maxAgeS },
          ...{ path: '/', httpOnly: true, secure: isSecure, sameSite: 'lax' as const },
        },
        { encode: asIs },
      ),
  }
}
