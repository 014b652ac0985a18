import { lstatSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import type { Environment } from '../environment.js'
import { commandIndex, commandNames } from '../plan/arguments/command-word.js'
import { siteManifestFile } from '../plan/site/site-manifest.js'
import { askOne } from '../ui/change-questions.js'

/** Whether to show the menu: the folder contains a site, and the command line has only common options, such as `--cwd`. */
export const wantsMenu = (args: readonly string[], env: Environment): boolean =>
  args.every((arg, at) => isCommonFlag(arg) || args[at - 1] === '--cwd') && isInSite(args, env)

/**
 * Returns the first word of the command line if it is not a command and the folder contains a site: it is probably a typing mistake. In other
 * folders, such a word is the folder of a new site.
 */
export function unknownFirstWord(args: readonly string[], env: Environment, program: Command): string | undefined {
  const at = commandIndex(args, program)
  const word = at === undefined ? undefined : args[at]
  if (word === undefined || commandNames(program).includes(word) || !isInSite(args, env)) return undefined
  return word
}

function isInSite(args: readonly string[], env: Environment): boolean {
  const folder = resolve(env.cwd, folderOf(args) ?? '.')
  try {
    return lstatSync(join(folder, siteManifestFile), { throwIfNoEntry: false }) !== undefined
  } catch {
    return false // an unreadable folder is reported when the command starts
  }
}

/** Value of `--cwd`; the last one wins. */
function folderOf(args: readonly string[]): string | undefined {
  const at = args.findLastIndex((arg) => /^--cwd(?:=|$)/.test(arg))
  if (at < 0) return undefined
  return args[at] === '--cwd' ? args[at + 1] : args[at]?.slice('--cwd='.length)
}

const isCommonFlag = (arg: string): boolean => /^--(?:cwd(?:=.*)?|json|debug)$/s.test(arg)

/** Asks what to do with the site. Returns the name of a command. */
export const askCommand = (env: Environment): Promise<string> =>
  askOne(env, 'What would you like to do?', [
    { value: 'add', label: 'Add plugins' },
    { value: 'remove', label: 'Remove plugins' },
    { value: 'set', label: 'Set an option' },
    { value: 'list', label: 'Show the plugins' },
    { value: 'sync', label: 'Update the generated file' },
    { value: 'doctor', label: 'Check for problems' },
    { value: 'upgrade', label: 'Update to the newest release' },
    { value: 'dev', label: 'Run the sandbox and the site' },
  ])
