import * as v from 'valibot'
import { CliError, messageOf } from '../../errors.js'
import { describe, parseWith } from '../arguments/parse.js'
import { frameworks } from '../detect/framework.js'
import { isSourceFolder } from '../detect/source-folder.js'
import { isJsonObject, type Json, type JsonObject, parseJson } from '../files/json.js'
import { isPackageName } from '../packages/package-name.js'
import { caipNetworkId, httpUrl, networkSchema, rpcUrl } from './network.js'

/** File that configures a site's modal. */
export const siteManifestFile = 'wallet-modal.json'
/** Value of `$schema` in wallet-modal.json, for completion in editors. */
export const siteSchemaPath = './node_modules/create-wallet-modal/wallet-modal.schema.json'

const text = (max: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(max))
const options = v.custom<JsonObject>(isJsonObject, 'must be an object of options')

const mode = v.picklist(['auto', 'light', 'dark'])
const colour = (pattern: RegExp) =>
  v.exactOptional(v.pipe(v.string(), v.regex(pattern, 'must be a colour such as "#3366ff"')))

/** Theme tokens, with the same limits as the kernel's `Theme`. */
const themeSchema = v.strictObject({
  mode: v.exactOptional(mode),
  accent: colour(/^#(?:[\da-fA-F]{3}){1,2}$/),
  radius: v.exactOptional(v.pipe(v.number(), v.minValue(0), v.maxValue(40))),
  font: v.exactOptional(text(200)),
  overlay: colour(/^#[\da-fA-F]{6}(?:[\da-fA-F]{2})?$/),
  width: v.exactOptional(v.pipe(v.number(), v.minValue(300), v.maxValue(480))),
  zIndex: v.exactOptional(v.pipe(v.number(), v.integer())),
})

/** Schema of wallet-modal.json; `wallet-modal.schema.json` is the same schema for editors. */
export const siteManifestSchema = v.strictObject({
  $schema: v.optional(v.string()),
  projectId: v.optional(
    v.union([
      v.pipe(text(128), v.regex(/^[A-Za-z0-9_-]+$/, 'must be letters, digits, "-" and "_"')),
      v.strictObject({
        env: v.pipe(text(128), v.regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of an environment variable')),
      }),
    ]),
  ),
  metadata: v.strictObject({
    name: text(200),
    url: v.optional(httpUrl),
    description: v.optional(v.pipe(v.string(), v.maxLength(1000))),
    icons: v.optional(
      v.array(
        v.pipe(text(2048), v.regex(/^(?:https?:\/\/|\/)[^\s]*$/, 'must be an http(s) URL or a path from the root')),
      ),
    ),
  }),
  networks: v.pipe(
    v.array(
      v.union(
        [caipNetworkId, networkSchema],
        'must be a CAIP-2 id such as "eip155:1", or an object that defines a network',
      ),
    ),
    v.minLength(1, 'must list at least one network'),
  ),
  rpcUrls: v.optional(v.record(caipNetworkId, v.pipe(v.array(rpcUrl), v.minLength(1, 'must list at least one URL')))),
  endpoints: v.optional(
    v.record(v.pipe(v.string(), v.regex(/^[a-z][A-Za-z0-9-]{0,63}$/, 'must be the name of a service')), rpcUrl),
  ),
  locale: v.optional(
    v.pipe(v.string(), v.regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, 'must be a language tag such as "en" or "pt-BR"')),
  ),
  theme: v.optional(v.union([mode, themeSchema], 'must be "auto", "light", "dark" or an object of theme tokens')),
  plugins: v.record(v.pipe(v.string(), v.check(isPackageName, 'must be an npm package name')), options),
  /** Framework of the site, stored by `init`. If absent, each command detects it. */
  framework: v.optional(v.picklist(frameworks)),
  /** Source folder given to `init`; `.` is the site's root folder. If absent, each command reads the framework's configuration. */
  sourceFolder: v.optional(
    v.pipe(
      text(200),
      v.check((folder) => folder === '.' || isSourceFolder(folder), 'must be a folder inside the site, such as "app"'),
    ),
  ),
  /**
   * Packages that this tool added to package.json: peer dependencies, packages for this kind of site, and plugins from local tarballs. They are
   * removed with the last plugin that needs them, or with the modal.
   */
  packages: v.optional(
    v.pipe(v.array(v.pipe(v.string(), v.check(isPackageName, 'must be an npm package name'))), v.maxLength(200)),
  ),
})

export type SiteManifest = v.InferOutput<typeof siteManifestSchema>

/**
 * Parses wallet-modal.json. Throws `INVALID_SITE` with the first invalid fields.
 * @param file name of the file in the error, if it is another file
 */
export function parseSiteManifest(source: string, file = siteManifestFile): SiteManifest {
  let value: Json
  try {
    value = parseJson(source)
  } catch (cause) {
    throw invalid(file, `is not valid JSON: ${messageOf(cause)}`, cause)
  }
  const result = parseWith(siteManifestSchema, value)
  if ('problems' in result) throw invalid(file, describe(result.problems))
  return result.value
}

/** Order of the keys in a wallet-modal.json that this tool writes. */
export const siteKeys = [
  '$schema',
  'projectId',
  'metadata',
  'networks',
  'rpcUrls',
  'endpoints',
  'locale',
  'theme',
  'plugins',
  'framework',
  'sourceFolder',
  'packages',
] as const satisfies readonly (keyof SiteManifest)[]

/** Text of wallet-modal.json, with the keys in the order of `siteKeys` and the plugins sorted by name. */
export function toSiteManifestText(site: SiteManifest): string {
  const plugins = Object.fromEntries(
    Object.keys(site.plugins)
      .sort()
      .map((name) => [name, site.plugins[name]]),
  )
  const ordered = Object.fromEntries(siteKeys.map((key) => [key, key === 'plugins' ? plugins : site[key]]))
  return `${JSON.stringify(ordered, null, 2)}\n`
}

const invalid = (file: string, problem: string, cause?: unknown): CliError =>
  new CliError('INVALID_SITE', `${file}: ${problem}`, {
    advice:
      file === siteManifestFile
        ? `Correct ${siteManifestFile} and run the command again.`
        : `Pass the path or URL of a valid ${siteManifestFile}.`,
    cause,
  })
