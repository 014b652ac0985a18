import type { Command, Option } from 'commander'

// The generated scripts contain all completions. With @bomb.sh/tab, tabtab or omelette, each completion would start Node.js.

export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]
export const isShell = (name: string): name is Shell => shells.some((shell) => shell === name)

/** Completions for the value of a flag or for an argument. `files`: whether paths of files and folders are completed. */
export interface Values {
  readonly words: readonly string[]
  readonly files: boolean
}

interface Flag {
  readonly long: string
  readonly short: string | undefined
  readonly help: string
  /** Absent if the flag takes no value. */
  readonly values: Values | undefined
}

/** A command with its flags, and the words for its arguments. */
export interface CompletedCommand {
  readonly name: string
  readonly help: string
  readonly flags: readonly Flag[]
  readonly values: Values
}

/** Completion words by the name of a flag (`theme`) or, for arguments, of a command (`add`). */
export type KnownWords = Readonly<Record<string, readonly string[]>>

/** Reads commands and flags from the program itself, so that completion stays up to date. */
export const commandsOf = (program: Command, known: KnownWords): readonly CompletedCommand[] =>
  program.commands.map((command) => ({
    name: command.name(),
    help: firstLine(command.description()),
    flags: command.options.filter((option) => !option.hidden).map((option) => toFlag(option, known)),
    values: { words: wordsOf(known, command.name()), files: false },
  }))

function toFlag(option: Option, known: KnownWords): Flag {
  const [, placeholder = ''] = /[<[](.*?)[>\]]/.exec(option.flags) ?? []
  const words = [
    ...wordsOf(known, option.long?.slice(2) ?? ''),
    ...(/^[\w|-]+\|[\w|-]+$/.test(placeholder) ? placeholder.split('|') : []),
  ]
  const files = /\b(?:file|folder)\b/.test(placeholder)
  return {
    long: option.long ?? '',
    short: option.short ?? undefined,
    help: firstLine(option.description),
    values:
      option.required || option.optional
        ? { words: files ? wordsOf(known, option.long?.slice(2) ?? '') : words, files }
        : undefined,
  }
}

const wordsOf = (known: KnownWords, name: string): readonly string[] =>
  Object.hasOwn(known, name) ? (known[name] ?? []).filter((word) => /^[\w@/.:-]+$/.test(word)) : []

const replacements: Readonly<Record<string, string>> = { "'": '’', '[': '(', ']': ')' }

