import { readdir } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { requestedManager } from '../../plan/detect/package-json.js'
import { isObject, parseJson } from '../../plan/files/json.js'
import {
  detectPackageManager,
  isPackageManager,
  type PackageManager,
  pnpmSettings,
} from '../../plan/packages/package-manager.js'
import { containsFolder, pnpmGlobs, workspaceGlobs } from '../../plan/packages/workspace.js'
import { readText } from '../files/read-file.js'

/** The lockfiles of each package manager. */
const lockfiles: Readonly<Record<PackageManager, readonly string[]>> = {
  npm: ['package-lock.json', 'npm-shrinkwrap.json'],
  pnpm: ['pnpm-lock.yaml'],
  yarn: ['yarn.lock'],
  bun: ['bun.lock', 'bun.lockb'],
}

/** Package manager of a site, and the location of its lockfile. */
export interface SiteManager {
  readonly name: PackageManager
  /** Possible file names of its lockfile. */
  readonly lockfiles: readonly string[]
  /**
   * Root folder of the workspace that contains the site; the lockfile is in this folder. `undefined` if the site is in no workspace, or has its own
   * lockfile or `pnpm-workspace.yaml`.
   */
  readonly workspace: string | undefined
  /** Warning for the user, such as about several lockfiles. */
  readonly warning: string | undefined
}

/**
 * Finds the package manager of a site. The first of these that exists determines it: `--pm`, the field `packageManager`, the lockfile, pnpm's
 * settings file, the field `packageManager` of the workspace root, the lockfile of the workspace root. The default is the package manager that runs
 * this process.
 */
export async function findManager(folder: string, { chosen, userAgent }: ManagerHints): Promise<SiteManager> {
  const own = await readEvidence(folder)
  const current = detectPackageManager(userAgent)
  const workspace = own.locks.length > 0 || own.isRoot ? undefined : await findWorkspace(folder)
  const ofWorkspace = workspace === undefined ? undefined : await readEvidence(workspace)
  const requested = chosen ?? own.byField
  const locked = requested === undefined ? managerOfLocks(own.locks, current) : undefined
  const name =
    requested ??
    locked ??
    bySettings(own) ??
    ofWorkspace?.byField ??
    managerOfLocks(ofWorkspace?.locks ?? [], current) ??
    current
  return { name, lockfiles: lockfiles[name], workspace, warning: locked && severalLocksNotice(own.locks, locked) }
}

/** Package manager that wrote the lockfiles. If there are lockfiles of several managers, prefers `current`. */
const managerOfLocks = (locks: readonly Lock[], current: PackageManager): PackageManager | undefined =>
  (locks.find(({ manager }) => manager === current) ?? locks[0])?.manager

function severalLocksNotice(locks: readonly Lock[], chosen: PackageManager): string | undefined {
  if (new Set(locks.map(({ manager }) => manager)).size < 2) return undefined
  const files = locks.map(({ file }) => file).join(' and ')
  return `There are lockfiles of more than one package manager (${files}). Using ${chosen}. Choose another one with --pm, and delete the lockfiles that are not used.`
}

const bySettings = ({ isRoot }: ManagerEvidence): PackageManager | undefined => (isRoot ? 'pnpm' : undefined)

/** Root folder of a site's workspace: see {@link SiteManager.workspace}. */
export const findWorkspaceOf = async (folder: string): Promise<string | undefined> =>
  (await findManager(folder, { chosen: undefined, userAgent: undefined })).workspace

export interface ManagerHints {
  /** Package manager that takes precedence over all files, such as the value of `--pm`. */
  readonly chosen: PackageManager | undefined
  /** User agent of the package manager that runs this process (`npm_config_user_agent`). */
  readonly userAgent: string | undefined
}

interface Lock {
  readonly manager: PackageManager
  readonly file: string
}

/** Files of a folder that determine its package manager. */
interface ManagerEvidence {
  /** Package manager that package.json requests in `packageManager` or `devEngines`. */
  readonly byField: PackageManager | undefined
  readonly locks: readonly Lock[]
  /** Whether the folder has a `pnpm-workspace.yaml`. pnpm then searches no parent folder. */
  readonly isRoot: boolean
}

async function readEvidence(folder: string): Promise<ManagerEvidence> {
  const names = new Set(await readdir(folder))
  const locks = Object.entries(lockfiles).flatMap(([manager, files]) =>
    files.flatMap((file): readonly Lock[] => (isPackageManager(manager) && names.has(file) ? [{ manager, file }] : [])),
  )
  const [requested = ''] = requestedManager((await readJson(join(folder, 'package.json'))) ?? {})?.split('@') ?? []
  return { byField: isPackageManager(requested) ? requested : undefined, locks, isRoot: names.has(pnpmSettings) }
}

/**
 * Nearest parent folder whose workspace settings include a site. Ignores parent folders that have only a lockfile. The site's folder need not exist
 * yet. Searches the parents of `below`.
 */
export async function findWorkspace(site: string, below: string = site): Promise<string | undefined> {
  const folder = dirname(below)
  if (folder === below) return undefined
  // an unreadable file cannot belong to the site's workspace
  const settings = await readText(join(folder, pnpmSettings)).catch(() => undefined)
  const globs =
    settings === undefined
      ? workspaceGlobs((await readJson(join(folder, 'package.json')))?.workspaces)
      : pnpmGlobs(settings)
  const path = relative(folder, site).split(sep).join('/')
  return globs && containsFolder(globs, path) ? folder : findWorkspace(site, folder)
}

async function readJson(path: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    const text = await readText(path)
    const value = text === undefined ? undefined : parseJson(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined // a broken package.json is reported by the code that needs it
  }
}
