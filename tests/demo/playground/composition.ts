import type { ThemeTokens } from '@wallet-modal/kernel'
import type { Json, Options, Setting } from './facts.js'
import { SANDBOX } from './facts.js'

export type Mode = 'auto' | 'light' | 'dark'
export type Direction = 'auto' | 'ltr' | 'rtl'

/** All choices of the visitor in the playground. */
export interface Composition {
  readonly name: string
  readonly projectId: string
  /** CAIP-2 ids. */
  readonly networks: readonly string[]
  /** Options by package name. A plugin that is not listed is off. */
  readonly plugins: Readonly<Record<string, Options>>
  /** A BCP 47 tag. */
  readonly locale: string
  readonly mode: Mode
  readonly tokens: ThemeTokens
  /** Writing direction of the page around the modal. No generated file contains it, because the modal takes it from the page. */
  readonly direction: Direction
}

/** Initial networks of each chain family. */
const startNetworks = [
  'eip155:1',
  'eip155:8453',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'polkadot:68d56f15f85d3136970ec16946040bc1',
  'bip122:000000000019d6689c085ae165831e93',
]

/** Plugins that need a server and work with the sandbox as that server. */
const servedBySandbox = ['email-social', 'names', 'onramp', 'smart-sessions'].map((id) => `@wallet-modal/${id}`)

/** Options that show more of a plugin than the default options do. */
const startOptions: Readonly<Record<string, Options>> = {
  '@wallet-modal/email-social': { socials: ['google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook'] },
}

/**
 * Initial composition: all plugins except those that are opt-in, need a project id or a service and have no source without one, or are for development only. With
 * a sandbox, also the sandbox plugin and the plugins in {@link servedBySandbox}.
 */
export function startComposition({ plugins, sandboxUrl }: Setting): Composition {
  const hasSource = (name: string): boolean => plugins.some(({ manifest }) => manifest.sourceFor?.includes(name))
  const listed = plugins.filter(({ name, manifest: { optIn, needsProjectId, needsService, developmentOnly } }) =>
    sandboxUrl !== undefined && [SANDBOX, ...servedBySandbox].includes(name)
      ? true
      : !optIn && (!(needsProjectId || needsService) || hasSource(name)) && !developmentOnly,
  )
  return {
    name: 'My site',
    projectId: '',
    networks: startNetworks.filter((id) =>
      plugins.some(({ networks }) => networks.some((one) => one.caipNetworkId === id)),
    ),
    plugins: Object.fromEntries(listed.map(({ name }) => [name, startOptions[name] ?? {}])),
    locale: 'en',
    mode: 'auto',
    tokens: {},
    direction: 'auto',
  }
}

/** URL hash (fragment) that contains the fields of the composition that differ from `start`. */
export function toHash(composition: Composition, start: Composition): string {
  const changed = Object.entries(composition).filter(
    ([key, value]) =>
      JSON.stringify(value) !== JSON.stringify(Object.entries(start).find(([name]) => name === key)?.[1]),
  )
  return changed.length === 0 ? '' : `#${encodeURIComponent(JSON.stringify(Object.fromEntries(changed)))}`
}

/** Parses a URL hash of {@link toHash}. A field that is missing or has the wrong type gets its value from `start`. */
export function fromHash(hash: string, start: Composition): Composition {
  const read = parse(hash)
  const text = (key: 'name' | 'projectId' | 'locale'): string =>
    typeof read[key] === 'string' ? read[key] : start[key]
  const oneOf = <T extends string>(key: string, values: readonly T[], otherwise: T): T =>
    values.find((value) => value === read[key]) ?? otherwise
  const { networks, plugins, tokens } = read
  return {
    name: text('name'),
    projectId: text('projectId'),
    locale: text('locale'),
    networks: Array.isArray(networks) ? networks.filter((id) => typeof id === 'string') : start.networks,
    plugins: isRecord(plugins)
      ? Object.fromEntries(Object.entries(plugins).map(([name, options]) => [name, isRecord(options) ? options : {}]))
      : start.plugins,
    mode: oneOf('mode', ['auto', 'light', 'dark'], start.mode),
    direction: oneOf('direction', ['auto', 'ltr', 'rtl'], start.direction),
    tokens: isRecord(tokens) ? tokens : start.tokens,
  }
}

function parse(hash: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(decodeURIComponent(hash.replace(/^#/, '')) || '{}')
    return isRecord(value) ? value : {}
  } catch {
    return {} // a truncated link opens the initial composition
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Composition with a plugin switched on (without options) or off. */
export function switchPlugin(composition: Composition, name: string, on: boolean): Composition {
  const { [name]: options, ...others } = composition.plugins
  return { ...composition, plugins: on ? { ...others, [name]: options ?? {} } : others }
}

/** The composition with one option set; `undefined` removes the option, so that the plugin's default applies. */
export function setOption(
  composition: Composition,
  plugin: string,
  option: string,
  value: Json | undefined,
): Composition {
  const { [option]: _, ...others } = composition.plugins[plugin] ?? {}
  const options = value === undefined ? others : { ...others, [option]: value }
  return { ...composition, plugins: { ...composition.plugins, [plugin]: options } }
}