/** First line of a help text, without characters that would end the quotes (in zsh also the brackets) around it in the script. */
const firstLine = (text: string): string =>
  text.split('\n')[0]?.replace(/['"`$\\[\]]/g, (character) => replacements[character] ?? '') ?? ''

/** The completion script of a shell. `names` are the programs that it completes. */
export function completionScript(
  shell: Shell,
  names: readonly string[],
  commands: readonly CompletedCommand[],
): string {
  return { bash, zsh, fish }[shell](names, commands)
}

const flagWords = ({ flags }: CompletedCommand): readonly string[] =>
  flags.flatMap(({ long, short }) => (short ? [long, short] : [long]))

function bash(names: readonly string[], commands: readonly CompletedCommand[]): string {
  const values = commands.flatMap((command) =>
    command.flags.flatMap(({ long, short, values: after }) =>
      after
        ? [`      '${command.name} ${long}'${short ? ` | '${command.name} ${short}'` : ''}) ${bashValues(after)} ;;`]
        : [],
    ),
  )
  const commandCases = commands.map(
    (command) => `      ${command.name}) words='${[...flagWords(command), ...command.values.words].join(' ')}' ;;`,
  )
  return `# bash completion. Load it with: source <(${names[0]} completion bash)
_wallet_modal() {
  # bash splits words at "=" and ":", which options and network ids contain
  local line="\${COMP_LINE:0:COMP_POINT}" current before command='' word words='' typed
  read -ra typed <<< "$line"
  current="\${line##*[[:space:]]}"
  [[ -n "$current" ]] && typed=("\${typed[@]:0:\${#typed[@]}-1}")
  before="\${typed[\${#typed[@]}-1]}"
  if [[ "$current" == --*=* ]]; then before="\${current%%=*}"; current="\${current#*=}"; fi
  for word in "\${typed[@]:1}"; do
    case "$word" in
      ${commands.map(({ name }) => name).join(' | ')}) command="$word"; break ;;
    esac
  done
  COMPREPLY=()
  if [[ -z "$command" ]]; then
    words='${commands.map(({ name }) => name).join(' ')} --help --version'
  else
    case "$command" in
${commandCases.join('\n')}
    esac
    case "$command $before" in
${values.join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  if [[ "$current" == *:* && "$COMP_WORDBREAKS" == *:* ]]; then COMPREPLY=("\${COMPREPLY[@]#"\${current%:*}:"}"); fi
}
complete -o bashdefault -o default -F _wallet_modal ${names.join(' ')}
`
}

const bashValues = ({ words, files }: Values): string =>
  files ? 'COMPREPLY=($(compgen -f -- "$current")); return' : `words='${words.join(' ')}'`

function zsh(names: readonly string[], commands: readonly CompletedCommand[]): string {
  const specs = ({ flags, values }: CompletedCommand): string =>
    [
      ...flags.flatMap(({ long, short, help, values: after }) =>
        [long, ...(short ? [short] : [])].map(
          (name) =>
            `      '${name}${after && name === long ? '=' : ''}[${help}]${after ? `:value:${zshValues(after)}` : ''}'`,
        ),
      ),
      `      '*:argument:${values.words.length > 0 ? `(${values.words.join(' ')})` : '_files'}'`,
    ].join(' \\\n')
  return `#compdef ${names.join(' ')}
# zsh completion. Load it with: source <(${names[0]} completion zsh)
_wallet_modal() {
  local -a commands
  commands=(
${commands.map(({ name, help }) => `    '${name}:${help}'`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  local command="\${words[2]}"
  shift words
  (( CURRENT-- ))
  case "$command" in
${commands.map((command) => `    ${command.name})\n    _arguments \\\n${specs(command)}\n    ;;`).join('\n')}
  esac
}
if [[ "\${funcstack[1]}" == _wallet_modal ]]; then
  _wallet_modal "$@" # autoloaded from fpath: the file itself is the function
else
  (( \${+functions[compdef]} )) || { autoload -Uz compinit && compinit -i; }
  compdef _wallet_modal ${names.join(' ')}
fi
`
}

const zshValues = ({ words, files }: Values): string =>
  words.length > 0 ? `(${words.join(' ').replaceAll(':', '\\:')})` : files ? '_files' : ' '

function fish(names: readonly string[], commands: readonly CompletedCommand[]): string {
  const all = commands.map(({ name }) => name).join(' ')
  const lines = names.flatMap((program) => [
    `complete -c ${program} -f`,
    ...commands.flatMap((command) => {
      const start = `complete -c ${program} -n '__fish_seen_subcommand_from ${command.name}'`
      return [
        `complete -c ${program} -n 'not __fish_seen_subcommand_from ${all}' -a ${command.name} -d '${command.help}'`,
        ...(command.values.words.length > 0 ? [`${start} -a '${command.values.words.join(' ')}'`] : []),
        ...command.flags.map(
          ({ long, short, help, values }) =>
            `${start} -l ${long.slice(2)}${short ? ` -s ${short.slice(1)}` : ''} -d '${help}'${fishValues(values)}`,
        ),
      ]
    }),
  ])
  return `# fish completion. Load it with: ${names[0]} completion fish | source\n${lines.join('\n')}\n`
}

const fishValues = (values: Values | undefined): string => {
  if (!values) return ''
  if (values.files) return ' -r -F'
  return ` -x${values.words.length > 0 ? ` -a '${values.words.join(' ')}'` : ''}`
}
