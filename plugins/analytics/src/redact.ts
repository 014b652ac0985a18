import type { EventProperties } from './contract.js'

/**
 * Names of properties whose texts are from wallets, services and visitors. Such a text may quote an address, an email
 * address, a link or calldata.
 */
const FREE_TEXTS: ReadonlySet<string> = new Set(['message', 'error', 'search', 'query'])
const MAX_LENGTH = 200

/** Email addresses, URLs, letters and digits in a long sequence (addresses, keys, hashes, calldata), and numeric codes. */
const IDENTIFYING = /[^\s@]+@[^\s@]+|\b[a-z][\w+.-]*:\S+|[\p{L}\d]{24,}|\b\d{6,}\b/giu

/** Replaces in a free text what could identify the visitor, and cuts it to 200 characters. */
export const redactText = (text: string): string => text.replace(IDENTIFYING, '…').slice(0, MAX_LENGTH)

type Value = EventProperties[string] | undefined
const redactValue = (name: string, value: Value): Value =>
  typeof value === 'string' && FREE_TEXTS.has(name) ? redactText(value) : value

/** Applies {@link redactText} to the free texts of an event, also in lists. */
export function redact(properties: EventProperties): EventProperties {
  const entries = Object.entries(properties).map(([name, value]) => [
    name,
    Array.isArray(value)
      ? value.map((item) =>
          typeof item === 'object'
            ? Object.fromEntries(Object.entries(item).map(([key, one]) => [key, redactValue(key, one as Value)]))
            : item,
        )
      : redactValue(name, value),
  ])
  return Object.fromEntries(entries)
}
