const inline = /^data:image\/(png|webp|jpeg|gif|svg\+xml)[;,]/i
const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/

/**
 * Value for `<img src>` if the picture is allowed, or `null`. Allowed: inline pictures, `https:`, the page's own origin, and loopback servers. A
 * relative URL starts at the root of the origin, not at the page. Scripts in an SVG do not run inside `<img>`.
 */
export function imageSource(text: unknown): string | null {
  if (typeof text !== 'string' || text.length > 1_000_000) return null
  if (inline.test(text)) return text
  // `undefined` on a server, and for the opaque origin "null", for example of a sandboxed frame
  const base = /^https?:.*/.exec(`${globalThis.location?.origin}`)?.[0]
  if (!URL.canParse(text, base)) return null
  const url = new URL(text, base)
  const isOwnOrLoopback = url.origin === base || loopback.test(url.hostname)
  return url.protocol === 'https:' || (url.protocol === 'http:' && isOwnOrLoopback) ? url.href : null
}
