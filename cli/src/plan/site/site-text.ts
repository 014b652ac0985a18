import { isJsonObject, type JsonObject, parseJson } from '../files/json.js'
import { editObject, jsonText, type Position } from '../files/json-edit.js'
import { type SiteManifest, siteKeys, toSiteManifestText } from './site-manifest.js'

/**
 * Text of wallet-modal.json after a change. If the file has the format of `toSiteManifestText`, the new text has this format and the same line ends.
 * In a file with any other format, only the changed members are edited.
 */
export function editSiteText(text: string, after: SiteManifest): string {
  const before = toObject(parseJson(text))
  const toOwnFormat = findOwnFormat(text)
  return toOwnFormat
    ? toOwnFormat(toSiteManifestText(after))
    : editObject(jsonText(text), { before, after: plain(after), positionOf }).text
}

/**
 * Checks whether a file has the format of `toSiteManifestText`, apart from byte order mark and line ends. If so, returns a function that adds the
 * byte order mark and line ends of the file to a new text.
 */
function findOwnFormat(text: string): ((own: string) => string) | undefined {
  const byteOrderMark = text.startsWith('\uFEFF') ? '\uFEFF' : ''
  const rest = text.slice(byteOrderMark.length)
  const crlf = rest.includes('\r\n')
  const endsWithNewline = rest.endsWith('\n')
  const write = (own: string): string => {
    const lines = endsWithNewline ? own : own.slice(0, -1)
    return byteOrderMark + (crlf ? lines.replaceAll('\n', '\r\n') : lines)
  }
  return write(canonical(rest)) === text ? write : undefined
}

/** The text in the format of `toSiteManifestText`. Does not validate the values, because validation changes the order of keys. */
const canonical = (text: string): string => {
  const value = toObject(parseJson(text))
  const plugins = toObject(value.plugins ?? {})
  const ordered = Object.fromEntries(
    [...siteKeys.filter((key) => key in value)].map((key) => [
      key,
      key === 'plugins' ? sortedByName(plugins) : value[key],
    ]),
  )
  return `${JSON.stringify(ordered, null, 2)}\n`
}

const sortedByName = (plugins: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(plugins).sort(([a], [b]) => (a < b ? -1 : 1)))

/** Position of a new key at the top level, in the order of `siteKeys`. */
const positionOf =
  (key: string): Position =>
  (keys) =>
    keys.findIndex((other) => rank(other) > rank(key))

const order: readonly string[] = siteKeys
const rank = (key: string): number => order.indexOf(key)

const plain = (site: SiteManifest): JsonObject => toObject(parseJson(JSON.stringify(site)))

function toObject(value: unknown): JsonObject {
  if (isJsonObject(value)) return value
  throw new Error('it is not an object')
}
