import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { healSite } from '../apply/changes/heal-site.js'
import { readGenerated, readSite, stateOf } from '../apply/site/site.js'
import { loadFirstParty } from '../assets.js'
import { responds } from '../dev/await-http.js'
import { watchContents, watchInstalled } from '../dev/install-watch.js'
import { watchParent } from '../dev/parent-watch.js'
import { checkPort, toPort } from '../dev/ports.js'
import { type DevProgram, sandboxOrigin, sandboxProgram, siteProgram, toUrl } from '../dev/programs.js'
import { createSession, type Session } from '../dev/session.js'
import type { CommandResult, Environment } from '../environment.js'
import { siteManifestFile } from '../plan/site/site-manifest.js'
import { flagOfScript } from '../ui/npm-flags.js'
import { createReporter, type Reporter } from '../ui/reporter.js'

export interface DevFlags {
  readonly port?: string
  readonly host?: string
  readonly sandbox?: boolean
  readonly json?: boolean
}

/**
 * Runs the sandbox and the site's dev server. Stops both on Ctrl-C, when one of them ends, when the output is closed, or when the package script that
 * runs this command ends. Restarts the dev server when the installed packages change, because Vite checks its dependency cache only at start.
 * Restarts the sandbox when its settings in wallet-modal.json change.
 */
export async function dev(flags: DevFlags, env: Environment): Promise<CommandResult> {
  const parent = watchParent(env.env)
  try {
    return await runPrograms(flags, { ...env, signal: AbortSignal.any([env.signal, parent.signal]) })
  } finally {
    parent.stop()
  }
}

async function runPrograms(flags: DevFlags, env: Environment): Promise<CommandResult> {
  const reporter = createReporter(env, flags.json ? 'silent' : 'plain')
  const { plugins } = await loadFirstParty(env.assets)
  await healSite(env.cwd, { heals: true, warn: reporter.warn })
  const generated = await readGenerated(env.cwd, plugins)
  const { state, path } = stateOf(generated)
  if (state !== 'current') reporter.warn(`${path} is ${state}: run \`npx create-wallet-modal sync\`.`)
  const { site, sandbox } = await choosePrograms(flags, env)
  const programs = sandbox.program ? [sandbox.program, site] : [site]
  for (const { name, host, port, option } of programs) {
    const typed = name === 'site' ? flagOfScript(option, env) : option
    const alternative =
      name === 'sandbox'
        ? `If it is the sandbox of another site, this site can use it too, with ${flagOfScript('--no-sandbox', env)}.`
        : undefined
    await checkPort(host, port, { subject: `The ${name}`, option: typed, alternative })
  }

  const session = createSession({
    cwd: env.cwd,
    color: env.stdout.isTTY === true && !flags.json,
    signal: env.signal,
    onLine: forward(flags, env),
  })
  const [watches, pageServers] = [new AbortController(), new AbortController()]
  try {
    for (const program of programs) {
      await program.serve?.(pageServers.signal)
      await session.start(program)
    }
    await watchInstalled(env.cwd, watches.signal, () => {
      reporter.step('The installed packages changed: restarting the site ...')
      session.restart(site)
    })
    await restartSandboxOnChange(sandbox, session, { env, reporter, signal: watches.signal })
    if (flags.json) env.stdout.write(`${JSON.stringify(readyDocument(programs))}\n`)
    reporter.box('Running', [...programs.map(({ name, url }) => `${name.padEnd(8)} ${url}`), 'Ctrl-C ends it'])
    return await runUntilStopped(session, flags, env)
  } catch (error) {
    if (env.signal.aborted) return {}
    throw error
  } finally {
    watches.abort()
    pageServers.abort()
    await session.stop()
  }
}

interface SandboxWatch {
  readonly env: Environment
  readonly reporter: Reporter
  readonly signal: AbortSignal
}

/** Restarts the sandbox when a change of wallet-modal.json changes its arguments: its port, or the networks on which visitors may sign in. */
async function restartSandboxOnChange(
  sandbox: SandboxState,
  session: Session,
  { env, reporter, signal }: SandboxWatch,
): Promise<void> {
  const compare = async (): Promise<void> => {
    // fails during an incomplete edit or an installation: the sandbox keeps its settings until the next change
    const next = await readSite(env.cwd)
      .then((site) => sandboxProgram(env.cwd, site))
      .catch(() => undefined)
    if (!sandbox.program || !next || isDeepStrictEqual(next.args, sandbox.program.args)) return
    reporter.step('The settings of the sandbox changed: restarting it ...')
    session.restart(sandbox.program, next)
    sandbox.program = next
  }
  if (sandbox.program) await watchContents(join(env.cwd, siteManifestFile), signal, () => void compare())
}

/** The running sandbox. `program` is replaced when its settings change; `undefined` if `dev` runs no sandbox. */
interface SandboxState {
  program: DevProgram | undefined
}

interface ChosenPrograms {
  readonly site: DevProgram
  readonly sandbox: SandboxState
}

async function choosePrograms(flags: DevFlags, env: Environment): Promise<ChosenPrograms> {
  const port = flags.port === undefined ? undefined : toPort(flags.port, '--port')
  const sandbox: SandboxState = { program: undefined }
  const site = await siteProgram(env.cwd, { host: flags.host, port }, () => signInServer(sandbox, env))
  if (flags.sandbox !== false) sandbox.program = await sandboxProgram(env.cwd, await readSite(env.cwd))
  return { site, sandbox }
}

/** Origin of the site's sandbox, which `dev` or another program (with `--no-sandbox`) has started. `undefined` if none responds. */
async function signInServer({ program }: SandboxState, { cwd, signal }: Environment): Promise<string | undefined> {
  if (program) return toUrl(program.host, program.port)
  try {
    const origin = await sandboxOrigin(cwd, await readSite(cwd))
    return origin !== undefined && (await responds(origin, signal)) ? origin : undefined
  } catch {
    return undefined // during an incomplete edit of wallet-modal.json
  }
}

const forward =
  (flags: DevFlags, env: Environment) =>
  (program: DevProgram, line: string): void => {
    const output = flags.json ? env.stderr : env.stdout
    output.write(`${program.name.padEnd(7)} | ${line}\n`)
  }

const readyDocument = (programs: readonly DevProgram[]): object => ({
  ok: true,
  command: 'dev',
  ...Object.fromEntries(programs.map(({ name, url }) => [name, url])),
})

/**
 * Waits until `dev` must end. The exit code is 0 after Ctrl-C or a closed output. With `--json`, prints errors as text, because the one JSON document
 * was already printed.
 */
async function runUntilStopped(session: Session, flags: DevFlags, env: Environment): Promise<CommandResult> {
  const stopped = new Promise<undefined>((resolve) => {
    if (env.signal.aborted) resolve(undefined)
    else env.signal.addEventListener('abort', () => resolve(undefined), { once: true })
    env.stdout.once('error', () => resolve(undefined))
  })
  const error = await Promise.race([session.failure, stopped])
  if (error === undefined) return {}
  if (!flags.json) throw error
  env.stderr.write(`${error.message}\n`)
  return { exitCode: error.exitCode }
}
