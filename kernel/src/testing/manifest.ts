import { RESERVED_NAME } from '../modal/prepare.js'
import type { Plugin } from '../plugins/plugin.js'

/** Fields of a plugin's package.json that tools read. */
export interface PluginPackage {
  readonly name: string
  readonly walletModal: Readonly<Record<string, unknown>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly scripts?: Readonly<Record<string, string>>
}

/** JSON Schema keywords that do not affect validation. */
const annotations = new Set([
  '$schema',
  '$comment',
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'format',
  'origin', // permission for the origin of an option that is a URL, such as `connect`
])

/** Normalizes a JSON Schema: sorts keys and removes annotations, so that equivalent schemas are equal. */
function normalize(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normalize)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
    .filter(
      ([key, one]) =>
        !annotations.has(key) && one !== undefined && !(key === 'required' && Array.isArray(one) && one.length === 0),
    )
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(
    entries.map(([key, one]) => [
      key,
      key === 'properties'
        ? normalizeProperties(one)
        : key === 'required' && Array.isArray(one)
          ? [...one].sort()
          : normalize(one),
    ]),
  )
}

/** Normalizes the values but keeps all names, because an option may have the name of a keyword, such as "title". */
const normalizeProperties = (value: unknown): unknown =>
  Object.fromEntries(
    Object.entries(Object(value))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, one]) => [name, normalize(one)]),
  )

const toText = (value: unknown): string => JSON.stringify(value) ?? 'nothing'

/** Names of the options that only code can set, such as functions. */
const codeOptionsOf = ({ codeOptions }: PluginPackage['walletModal']): readonly unknown[] =>
  Array.isArray(codeOptions) ? codeOptions.map((option) => Object(option).name) : []

/** JSON Schema of an object without some of its properties. */
function withoutOptions(schema: unknown, names: readonly unknown[]): unknown {
  const { properties, required } = Object(schema)
  if (names.length === 0) return schema
  return {
    ...Object(schema),
    properties: Object.fromEntries(Object.entries(Object(properties)).filter(([name]) => !names.includes(name))),
    ...(Array.isArray(required) && { required: required.filter((name) => !names.includes(name)) }),
  }
}

/** Compares a plugin's manifest with its code. Returns the differences, one sentence each. */
export function compareManifest(
  { spec }: Plugin,
  { name, walletModal, peerDependencies, dependencies, scripts }: PluginPackage,
): readonly string[] {
  const tokens = (list: readonly { readonly name: string }[] = []): readonly string[] => list.map((one) => one.name)
  const options =
    spec.options && 'json' in spec.options ? withoutOptions(spec.options.json, codeOptionsOf(walletModal)) : undefined
  const pairs: readonly (readonly [string, unknown, unknown])[] = [
    ['kernel', walletModal.kernel, spec.kernel],
    ['requires', walletModal.requires ?? [], tokens(spec.requires)],
    ['optional', walletModal.optional ?? [], tokens(spec.optional)],
    ['provides', walletModal.provides ?? [], tokens(spec.provides)],
    ['requiresViews', walletModal.requiresViews ?? [], tokens(spec.requiresViews)],
    [
      'replacesViews',
      walletModal.replacesViews ?? [],
      tokens(spec.views).filter((view) => !view.startsWith(`${spec.name}#`)),
    ],
    ['conflicts', walletModal.conflicts ?? [], spec.conflicts ?? []],
    ['permissions.api', Object(walletModal.permissions).api ?? [], spec.permissions?.api ?? []],
    ['permissions.storage', Object(walletModal.permissions).storage ?? [], spec.permissions?.storage ?? []],
    ['permissions.devices', Object(walletModal.permissions).devices ?? [], spec.permissions?.devices ?? []],
    // the code may omit the origins, most of which only tools read
    [
      'permissions.origins',
      Object(walletModal.permissions).origins ?? {},
      spec.permissions?.origins ?? Object(walletModal.permissions).origins ?? {},
    ],
    ...(options === undefined ? [] : [['options', walletModal.options, options] as const]),
  ]
  const differences = pairs
    .filter(([, manifest, code]) => toText(normalize(manifest)) !== toText(normalize(code)))
    .map(
      ([field, manifest, code]) =>
        `walletModal.${field} is ${toText(normalize(manifest))}; the code says ${toText(normalize(code))}.`,
    )
  const id: unknown = walletModal.id
  return [
    ...(name === spec.name
      ? []
      : [`The package is named ${toText(name)}; its spec has the name ${toText(spec.name)}.`]),
    ...(typeof id === 'string' && /^[a-z][-a-z0-9]*$/.test(id)
      ? []
      : ['walletModal.id must be lower-case letters, digits and hyphens.']),
    ...['title', 'description', 'export'].flatMap((field) =>
      typeof walletModal[field] === 'string' ? [] : [`walletModal.${field} is missing.`],
    ),
    ...(peerDependencies && RESERVED_NAME in peerDependencies
      ? []
      : [`${RESERVED_NAME} must be a peer dependency: a page has one kernel.`]),
    ...(dependencies && RESERVED_NAME in dependencies ? [`${RESERVED_NAME} must not be a dependency.`] : []),
    ...['preinstall', 'install', 'postinstall', 'prepare'].flatMap((name) =>
      scripts?.[name] ? [`The package runs a script on "${name}".`] : [],
    ),
    ...differences,
  ]
}
