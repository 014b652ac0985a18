import type { Environment } from '../environment.js'

/**
 * How npm started this process: with `npm create` (`creates`), or by the package script `script`. In both cases, npm itself takes the flags before
 * `--`. In all other cases, this process gets all flags.
 */
function npmRun({ env }: Environment): { readonly creates: boolean; readonly script: string | undefined } {
  const { npm_config_user_agent: agent = '', npm_command: command, npm_lifecycle_event: event } = env
  const isNpm = agent.startsWith('npm/')
  const isScript = isNpm && command !== 'init' && command !== 'exec' && event !== 'npx'
  return { creates: isNpm && command === 'init', script: isScript ? event : undefined }
}

/** A flag as the user has to type it, with `--` before it if npm requires that. */
export function typedFlag(flag: string, environment: Environment): string {
  const { creates, script } = npmRun(environment)
  return creates || script ? `\`-- ${flag}\`` : `\`${flag}\``
}

/** Like `typedFlag`, but includes the command that runs the package script. */
export function flagOfScript(flag: string, environment: Environment): string {
  const { script } = npmRun(environment)
  return script ? `\`npm run ${script} -- ${flag}\`` : flag
}
