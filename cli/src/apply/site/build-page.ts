import { existsSync } from 'node:fs'
import { mkdtemp, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CliError, systemCode, toFileError } from '../../errors.js'
import {
  type BuildPlan,
  buildArgs,
  builtEntry,
  builtFolder,
  bundlerName,
  isOurBuild,
  stamp,
} from '../../plan/site/build-page.js'
import type { Layout } from '../../plan/site/layout.js'
import type { SiteManifest } from '../../plan/site/site-manifest.js'
import { hashOf } from '../changes/journal-entry.js'
import { type BuildMode, readEnvFile } from '../files/env-files.js'
import { readText } from '../files/read-file.js'
import { toDisk } from '../files/to-disk.js'
import { findBin, findInstalled } from '../packages/installed.js'
import { type Progress, withProgress } from '../progress.js'
import { readSite } from './site.js'

type Variables = BuildPlan['env']

/** A program and its arguments. */
export interface Command {
  readonly file: string
  readonly args: readonly string[]
}

/**
 * Command that runs the site's own esbuild. Its `bin` is a Node.js script or, if its install script has run, a native executable. Throws
 * `NOT_INSTALLED`.
 */
async function bundlerCommand(folder: string, args: readonly string[]): Promise<Command> {
  const installed = await findInstalled(folder, bundlerName)
  if (!installed) {
    throw new CliError('NOT_INSTALLED', `"${bundlerName}" builds the modal for this page, but is not installed.`, {
      advice: 'Install the packages of this site (npm install), then run `npx create-wallet-modal sync`.',
    })
  }
  const bin = await findBin(installed, bundlerName)
  return (await isScript(bin)) ? { file: process.execPath, args: [bin, ...args] } : { file: bin, args }
}

/** Whether esbuild, which builds the modal for a page without a bundler, is installed. */
export const isBundlerInstalled = async (folder: string): Promise<boolean> =>
  (await findInstalled(folder, bundlerName)) !== undefined

async function isScript(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0)
    return buffer.toString('latin1') === '#!'
  } finally {
    await file.close()
  }
}

/** Command that serves a page's folder at `address` with a development build of the modal. Writes nothing. */
export async function serveCommand(folder: string, layout: Layout, address: string): Promise<Command> {
  const site = await readSite(folder)
  const mode = 'development'
  const env = await readVariables({ folder, site, env: process.env, mode })
  const plan: BuildPlan = { configFile: layout.configFile, outFolder: builtFolder, mode, site, env }
  return bundlerCommand(folder, [...buildArgs(plan), '--servedir=.', `--serve=${address}`])
}

interface VariablesInput {
  readonly folder: string
  readonly site: SiteManifest
  readonly env: Variables
  readonly mode: BuildMode
}

/** Environment variable of the project id: from `env`, else from the site's `.env` files for the mode. */
async function readVariables({ folder, site: { projectId }, env, mode }: VariablesInput): Promise<Variables> {
  if (typeof projectId !== 'object') return {}
  const name = projectId.env
  return { [name]: env[name] ?? (await readEnvFile(folder, name, { mode })) }
}

export interface BuildInput {
  readonly folder: string
  readonly layout: Layout
  readonly env: Variables
  readonly signal: AbortSignal
}

