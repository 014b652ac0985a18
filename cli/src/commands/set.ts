import { readSnapshot } from '../apply/files/read-snapshot.js'
import type { CommandResult, Environment } from '../environment.js'
import { CliError } from '../errors.js'
import { assign } from '../plan/arguments/assignment.js'
import { shortName } from '../plan/plugins/first-party.js'
import { settableOptions } from '../plan/plugins/option-name.js'
import { checkVariable } from '../plan/site/project-id-variable.js'
import { askOne, askText, optionHint } from '../ui/change-questions.js'
import { type ChangeFlags, type OpenSite, openReadableSite, runChange } from './change-run.js'

/**
 * Sets options of plugins and fields of wallet-modal.json. Throws the errors of `assign`, and `INVALID_OPTION` for a project id from an environment
 * variable that the site's pages cannot read.
 */
export async function set(
  assignments: readonly string[],
  flags: ChangeFlags,
  env: Environment,
): Promise<CommandResult> {
  const open = await openReadableSite(flags, env)
  const { site, plugins, release, state } = open
  const assignmentTexts = assignments.length > 0 ? assignments : [await askAssignment(open)]
  const after = assignmentTexts.reduce((current, text) => assign(current, text, { plugins, release }), site)
  if (JSON.stringify(after.projectId) !== JSON.stringify(site.projectId))
    checkVariable(after, state.layout, await readSnapshot(env.cwd))
  return runChange(open, { command: 'set', after })
}

async function askAssignment({ env, interactive, plugins }: OpenSite): Promise<string> {
  const settable = plugins.filter(({ manifest }) => settableOptions(manifest).length > 0)
  if (!interactive || settable.length === 0) {
    throw new CliError('USAGE', 'No option was given.', {
      advice:
        'For example: `set <plugin>.<option>=<value>` or `set theme=dark`. `list` shows plugins and their options.',
    })
  }
  const name = await askOne(
    env,
    'Which plugin do you want to configure?',
    settable.map(({ name, manifest }) => ({ value: name, label: shortName(name), hint: manifest.description })),
  )
  const plugin = settable.find((one) => one.name === name)
  if (!plugin) throw new CliError('INTERNAL', `"${name}" is not one of the choices.`)
  const options = settableOptions(plugin.manifest)
  const option = await askOne(
    env,
    'Which option?',
    options.map((one) => ({ value: one, label: one, hint: optionHint(plugin, one) })),
  )
  const value = await askText(env, `${option} (${optionHint(plugin, option)}; leave empty to remove it)`)
  return `${name}.${option}=${value}`
}
