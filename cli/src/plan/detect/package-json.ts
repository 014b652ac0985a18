import { CliError, messageOf } from '../../errors.js'
import { isObject, parseJson } from '../files/json.js'

/** The fields of a site's own package.json that detection looks at. */
export interface SitePackage {
  readonly name: string | undefined
  /** All packages that it lists, for whatever reason. */
  readonly listed: ReadonlyMap<string, string>
  /** The name and version of `packageManager` or `devEngines.packageManager`. */
  readonly packageManager: string | undefined
  readonly hasWorkspaces: boolean
}

/** Reads the text of a package.json that a person wrote: what is not of the usual shape is passed over. Throws `INVALID_SITE` where it is no JSON. */
export function readSitePackage(text: string, path: string): SitePackage {
  const json = parse(text, path)
  const ranges = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'].flatMap((field) => {
    const value = json[field]
    return isObject(value) ? Object.entries(value) : []
  })
  const engines = isObject(json.devEngines) ? json.devEngines.packageManager : undefined
  const [engine] = Array.isArray(engines) ? engines : [engines]
  return {
    name: textOf(json.name),
    listed: new Map(ranges.flatMap(([name, range]) => (typeof range === 'string' ? [[name, range]] : []))),
    packageManager: textOf(json.packageManager) ?? (isObject(engine) ? textOf(engine.name) : undefined),
    hasWorkspaces: Array.isArray(json.workspaces) || isObject(json.workspaces),
  }
}

/** Whether a range of `react` names preact under React's name, and not React. */
export const isPreactAlias = (range: string | undefined): boolean => range?.startsWith('npm:@preact/compat@') === true

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

function parse(text: string, path: string): Readonly<Record<string, unknown>> {
  try {
    const json = parseJson(text)
    if (isObject(json)) return json
    throw new Error('it is no object')
  } catch (cause) {
    throw new CliError('INVALID_SITE', `${path} is not valid JSON: ${messageOf(cause)}`, {
      advice: `Correct ${path} and run the command again. Nothing was changed.`,
      cause,
    })
  }
}
