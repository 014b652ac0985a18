import { isObject, type JsonObject } from '../files/json.js'
import type { PluginManifest, PluginPackage } from './plugin-manifest.js'

/** Uses of an origin: requests (`connect`), images, frames, windows, and pages that embed the site (`ancestor`). */
export const originKinds = ['connect', 'image', 'frame', 'window', 'ancestor'] as const
export type OriginKind = (typeof originKinds)[number]

type OptionOrigins = Readonly<Record<OriginKind, readonly string[]>>

/**
 * URLs in a plugin's options, marked by the keyword `origin` in the options schema: `{ "type": "string", "origin": "connect" }`. An option that is
 * not set has its `default`.
 */
export function optionOrigins(manifest: PluginManifest, options: JsonObject): OptionOrigins {
  return collect(manifest, (name, fallback) => (Object.hasOwn(options, name) ? options[name] : fallback))
}

/** Permissions of a plugin. If an option contains an origin, that origin replaces the option's default origin. */
export function permissionsOf(
  { manifest }: Pick<PluginPackage, 'manifest'>,
  options: JsonObject,
): PluginManifest['permissions'] & { readonly origins: Partial<OptionOrigins> } {
  const defaults = collect(manifest, (_, fallback) => fallback)
  const own = optionOrigins(manifest, options)
  const declared: Partial<OptionOrigins> = manifest.permissions.origins
  const origins = originKinds.flatMap((kind): readonly (readonly [OriginKind, readonly string[]])[] => {
    const fixedOrigins = (declared[kind] ?? []).filter((origin) => !defaults[kind].includes(origin))
    const all = [...new Set([...fixedOrigins, ...own[kind]])]
    return all.length > 0 ? [[kind, all]] : []
  })
  return { ...manifest.permissions, origins: Object.fromEntries(origins) }
}

type OptionValue = (option: string, fallback: unknown) => unknown

function collect({ options: schema }: PluginManifest, optionValue: OptionValue): OptionOrigins {
  const found: Record<OriginKind, string[]> = { connect: [], image: [], frame: [], window: [], ancestor: [] }
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    if (isObject(property)) addUrls(property, optionValue(name, property.default), found)
  return found
}

function addUrls(schema: unknown, value: unknown, found: Record<OriginKind, string[]>): void {
  if (!isObject(schema)) return
  if (typeof value === 'string') {
    const kinds = originKinds.filter((kind) => [schema.origin].flat().includes(kind))
    if (/^(?:https?|wss?):\/\//i.test(value)) for (const kind of kinds) found[kind].push(value)
  } else if (Array.isArray(value)) for (const item of value) addUrls(schema.items, item, found)
  else if (isObject(value) && isObject(schema.properties))
    for (const [name, item] of Object.entries(value)) addUrls(schema.properties[name], item, found)
}
