import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import type { Context } from 'hono'
import type { OnRampVisitor } from '../onramp/source.js'
import type { ProxyConfig } from './onramp-config.js'

/**
 * Returns a function that reads the client's IP address, country and region.
 * - Connection from a trusted proxy: the IP address is the last address in `X-Forwarded-For` that is not a trusted proxy. Country and region come
 *   from headers of the proxy.
 * - Other connection: the IP address is the remote address. Country and region are unknown.
 */
export function visitorReader(proxy: ProxyConfig): (context: Context) => OnRampVisitor {
  const isTrusted = createAddressCheck(proxy?.addresses ?? [])
  return (c) => {
    const remoteIp = addressOf(c.env)
    if (remoteIp === undefined || !isTrusted(remoteIp)) return remoteIp === undefined ? {} : { ip: remoteIp }
    const forwardedIps = (c.req.header('x-forwarded-for') ?? '').split(',').map(parseHop)
    const ip = forwardedIps.reverse().find((hop) => hop === undefined || !isTrusted(hop))
    const country = codeOf(c, proxy?.countryHeader, /^(?!XX)[A-Z]{2}$/)
    const region = codeOf(c, proxy?.regionHeader, /^[A-Z\d]{1,3}$/)
    return { ...(ip && { ip }), ...(country && { country }), ...(region && { region }) }
  }
}

/** Addresses of this machine and of private networks. */
const privateAddresses = [
  ...['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '100.64.0.0/10'],
  ...['::1', 'fc00::/7', 'fe80::/10'],
]

/**
 * Returns a function that reads the client's IP address for rate limits. A request with `X-Forwarded-For` from this machine or a private network
 * probably comes from a proxy. If no proxy is configured, the IP address of this request is unknown: otherwise all visitors behind that proxy would
 * count as one client. From other addresses, `X-Forwarded-For` is ignored, because a client could set it to avoid the limits.
 */
export function clientReader(proxy: ProxyConfig): (context: Context) => Pick<OnRampVisitor, 'ip'> {
  const read = visitorReader(proxy)
  const isPrivate = createAddressCheck(privateAddresses)
  return (c) => {
    const { ip } = read(c)
    if (ip === undefined) return {}
    const isForwarded = proxy === undefined && c.req.header('x-forwarded-for') !== undefined && isPrivate(ip)
    return isForwarded ? {} : { ip }
  }
}

function codeOf(c: Context, header: string | undefined, pattern: RegExp): string | undefined {
  const code = header === undefined ? '' : (c.req.header(header) ?? '').toUpperCase()
  return pattern.test(code) ? code : undefined
}

/** Remote IP address of a connection, from the bindings of `@hono/node-server`. */
const addressOf = (bindings: { readonly incoming?: IncomingMessage } | undefined): string | undefined =>
  parseIp(bindings?.incoming?.socket.remoteAddress ?? '')

/** Parses an IP address. Converts IPv4-mapped IPv6 addresses to IPv4. */
function parseIp(text: string): string | undefined {
  const plain = text.replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(plain) === 0 ? undefined : plain
}

/** Parses an entry of `X-Forwarded-For`. Some proxies append the port: `198.51.100.7:1234`, `[2001:db8::1]:1234`. */
const parseHop = (text: string): string | undefined =>
  parseIp(text.trim().replace(/^(\d+\.\d+\.\d+\.\d+):\d+$|^\[([^\]]*)\](?::\d+)?$/, '$1$2'))

function createAddressCheck(addresses: readonly string[]): (ip: string) => boolean {
  const list = new BlockList()
  const familyOf = (ip: string) => (isIP(ip) === 6 ? 'ipv6' : 'ipv4')
  for (const range of addresses) {
    const [address = '', bits] = range.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return (ip) => list.check(ip, familyOf(ip))
}
