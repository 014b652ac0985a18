import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { readInside, readText } from './apply/files/read-file.js'
import { CliError, messageOf } from './errors.js'
import { describe, parseWith } from './plan/arguments/parse.js'
import { suggest } from './plan/arguments/similar-names.js'
import { parseJson } from './plan/files/json.js'
import { type Template, templatePath, templateSchema } from './plan/files/template.js'
import { type FirstParty, firstPartySchema } from './plan/plugins/first-party.js'
import type { PluginKind } from './plan/plugins/plugin-name.js'

/** Folder that `build-assets.mjs` created. The path is correct both for modules in `src` and for modules in `dist`. */
export const assetsFolder: string = fileURLToPath(new URL('../dist/assets', import.meta.url))

/** First-party packages of this release. Throws `INTERNAL` if the file is missing or invalid. */
export const loadFirstParty = async (folder = assetsFolder): Promise<FirstParty> =>
  parseFirstParty(await readText(join(folder, 'first-party.json'), 8 << 20))

/** Parses the package list of a release. Throws `INTERNAL` if it is missing or invalid. */
export const parseFirstParty = (text: string | undefined): FirstParty =>
  parseAsset(firstPartySchema, 'first-party.json', text)

const changelogSchema = v.record(v.string(), v.string())
/** The changelogs of all packages of a release, by package name. */
export type Changelogs = v.InferOutput<typeof changelogSchema>

/** Parses the changelogs of a release; empty if the release contains none. Throws `INTERNAL` if the text is invalid. */
export const parseChangelogs = (text: string | undefined): Changelogs =>
  text === undefined ? {} : parseAsset(changelogSchema, 'changelogs.json', text)

/** Changelogs of this release. */
export const loadChangelogs = async (folder = assetsFolder): Promise<Changelogs> =>
  parseChangelogs(await readText(join(folder, 'changelogs.json'), 8 << 20))

const sitesIn = (folder: string): string => join(folder, 'templates', 'site')

/** The names of the site templates: the folders with a `template.json`. */
export async function templateIds(folder = assetsFolder): Promise<readonly string[]> {
  const names = await readdir(sitesIn(folder))
  const specs = await Promise.all(names.map((name) => readText(join(sitesIn(folder), name, 'template.json'))))
  return names.filter((_, at) => specs[at] !== undefined).sort()
}

/** Site templates with their titles. */
export async function templateTitles(
  folder = assetsFolder,
): Promise<readonly { readonly id: string; readonly title: string }[]> {
  const ids = await templateIds(folder)
  return Promise.all(ids.map(async (id) => ({ id, title: (await readSpec(id, sitesIn(folder))).title })))
}

const readSpec = async (id: string, root: string) =>
  parseAsset(templateSchema, `${id}/template.json`, await readText(join(root, id, 'template.json')))

/**
 * Reads a site template. Throws `UNKNOWN_TEMPLATE`, whose advice suggests existing names, or `INTERNAL` if a file of the template is missing or
 * invalid.
 */
export async function loadTemplate(id: string, folder = assetsFolder): Promise<Template> {
  const ids = await templateIds(folder)
  if (!ids.includes(id)) {
    throw new CliError('UNKNOWN_TEMPLATE', `There is no template ${JSON.stringify(id)}.`, {
      advice: suggest(id, ids, 'Templates'),
    })
  }
  return readTemplate(id, sitesIn(folder))
}

/** Reads the two templates of a new plugin: the one for all plugins and the one for its kind. */
export const loadPluginTemplates = (kind: PluginKind, folder = assetsFolder): Promise<readonly Template[]> =>
  Promise.all(['common', kind].map((id) => readTemplate(id, join(folder, 'templates', 'plugin'))))

/** Reads a template. `root` is the folder that contains the folder of the template and the folder `shared`. */
async function readTemplate(id: string, root: string): Promise<Template> {
  const spec = await readSpec(id, root)
  const sources = new Map<string, string>()
  for (const { from } of spec.files) {
    const path = templatePath(id, from)
    const text = await readInside(root, `template "${id}"`, path)
    if (text === undefined) throw broken(path, 'is missing')
    sources.set(from, text)
  }
  return { id, spec, sources }
}

function parseAsset<T>(schema: v.GenericSchema<unknown, T>, name: string, text: string | undefined): T {
  if (text === undefined) throw broken(name, 'is missing')
  try {
    const result = parseWith(schema, parseJson(text))
    if ('value' in result) return result.value
    throw broken(name, describe(result.problems))
  } catch (error) {
    throw error instanceof CliError ? error : broken(name, messageOf(error))
  }
}

const broken = (name: string, problem: string): CliError =>
  new CliError('INTERNAL', `The package create-wallet-modal is damaged: "${name}": ${problem}.`, {
    advice: 'Install it again.',
  })
