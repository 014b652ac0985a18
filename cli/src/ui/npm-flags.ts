import type { Environment } from '../environment.js'

/** How npm runs this process. `creates`: by `npm create`. `script`: name of the package script. Other ways pass flags on. */
function npmRun({ env }: Environment): { readonly creates: boolean; readonly script: string | undefined } {
  const { npm_config_user_agent: agent = '', npm_command: command, npm_lifecycle_event: event } = env
  const isNpm = agent.startsWith('npm/') // other package managers pass flags on
  const isScript = isNpm && command !== 'init' && command !== 'exec' && event !== 'npx'
  return { creates: isNpm && command === 'init', script: isScript ? event : undefined }
}

/** A flag as the user has to type it. In `npm create` and in package scripts, npm passes on only the flags after `--`. */
export function typedFlag(flag: string, environment: Environment): string {
  const { creates, script } = npmRun(environment)
  return creates || script ? `\`-- ${flag}\`` : `\`${flag}\``
}

/** Like `typedFlag`, but includes the command that runs the package script. */
export function flagOfScript(flag: string, environment: Environment): string {
  const { script } = npmRun(environment)
  return script ? `\`npm run ${script} -- ${flag}\`` : flag
}
