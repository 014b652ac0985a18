import type { PackageManager } from '../packages/package-manager.js'
import { detectFramework, type Framework } from './framework.js'
import { detectManager } from './manager.js'
import { readSitePackage } from './package-json.js'
import type { Snapshot } from './snapshot.js'
import { detectAlias, detectBasePath, detectSourceFolder } from './source-folder.js'

/** Properties of a site, detected without running its code. */
export interface DetectedSite {
  readonly framework: Framework
  readonly typescript: boolean
  /** `undefined` if it cannot be determined. */
  readonly packageManager: PackageManager | undefined
  /** Relative path of the workspace root (`../`, `../../`), empty without a workspace. */
  readonly workspaceRoot: string
  /** Folder of the site's own code, relative to the site; empty for the site's root folder. */
  readonly sourceFolder: string
  /** Path prefix of its URLs. Begins and ends with a slash. */
  readonly basePath: string
  /** Import alias of the source folder in tsconfig.json or jsconfig.json, such as `@/`. */
  readonly alias: string | undefined
  /** Whether its bundler is Vite, which supports `import.meta.hot`. */
  readonly usesVite: boolean
  /** Packages in its package.json: version range by name. */
  readonly listed: ReadonlyMap<string, string>
  /** Name in its package.json. */
  readonly name: string | undefined
  /** Warnings for the user, such as about several lockfiles. */
  readonly notes: readonly string[]
}

/** Frameworks that use Vite. */
const viteFrameworks = ['nuxt', 'astro', '@sveltejs/kit']
/** Bundlers other than Vite. A site with one of them may list `vite` only for Vitest. */
const otherBundlers = [
  ...['webpack', '@rspack/core', '@rsbuild/core', 'parcel', 'react-scripts', '@vue/cli-service'],
  ...['@angular/build', '@angular/cli', '@angular-devkit/build-angular'],
]

/** Settings given by the user, which override detection. */
export interface DetectOverrides {
  readonly framework?: Framework | undefined
  readonly sourceFolder?: string | undefined
}

/** Detects the framework and layout of a site. Throws `UNKNOWN_SITE`, or `INVALID_SITE` if package.json is not a JSON object. */
export function detectSite(snapshot: Snapshot, overrides: DetectOverrides = {}): DetectedSite {
  const text = snapshot.get('package.json')
  const site = text === undefined ? undefined : readSitePackage(text, 'package.json')
  const framework = overrides.framework ?? detectFramework(snapshot, site)
  const sourceFolder = overrides.sourceFolder ?? detectSourceFolder(snapshot, framework)
  const { packageManager, workspaceRoot, notes } = detectManager(snapshot)
  const base = detectBasePath(snapshot, framework)
  const listed = site?.listed ?? new Map<string, string>()
  return {
    framework,
    typescript: framework !== 'html' && (snapshot.has('tsconfig.json') || snapshot.has('tsconfig.app.json')),
    packageManager,
    workspaceRoot,
    sourceFolder,
    basePath: base.basePath,
    alias: detectAlias(snapshot, sourceFolder),
    usesVite: framework !== 'next' && framework !== 'html' && detectVite(snapshot, listed),
    listed,
    name: site?.name,
    notes: [...notes, ...base.notes],
  }
}

function detectVite(snapshot: Snapshot, listed: ReadonlyMap<string, string>): boolean {
  const isListed = (name: string): boolean => listed.has(name)
  if (viteFrameworks.some(isListed)) return true
  const hasConfig = [...snapshot.keys()].some((path) => path.startsWith('vite.config.'))
  return isListed('vite') && (hasConfig || !otherBundlers.some(isListed))
}
