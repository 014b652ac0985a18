import type { Composition } from './composition.js'
import { idOf, type Json, type OptionFlag, type Options, SANDBOX, type Setting } from './facts.js'

/** The text of `wallet-modal.json`, as the command line writes it. */
export function toManifestText(composition: Composition): string {
  const { projectId, name, networks, locale, mode, tokens, plugins } = composition
  const theme = Object.keys(tokens).length > 0 ? { ...tokens, ...(mode !== 'auto' && { mode }) } : mode
  const manifest = {
    $schema: './node_modules/create-wallet-modal/wallet-modal.schema.json',
    ...(projectId && { projectId }),
    metadata: { name },
    networks,
    ...(locale !== 'en' && { locale }),
    ...(theme !== 'auto' && { theme }),
    plugins: Object.fromEntries(Object.entries(plugins).sort(([a], [b]) => (a < b ? -1 : 1))),
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

/**
 * The command that creates a site from the composition. If an option has no flag, or theme tokens are set, the command reads the manifest from a
 * file. Then `needsFile` is true, and `wallet-modal.json` has to be saved first.
 */
export function toCommand(
  composition: Composition,
  setting: Setting,
): { readonly command: string; readonly needsFile: boolean } {
  const options = optionFlags(composition, setting)
  const start = 'npm create wallet-modal@latest my-site -- --yes'
  if (options === undefined || Object.keys(composition.tokens).length > 0)
    return { command: `${start} --from wallet-modal.json`, needsFile: true }
  const { name, projectId, networks, locale, mode, plugins } = composition
  const ids = Object.keys(plugins)
    .filter((plugin) => plugin !== SANDBOX)
    .map((plugin) => idOf(setting, plugin))
  const words = [
    ...flag('name', name),
    ...(projectId ? flag('project-id', projectId) : []),
    ...flag('networks', networks.join(',')),
    ...flag('plugins', ids.sort().join(',')),
    ...(plugins[SANDBOX] ? [] : ['--no-sandbox']),
    ...(locale === 'en' ? [] : flag('locale', locale)),
    ...(mode === 'auto' ? [] : flag('theme', mode)),
    ...options,
  ]
  return { command: [start, ...words.map(quote)].join(' '), needsFile: false }
}

/** Flags for the options of all plugins; `undefined` if an option has no flag. */
function optionFlags({ plugins }: Composition, { flags }: Setting): readonly string[] | undefined {
  const words = Object.entries(plugins).flatMap(([plugin, options]) => ofPlugin(plugin, options, flags))
  return words.some((word) => word === undefined) ? undefined : words.filter((word) => word !== undefined)
}

const ofPlugin = (plugin: string, options: Options, flags: readonly OptionFlag[]): readonly (string | undefined)[] =>
  Object.entries(options).flatMap(([option, value]) => {
    const known = flags.find((one) => one.plugin === plugin && one.option === option)
    return known ? toFlag(known, value) : [undefined]
  })

function toFlag({ name, kind }: OptionFlag, value: Json): readonly (string | undefined)[] {
  const words = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  if (kind === 'switch') return [value === true ? `--${words}` : `--no-${words}`]
  if (kind === 'list' && Array.isArray(value)) return flag(words, value.join(','))
  return typeof value === 'string' ? flag(words, value) : [undefined]
}

/** `--name=value` in one argument if the value starts with a hyphen. */
const flag = (name: string, value: string): readonly string[] =>
  value.startsWith('-') ? [`--${name}=${value}`] : [`--${name}`, value]

/** Quotes an argument for POSIX shells. */
const quote = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)
