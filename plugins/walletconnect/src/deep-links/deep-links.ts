import { isForeignScheme } from './foreign-schemes.js'

/** Properties of the device that determine how a wallet is opened. */
export interface Device {
  readonly isPhone: boolean
  readonly isIos: boolean
  readonly isAndroid: boolean
  readonly isTelegram: boolean
  readonly isFramed: boolean
}

/** `safeUrl` of the kernel's views: returns the URL, or `null` if it is unsafe. Passed as a parameter, so that this module imports no component. */
export type CheckUrl = (text: unknown, schemes: readonly string[]) => string | null

/** Whether a host is not public: a name without a dot, a host of this machine or local network, or a numeric address. */
const isPrivateHost = (hostname: string): boolean =>
  !/\.[a-z][-a-z\d]*$/i.test(hostname) || /(^|\.)(localhost|local|internal|home\.arpa)$/i.test(hostname)

/** Converts `zephyr`, `zephyr:`, `zephyr://` and `https://zephyr.example` to a form to which a path can be appended. */
function toBase(link: string): string {
  if (link.includes('://')) return link.endsWith('/') ? link : `${link}/`
  return `${link.replace(/[:/]+$/, '')}://`
}

interface LinkOptions {
  readonly device: Device
  readonly check: CheckUrl
}

/**
 * Link that opens a wallet with a pairing URI: `{scheme}://wc?uri=…` or `https://…/wc?uri=…`. `null` if the wallet has no such link, or if its scheme
 * or host is not allowed.
 */
export const pairingLink = (link: string | undefined, uri: string, { device, check }: LinkOptions): string | null =>
  // encoded twice, because Telegram on Android decodes a link before it opens it
  walletLink(link, { uri: device.isTelegram && device.isAndroid ? encodeURIComponent(uri) : uri }, check)

/** Link that opens a wallet for a pending request: `{scheme}://wc?requestId=…&sessionTopic=…`. `null` in the same cases as {@link pairingLink}. */
export const requestLink = (
  link: string | undefined,
  { id, topic }: { readonly id: number; readonly topic: string },
  check: CheckUrl,
): string | null => walletLink(link, { requestId: String(id), sessionTopic: topic }, check)

function walletLink(link: string | undefined, query: Readonly<Record<string, string>>, check: CheckUrl): string | null {
  // checked before the scheme is completed: "javascript:alert(1)" must not become "javascript:alert(1)://"
  if (!link || link.length > 2048 || /^[^:]*:(?!\/\/|$)|[?#]/.test(link)) return null
  const fields = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  const text = `${toBase(link)}wc?${fields.join('&')}`
  const { protocol, hostname } = URL.canParse(text) ? new URL(text) : { protocol: '', hostname: '' }
  if (isForeignScheme(protocol.slice(0, -1)) || (protocol === 'https:' && isPrivateHost(hostname))) return null
  return check(text, [protocol])
}

/** Window target of a link: the page itself or, in a frame, the top page. Telegram opens only new windows. */
export const linkTarget = ({ isTelegram, isFramed }: Device): '_self' | '_top' | '_blank' =>
  isTelegram ? '_blank' : isFramed ? '_top' : '_self'
