import { isJsonObject, type JsonObject, parseJson } from '../files/json.js'
import { editObject, jsonText, type Place } from '../files/json-edit.js'
import { type SiteManifest, siteKeys, toSiteManifestText } from './site-manifest.js'

/**
 * The text of wallet-modal.json after a change. A file in our own form stays in it, with its line ends; in one that somebody formatted
 * otherwise only what changes is touched.
 */
export function editSiteText(text: string, after: SiteManifest): string {
  const before = toObject(parseJson(text))
  const form = ownForm(text)
  return form
    ? form(toSiteManifestText(after))
    : editObject(jsonText(text), { before, after: plain(after), placeOf }).text
}

/** How our own form is written in this file, or `undefined` where it isn't in our form. */
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

/** Options keep the order they stand in, so the values of the file itself are printed, not parsed ones. */
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

/** At the top the documented order of keys holds. */
const placeOf =
  (key: string): Place =>
  (keys) =>
    keys.findIndex((other) => rank(other) > rank(key))

const order: readonly string[] = siteKeys
const rank = (key: string): number => order.indexOf(key)

const plain = (site: SiteManifest): JsonObject => toObject(parseJson(JSON.stringify(site)))

function toObject(value: unknown): JsonObject {
  if (isJsonObject(value)) return value
  throw new Error('it is no object')
}
