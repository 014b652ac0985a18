import { parseCookie, stringifySetCookie } from 'cookie'

/**
 * Cookies that scripts cannot read (`HttpOnly`). Browsers do not send these cookies with requests from other sites, except with top-level navigations
 * (`SameSite=Lax`).
 */
export interface OwnCookies {
  /** This server's cookies in a `Cookie` header, by name without the prefix. If a name occurs twice, the first value is used. */
  read(header: string | null | undefined): ReadonlyMap<string, string>
  /** Value of a `Set-Cookie` header. `name` is without the prefix; `maxAgeS` 0 deletes the cookie. */
  write(name: string, value: string, maxAgeS: number): string
}

/** Replaces the percent-encoding of the library: names and values of this server's cookies need no encoding. */
const unencoded = (text: string): string => text

/**
 * Takes the site's origin. On https, cookies are `Secure` and have the prefix `__Host-`. On http, which only loopback origins may use, they have
 * neither. If the origin has a port, the names contain it, because browsers share cookies between all ports of a host (RFC 6265, section 8.5).
 */
export function createCookies({ protocol, port }: URL): OwnCookies {
  const isSecure = protocol === 'https:'
  const prefix = (isSecure ? '__Host-siwx' : 'siwx') + (port && `_${port}`)
  return {
    read(header) {
      const values = new Map<string, string>()
      for (const [name, value] of Object.entries(parseCookie(header ?? '', { decode: unencoded })))
        if (name.startsWith(`${prefix}-`) && value !== undefined) values.set(name.slice(prefix.length), value)
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