/** Builds the modal in a temporary folder, and returns whether the site's built modal equals the result. Throws the errors of `buildPage`. */
export async function isBuildCurrent(input: BuildInput): Promise<boolean> {
  const now = await fingerprintOf(join(input.folder, builtFolder))
  if (now === undefined) return false
  const draft = await mkdtemp(join(tmpdir(), 'wallet-modal-'))
  try {
    await buildInto(draft, input)
    return (await fingerprintOf(draft)) === now
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** Paths and SHA-256 hashes of all files of a folder, as text; `undefined` if there is no such folder. */
async function fingerprintOf(folder: string): Promise<string | undefined> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(ignoreMissing)
  const paths = entries?.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  if (!paths) return undefined
  const files = paths.sort().map(async (path) => [path.slice(folder.length), hashOf(await readFile(path))])
  return JSON.stringify(await Promise.all(files))
}

/**
 * Builds the modal for a page that has no bundler. Builds into a draft folder next to the final folder, then replaces the final folder by renames.
 * Throws `BUILD_FAILED`, `NOT_INSTALLED` if esbuild is missing, or `INVALID_SITE` if the final folder exists and this tool did not create it.
 */
export async function buildPage(input: BuildInput): Promise<void> {
  const { folder } = input
  await refuseForeignFolder(folder)
  const draft = `.${builtFolder}-draft`
  await discard(folder, draft)
  try {
    await buildInto(join(folder, draft), input)
    await replaceBuild(folder, draft)
  } finally {
    await discard(folder, draft)
  }
}

async function buildInto(outFolder: string, { folder, layout, env, signal }: BuildInput): Promise<void> {
  const site = await readSite(folder)
  const mode = 'production'
  const variables = await readVariables({ folder, site, env, mode })
  const args = buildArgs({ configFile: layout.configFile, outFolder, mode, site, env: variables })
  await runBundler({ folder, command: await bundlerCommand(folder, args), signal })
  const entry = join(outFolder, 'index.js')
  await replaceText(entry, stamp(await readFile(entry, 'utf8')))
}

/** Runs `buildPage` and reports its progress. */
export const buildPageWithProgress = (progress: Progress, input: BuildInput): Promise<void> =>
  withProgress(progress, { doing: 'Building the modal', done: 'Modal built', failed: 'The modal was not built' }, () =>
    buildPage(input),
  )

/** Runs `build` after the other files of the site were changed. If the build is aborted, throws `INTERRUPTED`: only the build is missing. */
export async function buildAfterChange(signal: AbortSignal, build: () => Promise<void>): Promise<void> {
  try {
    await build()
  } catch (cause) {
    if (!signal.aborted) throw cause
    throw new CliError('INTERRUPTED', 'The files of the site were changed, but the modal was not built.', {
      advice: 'Run `npx create-wallet-modal sync`: it builds the modal.',
      cause,
      leavesChanges: true,
    })
  }
}

/** Removes the folder that `buildPage` created. Keeps a folder that this tool did not create. */
export async function removeBuild(folder: string): Promise<void> {
  const entry = await readText(join(folder, builtEntry), 32 << 20)
  if (entry !== undefined && isOurBuild(entry)) await discard(folder, builtFolder)
}

async function refuseForeignFolder(folder: string): Promise<void> {
  const entry = await readText(join(folder, builtEntry), 32 << 20)
  const isOurs = entry !== undefined && isOurBuild(entry)
  if (isOurs || !existsSync(join(folder, builtFolder))) return
  throw new CliError('INVALID_SITE', `The folder "${builtFolder}" was not created by this tool.`, {
    advice:
      'This tool builds the modal into a folder with this name: rename yours. Nothing in your folder was changed.',
  })
}

/** Number of output lines in an error. esbuild prints its errors first, before Node.js's message about the exit code. */
const shownLines = 12

interface RunInput {
  readonly folder: string
  readonly command: Command
  readonly signal: AbortSignal
}

async function runBundler({ folder, command, signal }: RunInput): Promise<void> {
  const { startProcess } = await import('../process.js')
  signal.throwIfAborted()
  const lines: string[] = []
  const child = startProcess({ ...command, cwd: folder, stdin: 'ignore', onLine: (line) => void lines.push(line) })
  const onAbort = (): void => void child.stop(1000)
  signal.addEventListener('abort', onAbort, { once: true })
  const { exitCode, error } = await child.ended
  signal.removeEventListener('abort', onAbort)
  signal.throwIfAborted()
  if (exitCode === 0) return
  throw new CliError(
    'BUILD_FAILED',
    `${bundlerName} could not build the modal:\n${lines.slice(0, shownLines).join('\n')}`,
    {
      advice:
        'Correct the cause. Then run `npx create-wallet-modal sync`, or `create` again for a new site. A previous build was not changed.',
      cause: error,
    },
  )
}

async function replaceText(path: string, text: string): Promise<void> {
  const file = await open(path, 'w')
  try {
    await file.writeFile(text)
    await toDisk(file)
  } finally {
    await file.close()
  }
}

async function replaceBuild(folder: string, draft: string): Promise<void> {
  const old = `.${builtFolder}-old`
  try {
    await discard(folder, old)
    await rename(join(folder, builtFolder), join(folder, old)).catch(ignoreMissing)
    await rename(join(folder, draft), join(folder, builtFolder))
    await discard(folder, old)
  } catch (error) {
    throw toFileError(error, `Writing "${builtFolder}"`)
  }
}

function ignoreMissing(error: unknown): void {
  if (systemCode(error) !== 'ENOENT') throw error
}

const discard = (folder: string, name: string): Promise<void> =>
  rm(join(folder, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
