import type { EventProperties } from './contract.js'

/** Names of properties with texts from wallets, services or visitors. Such a text may quote an address, an email address, a link or calldata. */
const FREE_TEXTS: ReadonlySet<string> = new Set(['message', 'error', 'search', 'query'])
const MAX_LENGTH = 200
/** Longer texts are cut before the search, whose duration grows with the square of the length. */
const MAX_SEARCHED = 1000

/**
 * Email addresses; text with a scheme, as in `https:...`, `wc:...` or `eip155:1`; 24 or more letters and digits in a row (addresses, keys, hashes,
 * calldata); numbers of 6 or more digits (codes).
 */
const IDENTIFYING = /[^\s@]+@[^\s@]+|\b[a-z][\w+.-]*:\S+|[\p{L}\d]{24,}|\b\d{6,}\b/giu

/** Replaces texts that could identify the visitor (emails, URLs, addresses, codes) by `…`, and cuts the result to 200 characters. */
export function redactText(text: string): string {
  // drops the last word: it may be cut, and the first part of an address could not be recognized
  const searched = text.length > MAX_SEARCHED ? text.slice(0, MAX_SEARCHED).replace(/\S*$/, '…') : text
  return searched.replace(IDENTIFYING, '…').slice(0, MAX_LENGTH)
}

/** Email addresses; 24 letters and digits in a row (addresses, keys, hashes); 12 hexadecimal digits in a row (UUIDs, ids). */
const IDENTIFYING_PART = /.(@|%40).|[\p{L}\d]{24}|[\da-f]{12}/iu
/** Last label of a name, as in `alice.eth`, or extension of a file. */
const LAST_LABEL = /\.(\p{L}{2,})$/u
const FILE_EXTENSION = /^(html?|xhtml|php|aspx?|jsp|js|json|xml|md|txt|pdf)$/i

/** Changes inside a word: between letters and digits, and from a small letter to a capital. */
const CHANGE = /\p{L}(?=\d)|\d(?=\p{L})|\p{Ll}(?=\p{Lu})/gu
const MIN_TOKEN_LENGTH = 16
/** A random base64url text has on average more than twice as many changes; words, also as in `useWriteContract`, have fewer. */
const CHARACTERS_PER_CHANGE = 6

const isToken = (text: string): boolean =>
  text.length >= MIN_TOKEN_LENGTH && (text.match(CHANGE)?.length ?? 0) * CHARACTERS_PER_CHANGE >= text.length

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function isIdentifying(segment: string): boolean {
  const text = decodeSegment(segment)
  const label = LAST_LABEL.exec(text)?.[1]
  const isName = label !== undefined && !FILE_EXTENSION.test(label)
  return isName || IDENTIFYING_PART.test(text) || (text.match(/[\p{L}\d_-]+/gu) ?? []).some(isToken)
}

/** Replaces the segments of a page's path that could identify the visitor by `…`. */
export const redactPath = (path: string): string =>
  path.replace(/[^/]+/g, (segment) => (isIdentifying(segment) ? '…' : segment))

const redactValue = (name: string, value: unknown): unknown =>
  typeof value === 'string' && FREE_TEXTS.has(name) ? redactText(value) : value

/** Redacts an item of the list in the property `name`: an object with properties of its own, or a text. */
const redactItem = (name: string, item: unknown): unknown =>
  typeof item === 'object' && item !== null
    ? Object.fromEntries(Object.entries(item).map(([key, value]) => [key, redactValue(key, value)]))
    : redactValue(name, item)

/** Applies {@link redactText} to the properties named in {@link FREE_TEXTS}, also in lists of texts and in the objects of lists. */
export function redact(properties: EventProperties): EventProperties {
  const entries = Object.entries(properties).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map((item) => redactItem(name, item)) : redactValue(name, value),
  ])
  return Object.fromEntries(entries)
}
