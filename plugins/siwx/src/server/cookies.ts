/** Cookies that scripts cannot read and other sites' requests do not carry. */
export interface OwnCookies {
  /** What a request carries, by name and without those of anybody else; the first of each name. */
  read(header: string | null | undefined): ReadonlyMap<string, string>
  /** As a `Set-Cookie` header; `maxAgeS` 0 takes it away. */
  write(name: string, value: string, maxAgeS: number): string
}

/** No more than RFC 6265 allows around them: a name that begins with any other blank is not kept by browsers for `__Host-`. */
const strip = (text: string): string => text.replace(/^[ \t]+|[ \t]+$/g, '')

/** Secure, and bound to the host by the prefix `__Host-`, on https; only loopback pages may do without. */
export function createCookies({ protocol }: URL): OwnCookies {
  const isSecure = protocol === 'https:'
  const prefix = isSecure ? '__Host-siwx' : 'siwx'
  return {
    read(header) {
      const found = new Map<string, string>()
      for (const part of header?.split(';') ?? []) {
        const [key = '', ...value] = part.split('=')
        const name = strip(key)
        if (name.startsWith(prefix) && !found.has(name.slice(prefix.length)))
          found.set(name.slice(prefix.length), strip(value.join('=')))
      }
      return found
    },
    write: (name, value, maxAgeS) =>
      [
        `${prefix}${name}=${value}`,
        'Path=/',
        'HttpOnly',
        'SameSite=Lax',
        ...(isSecure ? ['Secure'] : []),
        `Max-Age=${maxAgeS}`,
      ].join('; '),
  }
}
