import type { PackageManager } from '../packages/package-manager.js'
import { detectFramework, type Framework } from './framework.js'
import { detectManager } from './manager.js'
import { readSitePackage } from './package-json.js'
import type { Snapshot } from './snapshot.js'
import { detectAlias, detectBasePath, detectSourceFolder } from './source-folder.js'

/** What `init` found out about a folder. Nothing of it was executed. */
export interface DetectedSite {
  readonly framework: Framework
  readonly typescript: boolean
  readonly packageManager: PackageManager | undefined
  /** The root of the workspace that the site is part of, as `../` and so on; empty where it is on its own. */
  readonly workspaceRoot: string
  readonly sourceFolder: string
  /** Begins and ends with a slash. */
  readonly basePath: string
  /** What tsconfig.json calls the source folder, as in `@/`. */
  readonly alias: string | undefined
  /** Whether its bundler is Vite, which knows `import.meta.hot`. */
  readonly hot: boolean
  /** The packages that its package.json lists. */
  readonly listed: ReadonlyMap<string, string>
  /** The site's name as its package.json has it. */
  readonly name: string | undefined
  /** What a person should know about it. */
  readonly notes: readonly string[]
}

const bringsVite = ['vite', 'nuxt', 'astro', '@sveltejs/kit']

/** What a person said of a site, which its files are not asked about. */
export interface SaidOfSite {
  readonly framework?: Framework | undefined
  readonly sourceFolder?: string | undefined
}

/** Finds out what a site is made of. Throws `UNKNOWN_SITE`. */
export function detectSite(snapshot: Snapshot, said: SaidOfSite = {}): DetectedSite {
  const text = snapshot.get('package.json')
  const site = text === undefined ? undefined : readSitePackage(text, 'package.json')
  const kind = said.framework ?? detectFramework(snapshot, site)
  const sourceFolder = said.sourceFolder ?? detectSourceFolder(snapshot, kind)
  const { packageManager, workspaceRoot, notes } = detectManager(snapshot)
  const base = detectBasePath(snapshot, kind)
  return {
    framework: kind,
    typescript: kind !== 'html' && (snapshot.has('tsconfig.json') || snapshot.has('tsconfig.app.json')),
    packageManager,
    workspaceRoot,
    sourceFolder,
    basePath: base.basePath,
    alias: detectAlias(snapshot, sourceFolder),
    hot: kind !== 'next' && kind !== 'html' && bringsVite.some((name) => site?.listed.has(name)),
    listed: site?.listed ?? new Map(),
    name: site?.name,
    notes: [...notes, ...base.notes],
  }
}
