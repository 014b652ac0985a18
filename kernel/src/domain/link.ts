/** Parsed payment link. */
export interface ParsedLink {
  /** Text between scheme and question mark, unchanged. */
  readonly path: string
  /** Decoded query. Keys keep their case. */
  readonly query: ReadonlyMap<string, string>
}

/** Maximum length of a link. Payment links are shorter. */
const MAX_LENGTH = 2048

/**
 * Parses a link with this scheme, given in lower case. Returns `undefined` for another scheme, and `null` if the link is malformed or repeats a key.
 */
export function splitLink(text: string, scheme: string): ParsedLink | null | undefined {
  if (text.slice(0, scheme.length + 1).toLowerCase() !== `${scheme}:`) return undefined
  const [, path, queryText] =
    (text.length <= MAX_LENGTH &&
      /^([\x21\x22\x24-\x3e\x40-\x7e]*)(?:\?([\x21\x22\x24-\x7e]*))?$/.exec(text.slice(scheme.length + 1))) ||
    []
  if (path === undefined) return null
  const query = new Map<string, string>()
  for (const pair of queryText ? queryText.split('&') : []) {
    const at = pair.indexOf('=')
    const key = decode(pair.slice(0, at))
    const value = decode(pair.slice(at + 1))
    if (at < 1 || key === undefined || value === undefined || query.has(key)) return null
    query.set(key, value)
  }
  return { path, query }
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined // invalid percent encoding
  }
}
