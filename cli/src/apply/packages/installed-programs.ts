import { lstat, mkdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { nameClash, systemPrograms, wordsOf } from '../../plan/packages/programs.js'
import { findPrograms, type OwnPackage } from './installed.js'

export interface ProgramGuardInput {
  /** Folder of the site, then the root folder of its workspace. Package scripts find programs in `node_modules/.bin` of these folders. */
  readonly roots: readonly string[]
  /** The site's scripts and listed packages, without the plugins that are being added. */
  readonly own: OwnPackage
  /** Whether all programs of the site are known before the installation: it is a new site, or its packages are installed. */
  readonly isComplete: boolean
}

/** Protects the site's programs in `node_modules/.bin` from packages that an installation adds, such as dependencies of a plugin. */
export interface ProgramGuard {
  /**
   * Throws `NAME_CLASH` if one of the site's programs now belongs to a package that the site does not list. Restores the programs before it throws.
   */
  check(): Promise<void>
  /** Restores the programs as they were when the guard was made. */
  restore(): Promise<void>
}

/**
 * Saves the site's programs in `node_modules/.bin`: those that its scripts run, those of its listed packages, and those with names of common system
 * programs. An installation can replace each of them by a program of any package in `node_modules`.
 */
export async function guardPrograms(input: ProgramGuardInput): Promise<ProgramGuard> {
  const { roots, own, isComplete } = input
  const [site = ''] = roots
  const words = new Set([...wordsOf(own.scripts), ...systemPrograms])
  const before = new Set([...words, ...(await providersOf(site, own)).keys()])
  const owners = await ownersOf(roots, before)
  const saved = await Promise.all(roots.flatMap((root) => [...before].flatMap((name) => filesOf(root, name).map(save))))
  const restore = async (): Promise<void> => {
    for (const file of saved) await restoreFile(file)
  }
  return {
    restore,
    async check() {
      const providers = await providersOf(site, own)
      const after = await ownersOf(roots, new Set([...before, ...providers.keys()]))
      for (const [name, owner] of after) {
        const expected = providers.get(name)
        if (owner === owners.get(name) || expected?.has(owner)) continue
        const wasUnknown = !owners.has(name) && !expected && !isComplete
        if (wasUnknown && !systemPrograms.has(name)) continue
        await restore()
        throw nameClash(owner, name)
      }
    },
  }
}

/** Names of the listed packages that have a program, by the program's name. */
async function providersOf(site: string, { listed }: OwnPackage): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const providers = new Map<string, Set<string>>()
  for (const name of listed)
    for (const program of await findPrograms(site, name))
      providers.set(program, (providers.get(program) ?? new Set()).add(name))
  return providers
}

/** Package of each program, by the program's name. The first folder of `roots` that has the program takes precedence. */
async function ownersOf(roots: readonly string[], names: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
  const owners = new Map<string, string>()
  for (const name of names)
    for (const root of roots) {
      const owner = await ownerOf(root, name)
      if (owner === undefined) continue
      owners.set(name, owner)
      break
    }
  return owners
}

/**
 * Name of the package that a program in `.bin` belongs to. The program is a link to a file of the package, or a shell script that runs such a file.
 * `undefined` if there is no such program, or if that file is outside `node_modules`, as for packages of the workspace.
 */
async function ownerOf(root: string, name: string): Promise<string | undefined> {
  const folder = join(root, 'node_modules/.bin')
  const { link, bytes } = await save(join(folder, name))
  const target = link ?? targetOf(bytes?.toString() ?? '')
  if (target === undefined) return undefined
  const path = relative(root, resolve(folder, target)).split(sep).join('/')
  const [, inModules, inStore] = path.split(/(?:^|\/)node_modules\//)
  // pnpm: `node_modules/.pnpm/tool@1.0.0/node_modules/tool/bin.js`
  const [first, second] = (inModules?.startsWith('.') ? inStore : inModules)?.split('/') ?? []
  return first?.startsWith('@') ? `${first}/${second}` : first
}

/**
 * Path, from `.bin`, of the file that a shell script of a package manager runs. It is the last path that begins with `$basedir/../`: earlier ones
 * can be folders of `NODE_PATH`. pnpm 12 writes `"$basedir_abs"/'../`.
 */
const targetOf = (script: string): string | undefined =>
  [...script.matchAll(/\$basedir\w*"?\/'?(\.\.\/[^"\n]+)/g)].at(-1)?.[1]

/** Files of a program: package managers write three on Windows. */
const filesOf = (root: string, name: string): readonly string[] =>
  ['', '.cmd', '.ps1'].map((suffix) => join(root, 'node_modules/.bin', name + suffix))

interface SavedFile {
  readonly path: string
  readonly link?: string
  readonly bytes?: Buffer
  readonly mode?: number
}

async function save(path: string): Promise<SavedFile> {
  const stats = await lstat(path).catch(() => undefined) // there is no such program
  if (stats?.isSymbolicLink()) return { path, link: await readlink(path) }
  return stats?.isFile() ? { path, bytes: await readFile(path), mode: stats.mode } : { path }
}

async function restoreFile({ path, link, bytes, mode }: SavedFile): Promise<void> {
  const now = await save(path)
  if (now.link === link && (now.bytes === undefined ? bytes === undefined : bytes?.equals(now.bytes))) return
  await rm(path, { force: true })
  if (link === undefined && bytes === undefined) return
  await mkdir(dirname(path), { recursive: true })
  if (link !== undefined) await symlink(link, path)
  else if (bytes) await writeFile(path, bytes, { mode })
}
