/** A cookie that scripts cannot read and other sites' requests do not carry. */
export interface OwnCookie {
  readonly name: string
  /** The first of that name; `undefined` where there is none. */
  read(header: string | null): string | undefined
  /** As a `Set-Cookie` header; `maxAgeS` 0 takes it away. */
  write(value: string, maxAgeS: number): string
}

/** Secure, and bound to the host by the prefix `__Host-`, on https; only loopback pages may do without. */
export function createCookie(plainName: string, origin: URL): OwnCookie {
  const isSecure = origin.protocol === 'https:'
  const name = isSecure ? `__Host-${plainName}` : plainName
  return {
    name,
    read(header) {
      for (const part of header?.split(';') ?? []) {
        const [key = '', ...value] = part.split('=')
        if (key.trim() === name) return value.join('=').trim()
      }
      return undefined
    },
    write: (value, maxAgeS) =>
      [
        `${name}=${value}`,
        'Path=/',
        'HttpOnly',
        'SameSite=Lax',
        ...(isSecure ? ['Secure'] : []),
        `Max-Age=${maxAgeS}`,
      ].join('; '),
  }
}
