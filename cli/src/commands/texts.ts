import { join, posix } from 'node:path'
import { refuseInterrupted } from '../apply/changes/heal-site.js'
import { readText } from '../apply/files/read-file.js'
import { writeTree } from '../apply/files/write-tree.js'
import { readPlugin } from '../apply/packages/installed.js'
import { readEnglishTexts } from '../apply/site/english-texts.js'
import { readSite } from '../apply/site/site.js'
import { readLayout } from '../apply/site/site-layout.js'
import { loadFirstParty } from '../assets.js'
import type { CommandResult, Environment } from '../environment.js'
import { CliError } from '../errors.js'
import { languageFile } from '../plan/files/language-file.js'
import { createTree } from '../plan/files/virtual-tree.js'
import { kernelName } from '../plan/plugins/first-party.js'
import type { Layout } from '../plan/site/layout.js'
import { toPrintable } from '../ui/printable.js'
import { createReporter } from '../ui/reporter.js'

export interface TextsFlags {
  readonly locale: string
  /** Prints the file and writes nothing. */
  readonly print?: boolean
  readonly json?: boolean
}

/**
 * Writes a language file with the English texts of the kernel and the site's plugins, as the start of a translation. Throws `USAGE` for an invalid
 * language tag, and `FILE_ERROR` if the file exists.
 */
export async function texts({ locale: tag, print, json }: TextsFlags, env: Environment): Promise<CommandResult> {
  const locale = toLocale(tag)
  await refuseInterrupted(env.cwd)
  const site = await readSite(env.cwd)
  const layout = await readLayout(env.cwd)
  const plugins = await translatedPlugins(env, Object.keys(site.plugins))
  const release = await loadFirstParty(env.assets)
  const isOwn = (name: string): boolean => release.plugins.some((plugin) => plugin.name === name)
  const { texts: english, omitted } = await readEnglishTexts(env.cwd, {
    own: [kernelName, `${kernelName}/ui/transactions`, ...plugins.filter(isOwn)],
    foreign: plugins.filter((name) => !isOwn(name)),
    signal: env.signal,
  })
  const text = languageFile(locale, english, layout.language)
  const reporter = createReporter(env, json ? 'silent' : 'plain')
  const path = pathOf(locale, layout)
  const warnings = omitted.map((name) => omittedTexts(name, path))
  for (const warning of warnings) {
    if (!print) reporter.warn(warning)
    else if (!json) env.stderr.write(`Warning: ${toPrintable(warning)}\n`) // stdout contains only the file
  }
  if (print) reporter.step(text.trimEnd())
  else {
    if ((await readText(join(env.cwd, path))) !== undefined) throw exists(path)
    await writeTree(env.cwd, createTree([[path, text]]), env.signal)
    reporter.step(`${path} was written: ${count(english)} texts of ${packagesOf(english).size} packages, in English.`)
    reporter.step(usage(locale, layout))
  }
  const document = { ok: true, command: 'texts', locale, path, written: print !== true, texts: english, warnings }
  return { document }
}

const omittedTexts = (name: string, path: string): string =>
  `The texts of "${name}" are left out: its code computes them, and this tool does not run code of third-party plugins. To add them to ${path}, copy the keys and texts of the export "strings" of "${name}/texts".`

const exists = (path: string): CliError =>
  new CliError('FILE_ERROR', `${path} exists already.`, {
    advice: 'Add `--print` to print the English texts, and copy the missing ones. Nothing was changed.',
  })

/** Canonical form of a language tag. Throws `USAGE`. */
function toLocale(tag: string): string {
  try {
    const [locale = tag] = Intl.getCanonicalLocales(tag)
    return locale
  } catch (cause) {
    throw new CliError('USAGE', `--locale: "${tag}" is not a language tag.`, {
      advice: 'Write a BCP 47 tag, such as fr or pt-BR.',
      cause,
    })
  }
}

/** Sorted names of the plugins whose texts visitors see: all but development-only plugins. */
async function translatedPlugins({ cwd }: Environment, names: readonly string[]): Promise<readonly string[]> {
  const plugins = await Promise.all(names.map((name) => readPlugin(cwd, name)))
  return plugins
    .filter(({ manifest }) => !manifest.developmentOnly)
    .map(({ name }) => name)
    .sort()
}

const pathOf = (locale: string, { configFile, language }: Layout): string =>
  posix.join(posix.dirname(configFile), `wallet-modal.${locale}.${language}`)

/** Names of the packages that have texts. The kernel has several entries with texts. */
const packagesOf = (english: Readonly<Record<string, object>>): ReadonlySet<string> =>
  new Set(
    Object.entries(english)
      .filter(([, keys]) => Object.keys(keys).length > 0)
      .map(([owner]) => (owner.startsWith(`${kernelName}/`) ? kernelName : owner)),
  )

const count = (english: Readonly<Record<string, object>>): number =>
  Object.values(english).reduce((sum, keys) => sum + Object.keys(keys).length, 0)

/** Instructions for using the file. The config file belongs to the site, so this program does not change it. */
function usage(locale: string, { configFile, language }: Layout): string {
  const file = `./wallet-modal.${locale}${language === 'js' ? '.js' : ''}`
  const key = /^[a-z]+$/.test(locale) ? locale : `'${locale}'`
  return `Translate its values, and add the language in ${configFile}:\n  createWalletModal({ ...generated(), languages: { ${key}: () => import('${file}') } })`
}
