import { readGenerated } from '../apply/site.js'
import { replaceFile } from '../apply/write-tree.js'
import { loadFirstParty } from '../assets.js'
import type { CommandResult, Environment } from '../environment.js'
import { CliError } from '../errors.js'
import { compareGenerated, generatedFile } from '../plan/generate.js'
import { createReporter } from '../ui/reporter.js'

/** The flags of `sync`. */
export interface SyncFlags {
  readonly check?: boolean
  readonly force?: boolean
  readonly json?: boolean
}

const reasons = {
  missing: `${generatedFile} is missing.`,
  stale: `${generatedFile} is not what wallet-modal.json and the installed plugins make of it.`,
  edited: `${generatedFile} was edited by hand.`,
} as const

/** Brings the generated file up to date, or with `--check` only says whether it is. */
export async function sync(flags: SyncFlags, env: Environment): Promise<CommandResult> {
  const reporter = createReporter(env, flags.json ? 'silent' : 'plain')
  const { plugins } = await loadFirstParty(env.assets)
  const { expected, actual } = await readGenerated(env.cwd, plugins)
  const state = compareGenerated(actual, expected)
  if (state === 'current') {
    reporter.step(`${generatedFile} is up to date.`)
    return { document: { ok: true, command: 'sync', state, written: false } }
  }
  if (flags.check)
    throw new CliError('GENERATED_STALE', reasons[state], {
      advice: 'Run `npx create-wallet-modal sync` and commit the file.',
    })
  if (state === 'edited' && !flags.force) {
    throw new CliError('GENERATED_EDITED', reasons.edited, {
      advice:
        'Move the change to wallet-modal.json or src/wallet-modal.config.ts, then run `npx create-wallet-modal sync --force`. Nothing was changed.',
    })
  }
  env.signal.throwIfAborted()
  await replaceFile(env.cwd, generatedFile, expected)
  reporter.step(`${generatedFile} was brought up to date.`)
  return { document: { ok: true, command: 'sync', state, written: true } }
}
