import { healSite } from '../apply/changes/heal-site.js'
import { replaceFile } from '../apply/files/write-tree.js'
import { type BuildInput, buildAfterChange, buildPage, isBuildCurrent } from '../apply/site/build-page.js'
import { readGenerated, stateOf } from '../apply/site/site.js'
import { loadFirstParty } from '../assets.js'
import type { CommandResult, Environment } from '../environment.js'
import { CliError } from '../errors.js'
import { builtEntry } from '../plan/site/build-page.js'
import type { Layout } from '../plan/site/layout.js'
import { createReporter, type Reporter } from '../ui/reporter.js'

export interface SyncFlags {
  readonly check?: boolean
  readonly force?: boolean
  readonly json?: boolean
}

const reasons = {
  missing: (path: string) => `${path} is missing.`,
  stale: (path: string) => `${path} does not match wallet-modal.json and the installed plugins.`,
  edited: (path: string) => `${path} was edited by hand.`,
} as const

/**
 * Regenerates the files that depend on wallet-modal.json, and the built modal of a page without a bundler. With `--check`, writes nothing and throws
 * `GENERATED_STALE` if a file is not current. Without `--check`, throws `GENERATED_EDITED` if a file was edited by hand; `--force` overwrites it.
 */
export async function sync(flags: SyncFlags, env: Environment): Promise<CommandResult> {
  const reporter = createReporter(env, flags.json ? 'silent' : 'plain')
  const { plugins } = await loadFirstParty(env.assets)
  const healed = await healSite(env.cwd, { heals: flags.check !== true, warn: reporter.warn })
  const generated = await readGenerated(env.cwd, plugins)
  const { files, layout } = generated
  const { state, path } = stateOf(generated)
  if (state === 'current') return withHealed(await syncBuild(layout, flags, { env, reporter }), healed)
  const reason = reasons[state](path)
  const moveChange = `Move the change to wallet-modal.json or ${layout.configFile}, then run \`npx create-wallet-modal sync --force\``
  if (flags.check) throw stale(reason, state === 'edited' ? `${moveChange} and commit the file.` : undefined)
  if (state === 'edited' && !flags.force)
    throw new CliError('GENERATED_EDITED', reason, { advice: `${moveChange}. Nothing was changed.` })
  env.signal.throwIfAborted()
  for (const file of files) {
    if (file.actual === file.expected) continue
    await replaceFile(env.cwd, file.path, file.expected)
    reporter.step(`${file.path} was updated.`)
  }
  if (layout.framework === 'html') await buildAfterChange(env.signal, () => buildPage(toBuildInput(layout, env)))
  return withHealed({ document: { ok: true, command: 'sync', state, written: true } }, healed)
}

/** Adds the field `healed` to the `--json` document if the files of a killed run were restored first. */
const withHealed = (result: CommandResult, healed: boolean): CommandResult =>
  healed ? { ...result, document: { ...result.document, healed } } : result

const stale = (reason: string, advice = 'Run `npx create-wallet-modal sync` and commit the file.'): CliError =>
  new CliError('GENERATED_STALE', reason, { advice })

interface SyncTools {
  readonly env: Environment
  readonly reporter: Reporter
}

/** Called if the generated files are current. Rebuilds the modal of a plain HTML page if its build is out of date. */
async function syncBuild(layout: Layout, flags: SyncFlags, { env, reporter }: SyncTools): Promise<CommandResult> {
  if (layout.framework !== 'html' || (await isBuildCurrent(toBuildInput(layout, env)))) {
    reporter.step(`${layout.generatedFile} is up to date.`)
    return { document: { ok: true, command: 'sync', state: 'current', written: false } }
  }
  if (flags.check) throw stale(`${builtEntry} does not match the site's modal.`)
  await buildPage(toBuildInput(layout, env))
  reporter.step(`${builtEntry} was updated.`)
  return { document: { ok: true, command: 'sync', state: 'stale', written: true } }
}

const toBuildInput = (layout: Layout, { cwd, env, signal }: Environment): BuildInput => ({
  folder: cwd,
  layout,
  env,
  signal,
})
