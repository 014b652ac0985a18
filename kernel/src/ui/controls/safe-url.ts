/** Schemes that run code, read local data, display untrusted content or are unencrypted: never opened, even if a caller allows them. */
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

/** Whitespace, control characters and backslashes. Parsers remove or replace some of them, so the displayed and the opened URL would differ. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern must match them
const unsafeCharacters = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff\\]/

/**
 * Normalized form of an allowed URL, or `null`. Allowed are `https:` and the app schemes in `schemes` (`metamask:`), after parsing by the WHATWG URL
 * standard. Refuses URLs with a user name or password, which hide the real host.
 */
export function safeUrl(text: unknown, schemes: readonly string[] = []): string | null {
  if (typeof text !== 'string' || text.length > 8192 || unsafeCharacters.test(text)) return null
  try {
    // not URL.canParse, which in Node 20 refuses letters such as ü once V8 has optimized the function
    const { protocol, username, password, href } = new URL(text)
    if (forbidden.has(protocol) || username || password) return null
    return protocol === 'https:' || schemes.includes(protocol) ? href : null
  } catch {
    return null
  }
}
