import { isCancel, select } from '@clack/prompts'
import type { Environment } from '../environment.js'
import type { PluginKind } from '../plan/plugins/plugin-name.js'
import { interrupted } from './create-questions.js'

/** Asks what a new plugin adds. Throws `INTERRUPTED` when the question is cancelled. */
export async function askKind(env: Environment): Promise<PluginKind> {
  const kind = await select<PluginKind>({
    input: env.stdin,
    output: env.stdout,
    signal: env.signal,
    message: 'What does the plugin add?',
    options: [
      { value: 'feature', label: 'Feature', hint: 'a view, its state and its texts' },
      { value: 'namespace', label: 'Namespace', hint: 'a chain family with its wallets' },
      { value: 'provider', label: 'Provider', hint: 'a service, such as an on-ramp' },
    ],
  })
  if (isCancel(kind)) throw interrupted()
  return kind
}
