import type { Command } from 'commander'
import { templateIds } from '../assets.js'
import type { CommandResult, Environment } from '../environment.js'
import { CliError } from '../errors.js'
import { commandsOf, completionScript, isShell, type KnownWords, shells } from '../plan/arguments/completion.js'
import { suggest } from '../plan/arguments/similar-names.js'
import { packageManagers } from '../plan/packages/package-manager.js'
import { type FirstParty, shortNames } from '../plan/plugins/first-party.js'

/** Programs of this package. One script completes both. */
const names = ['wallet-modal', 'create-wallet-modal'] as const

/** Prints the completion script of a shell, generated from the program's own commands and flags. */
export async function completion(
  shell: string,
  { program, release, json }: { readonly program: Command; readonly release: FirstParty; readonly json: boolean },
  env: Environment,
): Promise<CommandResult> {
  if (!isShell(shell)) {
    throw new CliError('USAGE', `There is no completion for ${JSON.stringify(shell.slice(0, 50))}.`, {
      advice: suggest(shell, shells, 'Shells'),
    })
  }
  const plugins = shortNames(release)
  const words: KnownWords = {
    add: plugins,
    remove: plugins,
    completion: shells,
    pm: packageManagers,
    theme: ['auto', 'light', 'dark'],
    plugins,
    networks: release.plugins.flatMap(({ networks }) => networks.map(({ caipNetworkId }) => caipNetworkId)),
    template: await templateIds(env.assets),
  }
  const script = completionScript(shell, names, commandsOf(program, words))
  if (!json) env.stdout.write(script)
  return { document: { ok: true, command: 'completion', shell, script } }
}
