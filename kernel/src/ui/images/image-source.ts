const inline = /^data:image\/(png|webp|jpeg|gif|svg\+xml)[;,]/i
const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/

/**
 * Value for `<img src>` if the picture is allowed, or `null`. Allowed: inline pictures, `https:`, the page's own origin, and loopback servers.
 * Scripts in an SVG do not run inside `<img>`.
 */
export function imageSource(text: unknown): string | null {
  if (typeof text !== 'string' || text.length > 1_000_000) return null
  if (inline.test(text)) return text
  const base = typeof location === 'undefined' ? undefined : location.origin
  if (!URL.canParse(text, base)) return null
  const url = new URL(text, base)
  const isOwn = url.origin === base && /^https?:$/.test(url.protocol)
  return url.protocol === 'https:' || isOwn || (url.protocol === 'http:' && loopback.test(url.hostname))
    ? url.href
    : null
}
