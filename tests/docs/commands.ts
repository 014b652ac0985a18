import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadFirstParty, templateIds } from '../../cli/dist/assets.js'
import { createProgram } from '../../cli/dist/program.js'
import { readManifest, repository, workspaces } from '../setup/workspaces.mjs'

type Command = ReturnType<typeof createProgram>

const release = await loadFirstParty()
const templates = await templateIds()
const never = (): never => {
  throw new Error('No command is run here.')
}
const programs: Readonly<Record<string, boolean>> = { 'create-wallet-modal': true, 'wallet-modal': false }

const read = (file: string): string => readFileSync(join(repository, file), 'utf8')
const scripts = new Set([
  ...Object.keys(readManifest(join(repository, 'package.json')).scripts ?? {}),
  ...Object.keys(JSON.parse(read('templates/site/vite-react/template.json')).scripts),
  ...[...read('templates/site/shared/package.json.hbs').matchAll(/"([\w:]+)": "wallet-modal/g)].map(
    ([, name = '']) => name,
  ),
])
const sandboxFlags = [...read('plugins/sandbox/src/server/bin.ts').matchAll(/option\('(--[a-z-]+)/g)].map(
  ([, flag = '']) => flag,
)
const npmFlags = ['--save-dev', '--save-exact', '--ignore-scripts']

/** The commands of a shell block, without comments. Continued lines are joined. */
export const commandsOf = (code: string): readonly string[] =>
  code
    .replace(/\\\n\s*/g, ' ')
    .split(/\n| && /)
    .map((line) => line.replace(/(^|\s)#.*$/, '').trim())
    .filter((line) => line !== '')

/** Describes what is wrong with a command in the documentation; `undefined` if it is valid. */
export function commandProblem(line: string): string | undefined {
  const [program = '', ...words] = line.split(/\s+/)
  if (/[;&|<>$`]/.test(line)) return 'is more than one plain command'
  if (program === 'cd' && words.length === 1) return undefined
  if (program === 'npm') return npmProblem(words)
  const [name = '', ...rest] = words
  if (program !== 'npx') return `"${program}" is not checked`
  if (name === 'playwright') return ['install', 'test'].includes(rest[0] ?? '') ? undefined : 'is not checked'
  if (name === 'wallet-modal-sandbox') return unknownFlag(rest, sandboxFlags)
  const createsByDefault = programs[name]
  if (createsByDefault === undefined) return `there is no command "${name}"`
  return programProblem(
    createProgram({ name, createsByDefault, release, templates, environment: never, onResult: never }),
    rest,
    createsByDefault,
  )
}

const unknownFlag = (words: readonly string[], known: readonly string[]): string | undefined => {
  const found = words.find((word) => word.startsWith('-') && !known.includes(word))
  return found && `there is no flag "${found}"`
}

function npmProblem([verb = '', ...words]: readonly string[]): string | undefined {
  const [first = ''] = words
  if (['test', 'start', 'ci'].includes(verb)) return undefined
  if (verb === 'run') return scripts.has(first) ? undefined : `there is no script "${first}"`
  if (verb === 'create')
    return first === 'wallet-modal@latest' ? undefined : `"npm create ${first}" is not a command of this project`
  if (verb !== 'install') return `"npm ${verb}" is not checked`
  return words.map(packageProblem).find((problem) => problem !== undefined) ?? unknownFlag(words, npmFlags)
}

function packageProblem(word: string): string | undefined {
  if (word.startsWith('-')) return undefined
  const [, name = '', version] = /^(@?[^@]+)(?:@(.+))?$/.exec(word) ?? []
  const own = workspaces().find(({ manifest }) => manifest.name === name)
  if (own && version !== undefined && version !== own.manifest.version)
    return `${name} is at ${own.manifest.version}, not at ${version}`
  if (!own && name.startsWith('@wallet-modal/')) return `there is no package "${name}"`
  return undefined
}

function programProblem(program: Command, words: readonly string[], createsByDefault: boolean): string | undefined {
  const named = program.commands.find((one) => one.name() === words[0])
  const command = named ?? (createsByDefault ? program.commands.find((one) => one.name() === 'create') : undefined)
  if (!command) return `there is no command "${words[0]}"`
  const given = named ? words.slice(1) : words
  const { operands, unknown } = command.parseOptions(given.filter((word) => word !== '--help'))
  if (unknown.length > 0) return `"${command.name()}" has no flag "${unknown[0]}"`
  const most = command.registeredArguments.some(({ variadic }) => variadic)
    ? Number.POSITIVE_INFINITY
    : command.registeredArguments.length
  if (operands.length > most) return `"${command.name()}" does not take "${operands[most]}"`
  const unavailable = command.options.find((option) => option.hidden && given.includes(option.long ?? ''))
  return unavailable && `"${unavailable.long}" is not part of this release`
}
