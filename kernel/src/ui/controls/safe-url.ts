/** Schemes that run code, read local data or show what a stranger wrote: never opened, whatever a caller registers. */
const forbidden = new Set([
  'javascript:',
  'data:',
  'vbscript:',
  'blob:',
  'file:',
  'filesystem:',
  'about:',
  'view-source:',
  'http:',
])

/** Whitespace and control characters: parsers drop some of them, so what is shown and what is opened would differ. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unclean = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff\\]/

/**
 * The normal form of a URL that may be opened, or `null`. Allowed are `https:` and the app schemes in `schemes` (`metamask:`), after parsing as the
 * WHATWG URL standard says. URLs with a user name or password are refused: they hide where they lead.
 */
export function safeUrl(text: unknown, schemes: readonly string[] = []): string | null {
  if (typeof text !== 'string' || text.length > 8192 || unclean.test(text) || !URL.canParse(text)) return null
  const { protocol, username, password, href } = new URL(text)
  if (forbidden.has(protocol) || username || password) return null
  return protocol === 'https:' || schemes.includes(protocol) ? href : null
}
