import { CliError, messageOf } from '../../errors.js'
import { isObject, parseJson } from '../files/json.js'
import { workspaceGlobs } from '../packages/workspace.js'

/** Fields of a site's package.json that detection reads. */
export interface SitePackage {
  readonly name: string | undefined
  /** All packages that it lists, in any section: version range by name. */
  readonly listed: ReadonlyMap<string, string>
  /** See {@link requestedManager}. */
  readonly packageManager: string | undefined
  /** Globs of its field `workspaces`; `undefined` if it declares no workspace. */
  readonly workspaces: readonly string[] | undefined
}

/** Parses a site's package.json; fields of unexpected types are ignored. Throws `INVALID_SITE` if it is not a JSON object. */
export function readSitePackage(text: string, path: string): SitePackage {
  const json = parse(text, path)
  const ranges = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'].flatMap((field) => {
    const value = json[field]
    return isObject(value) ? Object.entries(value) : []
  })
  return {
    name: textOf(json.name),
    listed: new Map(ranges.flatMap(([name, range]) => (typeof range === 'string' ? [[name, range]] : []))),
    packageManager: requestedManager(json),
    workspaces: workspaceGlobs(json.workspaces),
  }
}

/** Package manager that a package.json requests: `packageManager` (name and version), else the name in `devEngines.packageManager`. */
export function requestedManager(json: Readonly<Record<string, unknown>>): string | undefined {
  const engines = isObject(json.devEngines) ? json.devEngines.packageManager : undefined
  const [engine] = Array.isArray(engines) ? engines : [engines]
  return textOf(json.packageManager) ?? (isObject(engine) ? textOf(engine.name) : undefined)
}

/** Whether a version range of `react` is an alias of Preact. */
export const isPreactAlias = (range: string | undefined): boolean => range?.startsWith('npm:@preact/compat@') === true

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

function parse(text: string, path: string): Readonly<Record<string, unknown>> {
  try {
    const json = parseJson(text)
    if (isObject(json)) return json
    throw new Error('it is not an object')
  } catch (cause) {
    throw new CliError('INVALID_SITE', `${path} is not valid JSON: ${messageOf(cause)}`, {
      advice: `Correct ${path} and run the command again. Nothing was changed.`,
      cause,
    })
  }
}
