import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type * as v from 'valibot'
import { readInside, readText } from './apply/read-file.js'
import { CliError, messageOf } from './errors.js'
import { type FirstParty, firstPartySchema } from './plan/first-party.js'
import { parseJson } from './plan/json.js'
import { suggest } from './plan/near.js'
import { describe, parseWith } from './plan/parse.js'
import { type Template, templatePath, templateSchema } from './plan/template.js'

/** What `build-assets.mjs` put beside the code: the same place seen from `src` and from `dist`. */
export const assetsFolder: string = fileURLToPath(new URL('../dist/assets', import.meta.url))

/** The first-party packages that this CLI was built with. */
export const loadFirstParty = async (folder = assetsFolder): Promise<FirstParty> =>
  parseAsset(firstPartySchema, 'first-party.json', await readText(join(folder, 'first-party.json'), 8 << 20))

const sitesIn = (folder: string): string => join(folder, 'templates', 'site')

/** The names of the site templates: the folders with a `template.json`. */
export async function templateIds(folder = assetsFolder): Promise<readonly string[]> {
  const names = await readdir(sitesIn(folder))
  const specs = await Promise.all(names.map((name) => readText(join(sitesIn(folder), name, 'template.json'))))
  return names.filter((_, at) => specs[at] !== undefined).sort()
}

/** The site templates with what people call them. */
export async function templateTitles(
  folder = assetsFolder,
): Promise<readonly { readonly id: string; readonly title: string }[]> {
  const ids = await templateIds(folder)
  return Promise.all(ids.map(async (id) => ({ id, title: (await readSpec(id, folder)).title })))
}

const readSpec = async (id: string, folder: string) =>
  parseAsset(templateSchema, `${id}/template.json`, await readText(join(sitesIn(folder), id, 'template.json')))

/** Reads a site template. Throws `UNKNOWN_TEMPLATE` with the names there are. */
export async function loadTemplate(id: string, folder = assetsFolder): Promise<Template> {
  const ids = await templateIds(folder)
  if (!ids.includes(id)) {
    throw new CliError('UNKNOWN_TEMPLATE', `There is no template ${JSON.stringify(id)}.`, {
      advice: suggest(id, ids, 'Templates'),
    })
  }
  const spec = await readSpec(id, folder)
  const sources = new Map<string, string>()
  for (const { from } of spec.files) {
    const path = templatePath(id, from)
    const text = await readInside(sitesIn(folder), `template "${id}"`, path)
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
