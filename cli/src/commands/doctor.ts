import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { interruptionOf } from '../apply/changes/change-heal.js'
import { refuseInterrupted } from '../apply/changes/heal-site.js'
import { readText } from '../apply/files/read-file.js'
import { readPlugin } from '../apply/packages/installed.js'
import { readSite } from '../apply/site/site.js'
import { readLayout } from '../apply/site/site-layout.js'
import { loadFirstParty } from '../assets.js'
import { checkCapabilities } from '../doctor/capabilities.js'
import { checkChainNodes } from '../doctor/chain-nodes.js'
import { checkDeepLinks } from '../doctor/deep-links.js'
import { checkDuplicateKernel } from '../doctor/duplicate-kernel.js'
import type { Check, DoctorTarget, Finding } from '../doctor/finding.js'
import { checkGenerated, toFinding } from '../doctor/generated.js'
import { checkCrossOrigin } from '../doctor/headers/cross-origin.js'
import { checkOrigins, checkPolicy } from '../doctor/headers/csp.js'
import { readPageHeaders } from '../doctor/headers/page-headers.js'
import { checkNode } from '../doctor/node-version.js'
import { checkLoginGateway, checkOnline } from '../doctor/online.js'
import { checkOpeningView } from '../doctor/opening-view.js'
import { checkPeers } from '../doctor/peers.js'
import { browserFolders, checkProductionSandbox } from '../doctor/production-sandbox.js'
import { checkProjectId } from '../doctor/project-id.js'
import { checkReact } from '../doctor/react.js'
import { checkServerSandbox } from '../doctor/server-sandbox.js'
import { checkSignInServer } from '../doctor/sign-in-server.js'
import { checkTypeScript } from '../doctor/typescript.js'
import type { CommandResult, Environment } from '../environment.js'
import { CliError } from '../errors.js'
import { exitCodes } from '../exit-codes.js'
import { packageFile } from '../plan/changes/change-plan.js'
import { readLists } from '../plan/packages/package-json.js'
import type { PluginPackage } from '../plan/plugins/plugin-manifest.js'
import { modalOrigins } from '../plan/site/modal-origins.js'
import { modalDirectives, toPolicyText } from '../plan/site/policy.js'
import { doctorNotes } from '../ui/doctor-notes.js'
import { policyDocument, policyLines } from '../ui/policy-report.js'
import { createReporter, type Reporter } from '../ui/reporter.js'

export interface DoctorFlags {
  /** Folder of the production build. Default: the output folder of the framework. */
  readonly build?: string
  /** URL or file of a page whose policy is checked. `true` if given without a value: prints the policy that the site needs. */
  readonly csp?: string | boolean
  readonly online?: boolean
  readonly json?: boolean
}

const inputs = ['pageHeaders', 'online', 'build'] as const
type Input = (typeof inputs)[number]

/** Checks, with the input that some of them need. */
const checks: readonly (readonly [check: Check, needs?: Input])[] = [
  [checkNode],
  [checkGenerated],
  [checkCapabilities],
  [checkOpeningView],
  [checkDuplicateKernel],
  [checkPeers],
  [checkReact],
  [checkTypeScript],
  [checkProjectId],
  [checkDeepLinks],
  [checkOrigins],
  [checkPolicy, 'pageHeaders'],
  [checkCrossOrigin, 'pageHeaders'],
  [checkOnline, 'online'],
  [checkLoginGateway, 'online'],
  [checkChainNodes, 'online'],
  [checkProductionSandbox, 'build'],
  [checkServerSandbox],
  [checkSignInServer],
]

/** Lines about the checks that do not run, by the input that they need. */
const missingInputs: Readonly<Record<Input, string>> = {
  pageHeaders: 'the headers and the policy of a page: pass --csp <url|file>',
  online: 'services and nodes: pass --online',
  build: 'whether the build contains the sandbox: there is no build; build the site, or pass --build <folder>',
}

/** Checks a site for common mistakes. Changes nothing. The exit code is 1 if a finding is an error. */
export async function doctor(flags: DoctorFlags, env: Environment): Promise<CommandResult> {
  if (flags.csp === true) return printPolicy(flags, env)
  const reporter = createReporter(env, flags.json ? 'silent' : 'plain')
  const interruption = await interruptionOf(env.cwd)
  // during an incomplete change, the checks would report problems that the site does not have
  if (interruption) return report(reporter, { findings: [toFinding(interruption)], count: 1 })
  const target = await readTarget(flags, env)
  const findings: Finding[] = []
  const runnable = checks.filter(([, needs]) => needs === undefined || target[needs])
  for (const [check] of runnable) findings.push(...(await runCheck(check, target, findings)))
  const notRun = inputs.flatMap((input) => (target[input] ? [] : [missingInputs[input]]))
  return report(reporter, { findings, count: runnable.length, target, notRun })
}

