import { lstatSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Environment } from '../environment.js'
import { siteManifestFile } from '../plan/site-manifest.js'
import { askOne } from '../ui/change-questions.js'

/** Whether a command line names no command, in a folder that has a site. */
export const wantsMenu = (args: readonly string[], env: Environment): boolean =>
  ownWords(args).length === 0 && isInSite(args, env)

/**
 * The word that stands where a command would, in a folder that has a site. Elsewhere it is the folder of a new one; here it is a slip of the
 * finger, and a site inside a site is what nobody asked for.
 */
export function strayWord(args: readonly string[], commands: readonly string[], env: Environment): string | undefined {
  const [word] = ownWords(args)
  if (word === undefined || word.startsWith('-') || commands.includes(word) || !isInSite(args, env)) return undefined
  return word
}

const ownWords = (args: readonly string[]): readonly string[] =>
  args.filter((arg, at) => !isCommon(arg) && args[at - 1] !== '--cwd')

function isInSite(args: readonly string[], env: Environment): boolean {
  const at = args.indexOf('--cwd')
  const folder = resolve(env.cwd, at < 0 ? '.' : (args[at + 1] ?? '.'))
  return lstatSync(join(folder, siteManifestFile), { throwIfNoEntry: false }) !== undefined
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
