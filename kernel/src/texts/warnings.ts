// Warnings about the texts of a site, in development only.

import { createLogger } from '../errors/log.js'
import type { PluginInstance } from '../plugins/plugin.js'
import type { StringOverrides, Strings } from './i18n.js'

/** Owners of texts other than plugins: the kernel's entries. */
const kernelOwners = ['@wallet-modal/kernel', '@wallet-modal/kernel/ui/transactions']
const MAX_KEYS = 10

/** Warnings already written on this page. */
const written = new Set<string>()

/** Writes a warning to the console, once per page, regardless of the log level. */
function warn(message: string): void {
  if (written.has(message)) return
  written.add(message)
  createLogger('warn', 'wallet-modal').warn(message)
}

const list = (keys: readonly string[]): string =>
  keys
    .slice(0, MAX_KEYS)
    .map((key) => `"${key}"`)
    .join(', ') + (keys.length > MAX_KEYS ? ', …' : '')

/** Key without its plural category, if `english` has plural forms for it. */
function baseOf(key: string, english: Strings): string {
  const base = key.replace(/\.(zero|one|two|few|many|other)$/, '')
  return Object.hasOwn(english, `${base}.other`) ? base : key
}

interface OwnerTexts {
  readonly english: Strings
  readonly texts: Strings
  /** Whether to warn about missing keys as well. */
  readonly warnsAboutMissing: boolean
}

/**
 * Warns about keys of `texts` that do not exist in English. With `warnsAboutMissing`, also warns about missing keys. `field`: field of the
 * configuration.
 */
export function warnAboutKeys(field: string, owner: string, { english, texts, warnsAboutMissing }: OwnerTexts): void {
  const basesOf = (strings: Strings): ReadonlySet<string> =>
    new Set(Object.keys(strings).map((key) => baseOf(key, english)))
  const [englishKeys, siteKeys] = [basesOf(english), basesOf(texts)]
  const unknown = [...siteKeys].filter((key) => !englishKeys.has(key))
  const missing = [...englishKeys].filter((key) => !siteKeys.has(key))
  if (unknown.length > 0) warn(`"${field}": "${owner}" has no text with the key ${list(unknown)}.`)
  if (warnsAboutMissing && missing.length > 0)
    warn(
      `"${field}" lacks ${missing.length} ${missing.length === 1 ? 'text' : 'texts'} of "${owner}", displayed in English: ${list(missing)}.`,
    )
}

/** Warns about names that are no plugins of the modal. `field`: field of the configuration. */
export function warnAboutNames(field: string, texts: StringOverrides, plugins: readonly PluginInstance[]): void {
  const known = new Set([...kernelOwners, ...plugins.map(({ plugin }) => plugin.spec.name)])
  const unknown = Object.keys(texts).filter((name) => !known.has(name))
  if (unknown.length > 0) warn(`"${field}" names ${list(unknown)}, which is no plugin of this modal.`)
}
