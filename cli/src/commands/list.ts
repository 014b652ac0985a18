import { refuseInterrupted } from '../apply/changes/heal-site.js'
import { readSite } from '../apply/site/site.js'
import { readSitePlugin } from '../apply/site/site-state.js'
import { loadFirstParty } from '../assets.js'
import type { CommandResult, Environment } from '../environment.js'
import { CliError } from '../errors.js'
import { byKey, type JsonObject } from '../plan/files/json.js'
import { type FirstParty, shortName } from '../plan/plugins/first-party.js'
import { settableOptions } from '../plan/plugins/option-name.js'
import type { PluginPackage } from '../plan/plugins/plugin-manifest.js'
import { createReporter } from '../ui/reporter.js'

export interface ListFlags {
  readonly json?: boolean
}

/** A plugin of the site, or `problem` if its package cannot be read. */
type Row = { readonly name: string; readonly options: JsonObject } & (
  | { readonly plugin: PluginPackage }
  | { readonly problem: string }
)

/** Lists the plugins of a site and the available plugins. Changes nothing. */
export async function listPlugins(flags: ListFlags, env: Environment): Promise<CommandResult> {
  const reporter = createReporter(env, flags.json ? 'silent' : 'plain')
  const release = await loadFirstParty(env.assets)
  await refuseInterrupted(env.cwd)
  const site = await readSite(env.cwd)
  const rows: Row[] = []
  for (const [name, options] of Object.entries(site.plugins).sort(byKey))
    rows.push(await readRow(env, release, { name, options }))
  const available = release.plugins.filter(({ name }) => !(name in site.plugins))
  reporter.box('Plugins of this site', rows.length > 0 ? rows.flatMap(rowLines) : ['none'])
  if (available.length > 0) {
    const width = Math.max(...available.map(({ name }) => shortName(name).length))
    reporter.box('To add', [
      ...available.map(({ name, manifest }) => `${shortName(name).padEnd(width)}  ${manifest.description}`),
      'as in: npx create-wallet-modal add <plugin>',
    ])
  }
  const isFirstParty = (name: string): boolean => release.plugins.some((plugin) => plugin.name === name)
  return {
    document: {
      ok: true,
      command: 'list',
      plugins: rows.map((row) => ({ ...toDocument(row), firstParty: isFirstParty(row.name) })),
      available: available.map(({ name, version, manifest }) => ({
        name,
        version,
        title: manifest.title,
        description: manifest.description,
        developmentOnly: manifest.developmentOnly,
      })),
    },
  }
}

async function readRow(
  env: Environment,
  release: FirstParty,
  { name, options }: { readonly name: string; readonly options: JsonObject },
): Promise<Row> {
  try {
    return { name, options, plugin: await readSitePlugin(env.cwd, name, release) }
  } catch (error) {
    if (error instanceof CliError) return { name, options, problem: error.message }
    throw error
  }
}

function rowLines(row: Row): readonly string[] {
  const optionLines = Object.entries(row.options).map(([key, value]) => `    ${key} = ${JSON.stringify(value)}`)
  if ('problem' in row) return [`${shortName(row.name)}  ✖ ${row.problem}`, ...optionLines]
  const { name, version, manifest } = row.plugin
  const unsetOptions = settableOptions(manifest).filter((option) => !(option in row.options))
  return [
    `${shortName(name)} ${version}  ${manifest.description}${manifest.developmentOnly ? ' (development only)' : ''}`,
    ...(manifest.provides.length > 0 ? [`    provides ${manifest.provides.join(', ')}`] : []),
    ...optionLines,
    ...(unsetOptions.length > 0 ? [`    can be set: ${unsetOptions.join(', ')}`] : []),
  ]
}

function toDocument(row: Row): object {
  const { name, options } = row
  if ('problem' in row) return { name, version: null, options, problem: row.problem }
  const { version, manifest } = row.plugin
  const { title, description, provides, requires, developmentOnly, permissions } = manifest
  return {
    name,
    version,
    title,
    description,
    provides,
    requires,
    developmentOnly,
    options,
    optionNames: settableOptions(manifest),
    permissions,
  }
}
