import { RequestError } from '../http.js'

/**
 * Returns the URL if its origin is allowed, otherwise throws `SOURCE_FAILED`. `origins` contains exact origins such as `https://pay.example`, and
 * wildcards such as `https://*.example` for subdomains.
 */
export function checkUrl(name: string, url: string, origins: readonly string[]): string {
  const { protocol = '', host = '' } = URL.canParse(url) ? new URL(url) : {}
  const isAllowed = origins.some((origin) => {
    const [scheme, rest = ''] = origin.split('//')
    return scheme === protocol && (rest.startsWith('*.') ? host.endsWith(rest.slice(1)) : host === rest)
  })
  if (isAllowed) return url
  const cause = new Error(`The checkout is at "${protocol}//${host}", which is not one of ${origins.join(', ')}`)
  throw new RequestError('SOURCE_FAILED', `${name} returned a checkout page on another host.`, { cause })
}
