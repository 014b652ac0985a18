import { isJsonObject, type JsonObject, parseJson } from '../files/json.js'
import { editObject, jsonText, type Place } from '../files/json-edit.js'
import { type SiteManifest, siteKeys, toSiteManifestText } from './site-manifest.js'

/**
 * Text of wallet-modal.json after a change. A file in our own format keeps it, including its line ends; in any other format, only the changed parts
 * are edited.
 */
export function editSiteText(text: string, after: SiteManifest): string {
  const before = toObject(parseJson(text))
  const form = ownForm(text)
  return form
    ? form(toSiteManifestText(after))
    : editObject(jsonText(text), { before, after: plain(after), placeOf }).text
}

/** Variant of our own format used in this file, or `undefined` if it has another format. */
function ownForm(text: string): ((own: string) => string) | undefined {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : ''
  const rest = text.slice(mark.length)
  const crlf = rest.includes('\r\n')
  const closed = rest.endsWith('\n')
  const write = (own: string): string => {
    const lines = closed ? own : own.slice(0, -1)
    return mark + (crlf ? lines.replaceAll('\n', '\r\n') : lines)
  }
  return write(canonical(rest)) === text ? write : undefined
}

/** Options keep their order, so the file's own values are printed, not the parsed ones. */
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

/** The top level has the documented key order. */
const placeOf =
  (key: string): Place =>
  (keys) =>
    keys.findIndex((other) => rank(other) > rank(key))

const order: readonly string[] = siteKeys
const rank = (key: string): number => order.indexOf(key)

const plain = (site: SiteManifest): JsonObject => toObject(parseJson(JSON.stringify(site)))

function toObject(value: unknown): JsonObject {
  if (isJsonObject(value)) return value
  throw new Error('it is not an object')
}
