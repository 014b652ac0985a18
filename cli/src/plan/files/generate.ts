import { createHash } from 'node:crypto'
import {
  listLiteral,
  objectLiteral,
  propertyName,
  type SourceEntry,
  stringLiteral,
  toLiteral,
} from '../arguments/literal.js'
import type { ResolvedPlugin, ResolvedSite } from '../packages/resolve.js'
import type { Network } from '../site/network.js'
import type { SiteManifest } from '../site/site-manifest.js'
import { sortKeys } from './json.js'

/** Path of the generated file in a new site with a bundler. */
export const generatedFile = 'src/wallet-modal.generated.ts'

const notice = '// Made from wallet-modal.json. Do not edit: change that file and run `npx create-wallet-modal sync`.'
const hashPrefix = '// sha256:'

/** Text of the generated file. Pure: depends only on the resolved site, not on key order. */
export function generate(resolved: ResolvedSite): string {
  return withHash(bodyOf(resolved))
}

/** Texts of the generated files of a JavaScript site: the code and its type declarations. */
export function generateScript(resolved: ResolvedSite): { readonly code: string; readonly types: string } {
  return { code: withHash(scriptBody(resolved)), types: withHash(typesBody(resolved)) }
}

const withHash = (body: string): string => `${notice}\n${hashPrefix}${hashOf(body)}\n${body}`

/**
 * State of a generated file on disk, compared with the expected text. Ignores line ends. `stale`: the text differs, but its own hash (second line) is
 * correct, so nobody edited the file. `edited`: the hash is missing or wrong.
 */
export function compareGenerated(
  actual: string | undefined,
  expected: string,
): 'missing' | 'edited' | 'stale' | 'current' {
  if (actual === undefined) return 'missing'
  const text = actual.replaceAll('\r\n', '\n')
  if (text === expected) return 'current'
  const [first = '', second = '', ...rest] = text.split('\n')
  const isUnedited = first.startsWith('// ') && second === `${hashPrefix}${hashOf(rest.join('\n'))}`
  return isUnedited ? 'stale' : 'edited'
}

const hashOf = (body: string): string => createHash('sha256').update(body).digest('hex')

function bodyOf(resolved: ResolvedSite): string {
  const plugins = sortedPlugins(resolved)
  return `
${imports(plugins)}import type { OptionsOf, WalletModalConfig } from '@wallet-modal/kernel'

${codeOptions(plugins)}
/** Configuration for \`createWalletModal\`, generated from wallet-modal.json. */
export function generated(code: CodeOptions${plugins.some(isRequired) ? '' : ' = {}'}): WalletModalConfig {
  return ${configSource(resolved, plugins)}
}
`
}

/** The code for a JavaScript site, without types. */
function scriptBody(resolved: ResolvedSite): string {
  const plugins = sortedPlugins(resolved)
  return `
${imports(plugins)}
/** Configuration for \`createWalletModal\`, generated from wallet-modal.json. */
export function generated(code${plugins.some(isRequired) ? '' : ' = {}'}) {
  return ${configSource(resolved, plugins)}
}
`
}

/** Type declarations of {@link scriptBody}. */
function typesBody(resolved: ResolvedSite): string {
  const plugins = sortedPlugins(resolved)
  return `
${imports(plugins)}import type { OptionsOf, WalletModalConfig } from '@wallet-modal/kernel'

${codeOptions(plugins)}
/** Configuration for \`createWalletModal\`, generated from wallet-modal.json. */
export declare function generated(code${plugins.some(isRequired) ? '' : '?'}: CodeOptions): WalletModalConfig
`
}

const sortedPlugins = ({ plugins }: ResolvedSite): readonly ResolvedPlugin[] =>
  [...plugins].sort((a, b) => (a.plugin.name < b.plugin.name ? -1 : 1))

const imports = (plugins: readonly ResolvedPlugin[]): string =>
  plugins.map(({ plugin }) => `import { ${plugin.manifest.export} } from ${stringLiteral(plugin.name)}\n`).join('')

