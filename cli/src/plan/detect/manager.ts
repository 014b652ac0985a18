import { CliError } from '../../errors.js'
import { isPackageManager, type PackageManager, pnpmSettings } from '../packages/package-manager.js'
import { containsFolder, pnpmGlobs } from '../packages/workspace.js'
import { readSitePackage, type SitePackage } from './package-json.js'
import { lockfiles, type Snapshot, sitePathKey } from './snapshot.js'

export interface DetectedManager {
  /** `undefined` if it cannot be determined. */
  readonly packageManager: PackageManager | undefined
  /** Workspace root, as a path relative to the site (`../`). Empty if the site is in no workspace. */
  readonly workspaceRoot: string
  readonly notes: readonly string[]
}

/**
 * Package manager of a site: from the field `packageManager`, else from the nearest lockfile between the site and its workspace root, else from
 * pnpm's settings file. `undefined` if it finds none of these, or lockfiles of several package managers in one folder.
 */
export function detectManager(snapshot: Snapshot): DetectedManager {
  const workspaceRoot = findWorkspaceRoot(snapshot)
  const candidates = workspaceRoot === '' ? [''] : ['', ...parentPaths(workspaceRoot)]
  const declared = candidates.flatMap((candidate) => declaredIn(snapshot, candidate))[0]
  const locks = candidates.map((candidate) => lockfilesIn(snapshot, candidate)).find((found) => found.length > 0) ?? []
  const managers = [...new Set(locks.map(([, manager]) => manager))]
  const bySettings = snapshot.has(pnpmSettings) ? 'pnpm' : undefined
  const packageManager = declared ?? (managers.length > 1 ? undefined : (managers[0] ?? bySettings))
  return { packageManager, workspaceRoot, notes: notesOn(declared, locks, managers) }
}

function notesOn(
  declared: PackageManager | undefined,
  locks: readonly Lock[],
  managers: readonly PackageManager[],
): readonly string[] {
  const files = locks.map(([path]) => path).join(' and ')
  if (managers.length > 1) {
    const resolution = declared
      ? `using ${declared}, as "packageManager" says`
      : 'choose one with --pm, and delete the lockfiles that are not used'
    return [`There are lockfiles of more than one package manager (${files}): ${resolution}.`]
  }
  if (declared && managers[0] && managers[0] !== declared)
    return [`"packageManager" in package.json says ${declared}, but the lockfile is ${files}. Using ${declared}.`]
  return []
}

type Lock = readonly [path: string, manager: PackageManager]

const lockfilesIn = (snapshot: Snapshot, candidate: string): readonly Lock[] =>
  Object.entries(lockfiles).flatMap(([name, manager]): Lock[] =>
    snapshot.has(candidate + name) ? [[candidate + name, manager]] : [],
  )

function declaredIn(snapshot: Snapshot, candidate: string): readonly PackageManager[] {
  const name = packageAt(snapshot, candidate)?.packageManager?.split('@')[0]
  return name !== undefined && isPackageManager(name) ? [name] : []
}

/** The package.json of a folder. Ignores an invalid one in a parent folder, which may belong to another project. */
function packageAt(snapshot: Snapshot, candidate: string): SitePackage | undefined {
  const text = snapshot.get(`${candidate}package.json`)
  try {
    return text === undefined ? undefined : readSitePackage(text, `${candidate}package.json`)
  } catch (error) {
    if (candidate !== '' && error instanceof CliError && error.code === 'INVALID_SITE') return undefined
    throw error
  }
}

/** Paths from the nearest parent folder up to `root`: `../` and `../../` for the root `../../`. */
const parentPaths = (root: string): readonly string[] =>
  Array.from({ length: root.length / 3 }, (_, index) => '../'.repeat(index + 1))

/**
 * Nearest parent folder whose workspace contains the site, as a path such as `../`. Empty if there is none, or if the site itself has a lockfile or
 * pnpm's settings file. `findManager`, which later commands use, has the same rule.
 */
function findWorkspaceRoot(snapshot: Snapshot): string {
  if (snapshot.has(pnpmSettings) || lockfilesIn(snapshot, '').length > 0) return ''
  for (const candidate of parentPaths('../'.repeat(depthOf(snapshot)))) {
    const settings = snapshot.get(`${candidate}${pnpmSettings}`)
    const globs = settings === undefined ? packageAt(snapshot, candidate)?.workspaces : pnpmGlobs(settings)
    if (globs && containsSite(snapshot, candidate, globs)) return candidate
  }
  return ''
}

function containsSite(snapshot: Snapshot, candidate: string, globs: readonly string[]): boolean {
  const names = (snapshot.get(sitePathKey) ?? '').split('/')
  return containsFolder(globs, names.slice(-candidate.length / 3).join('/'))
}

const depthOf = (snapshot: Snapshot): number =>
  Math.max(0, ...[...snapshot.keys()].map((path) => (/^(?:\.\.\/)*/.exec(path)?.[0].length ?? 0) / 3))
