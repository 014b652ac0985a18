import type { Environment } from '../environment.js'

/** How npm runs this process: `npm create`, a package script (with its name), or another way that passes flags on. */
function npmRun({ env }: Environment): { readonly creates: boolean; readonly script: string | undefined } {
  const { npm_config_user_agent: agent = '', npm_command: command, npm_lifecycle_event: event } = env
  const isNpm = agent.startsWith('npm/') // other package managers pass flags on
  const isScript = isNpm && command !== 'init' && command !== 'exec' && event !== 'npx'
  return { creates: isNpm && command === 'init', script: isScript ? event : undefined }
}

/** A flag as the user has to type it: npm passes on only the flags after `--`, in `npm create` and in package scripts. */
export function typedFlag(flag: string, environment: Environment): string {
  const { creates, script } = npmRun(environment)
  return creates || script ? `\`-- ${flag}\`` : `\`${flag}\``
}

/** Like `typedFlag`, with the command that runs a package script. */
export function flagOfScript(flag: string, environment: Environment): string {
  const { script } = npmRun(environment)
  return script ? `\`npm run ${script} -- ${flag}\`` : flag
}