/**
 * Findings of a check. If the check throws, for example because of a damaged package, the error becomes a finding, so that the other checks still
 * run. Returns no finding if an earlier check has reported this error.
 */
async function runCheck(check: Check, target: DoctorTarget, reported: readonly Finding[]): Promise<readonly Finding[]> {
  try {
    return await check(target)
  } catch (error) {
    if (!(error instanceof CliError) || target.signal.aborted) throw error
    return reported.some(({ what }) => what === error.message) ? [] : [toFinding(error)]
  }
}

interface DoctorReport {
  readonly findings: readonly Finding[]
  /** Number of checks that ran. */
  readonly count: number
  readonly target?: DoctorTarget
  /** Checks that did not run, and what they need. */
  readonly notRun?: readonly string[]
}

function report(reporter: Reporter, { findings, count, target, notRun = [] }: DoctorReport): CommandResult {
  for (const { id, severity, what, why, fix } of findings) {
    reporter.step(`${severity === 'error' ? '✖' : '!'} ${what} [${id}]\n  Why: ${why}\n  Fix: ${fix}`)
  }
  const origins = target?.pageHeaders && modalOrigins(target.site, target.plugins).origins
  if (origins && target?.pageHeaders) for (const line of policyLines(origins, target.pageHeaders)) reporter.step(line)
  const notes = target ? doctorNotes(target.site) : []
  for (const note of notes) reporter.step(`i ${note}`)
  for (const line of notRun) reporter.step(`- Not checked: ${line}.`)
  const errors = findings.filter(({ severity }) => severity === 'error').length
  reporter.outro(
    findings.length === 0
      ? `✔ ${count} checks, nothing found.`
      : `${count} ${count === 1 ? 'check' : 'checks'}, ${findings.length} found.`,
  )
  return {
    document: {
      ok: errors === 0,
      command: 'doctor',
      findings,
      notes,
      notRun,
      ...(origins ? { csp: policyDocument(origins) } : {}),
    },
    exitCode: errors === 0 ? exitCodes.ok : exitCodes.problems,
  }
}

/** For `--csp` without a value: prints the Content Security Policy that the site needs, on one line, for a header or a pipe. */
async function printPolicy({ json }: DoctorFlags, env: Environment): Promise<CommandResult> {
  await refuseInterrupted(env.cwd)
  const site = await readSite(env.cwd)
  const plugins: PluginPackage[] = []
  for (const name of Object.keys(site.plugins)) plugins.push(await readPlugin(env.cwd, name))
  const { origins, invalid } = modalOrigins(site, plugins)
  const [first] = invalid
  if (first)
    throw new CliError(
      'INVALID_MANIFEST',
      `"${first.plugin}" names ${JSON.stringify(first.text.slice(0, 100))} as an origin, but that is not a valid origin.`,
      {
        advice:
          'A Content Security Policy cannot contain it. Correct it in wallet-modal.json, or report it to the author of the plugin.',
      },
    )
  createReporter(env, json ? 'silent' : 'plain').step(toPolicyText(modalDirectives(origins)))
  return { document: { ok: true, command: 'doctor', csp: policyDocument(origins) } }
}

async function readTarget({ build, csp, online }: DoctorFlags, env: Environment): Promise<DoctorTarget> {
  const site = await readSite(env.cwd)
  readLists((await readText(join(env.cwd, packageFile))) ?? '{}') // validates package.json
  const { plugins: known } = await loadFirstParty(env.assets)
  return {
    folder: env.cwd,
    site,
    plugins: await readablePlugins(env.cwd, Object.keys(site.plugins)),
    known,
    nodeVersion: process.versions.node,
    env: env.env,
    build: await buildFolder(env.cwd, build),
    pageHeaders: typeof csp === 'string' ? await readPageHeaders(csp, env.cwd, env.signal) : undefined,
    online: online === true,
    signal: env.signal,
  }
}

/** Plugins whose manifests can be read. `checkGenerated` reports the others. */
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

async function buildFolder(cwd: string, buildOption: string | undefined): Promise<string | undefined> {
  const folder = resolve(cwd, buildOption ?? browserFolders[(await readLayout(cwd)).framework])
  const isFolder = await stat(folder).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
  if (isFolder) return folder
  if (buildOption === undefined) return undefined
  throw new CliError('USAGE', `--build: the folder "${folder}" does not exist.`, {
    advice: 'Build the site first, or pass the folder of the build.',
  })
}
