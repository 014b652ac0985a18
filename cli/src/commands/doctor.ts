import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { readPlugin } from '../apply/installed.js'
import { readSite } from '../apply/site.js'
import { loadFirstParty } from '../assets.js'
import { checkDuplicateKernel } from '../doctor/duplicate-kernel.js'
import type { Check, Finding, Patient } from '../doctor/finding.js'
import { checkGenerated } from '../doctor/generated.js'
import { checkNode } from '../doctor/node-version.js'
import { checkPeers } from '../doctor/peers.js'
import { checkProductionSandbox } from '../doctor/production-sandbox.js'
import type { CommandResult, Environment } from '../environment.js'
import { CliError } from '../errors.js'
import { exitCodes } from '../exit-codes.js'
import type { PluginPackage } from '../plan/plugin-manifest.js'
import { createReporter } from '../ui/reporter.js'

/** The flags of `doctor`. */
export interface DoctorFlags {
  readonly build?: string
  readonly json?: boolean
}

const checks: readonly Check[] = [checkNode, checkGenerated, checkDuplicateKernel, checkPeers, checkProductionSandbox]

/** Looks for what people otherwise search an evening for. Changes nothing; exit code 1 when it found an error. */
export async function doctor(flags: DoctorFlags, env: Environment): Promise<CommandResult> {
  const reporter = createReporter(env, flags.json ? 'silent' : 'plain')
  const patient = await examine(flags, env)
  const findings: Finding[] = []
  for (const check of checks) findings.push(...(await check(patient)))
  for (const { severity, what, why, fix } of findings) {
    reporter.step(`${severity === 'error' ? '✖' : '!'} ${what}\n  Why: ${why}\n  Fix: ${fix}`)
  }
  const errors = findings.filter(({ severity }) => severity === 'error').length
  reporter.outro(
    findings.length === 0
      ? `✔ ${checks.length} checks, nothing found.`
      : `${checks.length} checks, ${findings.length} found.`,
  )
  return {
    document: { ok: errors === 0, command: 'doctor', findings },
    exitCode: errors === 0 ? exitCodes.ok : exitCodes.problems,
  }
}

async function examine({ build }: DoctorFlags, env: Environment): Promise<Patient> {
  const site = await readSite(env.cwd)
  const { plugins: known } = await loadFirstParty(env.assets)
  return {
    folder: env.cwd,
    site,
    plugins: await readablePlugins(env.cwd, Object.keys(site.plugins)),
    known,
    nodeVersion: process.versions.node,
    build: await buildFolder(env.cwd, build),
  }
}

/** Plugins that cannot be read are reported by the check of the generated file. */
async function readablePlugins(folder: string, names: readonly string[]): Promise<readonly PluginPackage[]> {
  const plugins: PluginPackage[] = []
  for (const name of names) {
    try {
      plugins.push(await readPlugin(folder, name))
    } catch (error) {
      if (!(error instanceof CliError)) throw error
    }
  }
  return plugins
}

async function buildFolder(cwd: string, given: string | undefined): Promise<string | undefined> {
  const folder = resolve(cwd, given ?? 'dist')
  const isFolder = await stat(folder).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
  if (isFolder) return folder
  if (given === undefined) return undefined
  throw new CliError('USAGE', `--build: there is no folder "${folder}".`, {
    advice: 'Build the site first, or name the folder of the build.',
  })
}
