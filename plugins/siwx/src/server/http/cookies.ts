import { parseCookie, stringifySetCookie } from 'cookie'

/** Cookies that scripts cannot read and that requests of other sites do not carry. */
export interface OwnCookies {
  /** This server's cookies in a request, by name without prefix. Of several cookies with one name, the first counts. */
  read(header: string | null | undefined): ReadonlyMap<string, string>
  /** `Set-Cookie` header; `maxAgeS` 0 deletes the cookie. */
  write(name: string, value: string, maxAgeS: number): string
}

/** This server's names and values need no encoding. */
const unencoded = (text: string): string => text

/** Cookies are `Secure` and have the prefix `__Host-` on https, but not on loopback pages. */
export function createCookies({ protocol }: URL): OwnCookies {
  const isSecure = protocol === 'https:'
  const prefix = isSecure ? '__Host-siwx' : 'siwx'
  return {
    read(header) {
      const values = new Map<string, string>()
      for (const [name, value] of Object.entries(parseCookie(header ?? '', { decode: unencoded })))
        if (name.startsWith(prefix) && value !== undefined) values.set(name.slice(prefix.length), value)
      return values
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
