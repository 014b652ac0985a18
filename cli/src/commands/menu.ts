import { lstatSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Environment } from '../environment.js'
import { siteManifestFile } from '../plan/site-manifest.js'
import { askOne } from '../ui/change-questions.js'

/** Whether a command line names no command, in a folder that has a site. */
export function wantsMenu(args: readonly string[], env: Environment): boolean {
  const rest = args.filter((arg, at) => !isCommon(arg) && !(args[at - 1] === '--cwd'))
  const at = args.indexOf('--cwd')
  const folder = resolve(env.cwd, at < 0 ? '.' : (args[at + 1] ?? '.'))
  return rest.length === 0 && lstatSync(join(folder, siteManifestFile), { throwIfNoEntry: false }) !== undefined
}

const isCommon = (arg: string): boolean => /^--(?:cwd|json|debug)$/.test(arg)

/** Asks what to do with the site. The answer is a command. */
export const askCommand = (env: Environment): Promise<string> =>
  askOne(env, 'What would you like to do?', [
    { value: 'add', label: 'Add plugins' },
    { value: 'remove', label: 'Remove plugins' },
    { value: 'set', label: 'Set an option' },
    { value: 'list', label: 'Show the plugins' },
    { value: 'sync', label: 'Bring the generated file up to date' },
    { value: 'doctor', label: 'Look for problems' },
    { value: 'upgrade', label: 'Move to the newest release' },
    { value: 'dev', label: 'Run the sandbox and the site' },
  ])
