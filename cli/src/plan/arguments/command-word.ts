import type { Command, Option } from 'commander'

/**
 * Index of the first word that is neither an option nor the value of an option. The word is the command or, if `create` is the default command, the
 * folder.
 */
export function commandIndex(args: readonly string[], program: Command): number | undefined {
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    if (arg === '--') return undefined
    if (!arg.startsWith('-')) return at
    if (takesNext(arg, args[at + 1], program)) at++
  }
  return undefined
}

/** Moves the command word before its options. Otherwise the parser would treat the word as an argument of the default command. */
export function moveCommandFirst(args: readonly string[], program: Command): readonly string[] {
  const at = commandIndex(args, program)
  if (at === undefined || at === 0) return args
  const [before, word, after] = [args.slice(0, at), args[at] ?? '', args.slice(at + 1)]
  const hasRootOption = before.some((arg) => program.options.some((option) => hasName(option, arg)))
  return hasRootOption || !commandNames(program).includes(word) ? args : [word, ...before, ...after]
}

export const commandNames = (program: Command): readonly string[] => [
  ...program.commands.map((command) => command.name()),
  'help',
]

/** Whether an option takes the next word as its value. An option name takes a value in all commands or in none. */
function takesNext(arg: string, next: string | undefined, program: Command): boolean {
  const option = program.commands.flatMap((command) => command.options).find((known) => hasName(known, arg))
  return option?.required === true || (option?.optional === true && next !== undefined && !next.startsWith('-'))
}

const hasName = ({ short, long }: Option, arg: string): boolean => arg === short || arg === long