const codeOptions = (plugins: readonly ResolvedPlugin[]): string =>
  `/** Options that are code, such as functions. They take precedence over those in wallet-modal.json. */
export interface CodeOptions {
${plugins.map((entry) => `  ${codeOption(entry)}\n`).join('')}}
`

const configSource = ({ site, networks }: ResolvedSite, plugins: readonly ResolvedPlugin[]): string =>
  objectLiteral(configEntries(site, networks, plugins), '  ')

const isRequired = ({ plugin }: ResolvedPlugin): boolean =>
  plugin.manifest.codeOptions.some((option) => option.required)

function codeOption(entry: ResolvedPlugin): string {
  const { manifest } = entry.plugin
  const type = `OptionsOf<typeof ${manifest.export}>`
  const key = propertyName(manifest.export)
  if (!isRequired(entry)) return `${key}?: Partial<${type}>`
  const names = manifest.codeOptions.filter((option) => option.required).map((option) => stringLiteral(option.name))
  return `${key}: Pick<${type}, ${names.sort().join(' | ')}> & Partial<${type}>`
}

function configEntries(
  site: SiteManifest,
  networks: readonly Network[],
  plugins: readonly ResolvedPlugin[],
): readonly SourceEntry[] {
  const { projectId, metadata, rpcUrls, endpoints, locale, theme } = site
  const json = { metadata: orderedMetadata(metadata), rpcUrls, endpoints, locale, theme }
  const entries = Object.entries(json).flatMap(([key, value]): SourceEntry[] =>
    value === undefined ? [] : [{ key, source: toLiteral(key === 'metadata' ? value : sortKeys(value), '    ') }],
  )
  return [
    ...(projectId === undefined ? [] : [{ key: 'projectId', source: projectIdSource(projectId) }]),
    ...entries,
    {
      key: 'networks',
      source: listLiteral(
        networks.map((network) => toLiteral(orderedNetwork(network), '      ')),
        '    ',
      ),
    },
    { key: 'plugins', source: listLiteral(plugins.map(pluginCall), '    ') },
  ]
}

/**
 * Expression for the project id: a literal or an environment variable. Variables with the prefix `VITE_` or `PUBLIC_` (Vite, Astro)
 * are read from `import.meta.env`, all other variables from `process.env`.
 */
function projectIdSource(projectId: NonNullable<SiteManifest['projectId']>): string {
  if (typeof projectId === 'string') return stringLiteral(projectId)
  return /^(?:VITE|PUBLIC)_/.test(projectId.env) ? `import.meta.env.${projectId.env}` : `process.env.${projectId.env}`
}

function pluginCall({ plugin, options }: ResolvedPlugin): string {
  const name = plugin.manifest.export
  const spread = `...code.${name}`
  const entries = Object.entries(sortKeys(options)).map(
    ([key, value]) => `${propertyName(key)}: ${toLiteral(value, '        ')}`,
  )
  const line = `${name}({ ${[...entries, spread].join(', ')} })`
  if (!line.includes('\n') && line.length <= 90) return line
  return `${name}({\n${[...entries, spread].map((entry) => `        ${entry},\n`).join('')}      })`
}

const orderedMetadata = ({ name, url, description, icons }: SiteManifest['metadata']) =>
  defined({ name, url, description, icons })

const orderedNetwork = (network: Network) => {
  const { name, symbol, decimals } = network.nativeCurrency
  return defined({
    caipNetworkId: network.caipNetworkId,
    namespace: network.namespace,
    reference: network.reference,
    name: network.name,
    nativeCurrency: { name, symbol, decimals },
    coinType: network.coinType,
    rpcUrls: network.rpcUrls,
    explorerUrl: network.explorerUrl,
    testnet: network.testnet,
    imageUrl: network.imageUrl,
  })
}

/** Copy of an object without the keys whose value is `undefined`. */
function defined<T>(entries: Readonly<Record<string, T | undefined>>): Readonly<Record<string, T>> {
  return Object.fromEntries(
    Object.entries(entries).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  )
}
