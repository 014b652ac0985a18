import * as v from 'valibot'
import { CliError, messageOf } from '../../errors.js'
import { parseWith } from '../../plan/arguments/parse.js'
import { parseJson } from '../../plan/files/json.js'
import { textsOfModule } from '../../plan/files/texts-module.js'
import { runCommand } from '../run-command.js'

/** English texts by owner (a plugin or an entry of the kernel) and key. */
type EnglishTexts = Readonly<Record<string, Readonly<Record<string, string>>>>

export interface FoundTexts {
  readonly texts: EnglishTexts
  /** Third-party owners whose texts cannot be read without running their code. Their objects in `texts` are empty. */
  readonly omitted: readonly string[]
}

export interface TextsInput {
  /** First-party owners, whose entries are imported. */
  readonly own: readonly string[]
  /** Third-party owners, whose code does not run. */
  readonly foreign: readonly string[]
  readonly signal: AbortSignal
}

const schema = v.object({
  texts: v.record(v.string(), v.record(v.string(), v.string())),
  modules: v.record(v.string(), v.string()),
})

/**
 * Prints JSON: the texts of first-party owners, and the source code of the entries `/texts` of third-party owners. Omits owners without this entry.
 * Checks that the file exists, because Node.js resolves any path in a package without the field `exports`.
 */
const script = `
import { readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
const { own, foreign } = JSON.parse(process.argv[1])
const [texts, modules] = [{}, {}]
const find = (entry) => {
  try {
    const file = fileURLToPath(import.meta.resolve(entry))
    return /[/\\\\]texts$/.test(file) && !statSync(file, { throwIfNoEntry: false })?.isFile() ? undefined : file
  } catch (error) {
    if (error?.code !== 'ERR_PACKAGE_PATH_NOT_EXPORTED') throw error
  }
}
const fail = (entry, error) => {
  console.error(entry + ': ' + (error?.message ?? error))
  process.exit(1)
}
for (const owner of [...own, ...foreign]) {
  const entry = owner + '/texts'
  try {
    const file = find(entry)
    if (file === undefined) continue
    if (own.includes(owner)) texts[owner] = (await import(entry)).strings
    else modules[owner] = readFileSync(file, 'utf8')
  } catch (error) {
    fail(entry, error)
  }
}
console.log(JSON.stringify({ texts, modules }))`

/**
 * Reads the English texts of the installed packages from their entries `/texts`. Uses a separate process, because this program loads no code of a
 * site. Throws `PROCESS_FAILED` if an entry cannot be read.
 */
export async function readEnglishTexts(folder: string, { own, foreign, signal }: TextsInput): Promise<FoundTexts> {
  const args = ['--input-type=module', '--eval', script, JSON.stringify({ own, foreign })]
  const { exitCode, stdout, stderr } = await runCommand({ file: process.execPath, args, cwd: folder, signal })
  if (exitCode !== 0) throw unreadable(stderr)
  const { texts, modules } = parseOutput(stdout)
  const read = Object.entries(modules).map(([owner, code]) => [owner, textsOfModule(code)] as const)
  return {
    texts: { ...texts, ...Object.fromEntries(read.map(([owner, found]) => [owner, found ?? {}])) },
    omitted: read.flatMap(([owner, found]) => (found ? [] : [owner])),
  }
}

function parseOutput(stdout: string): v.InferOutput<typeof schema> {
  try {
    const result = parseWith(schema, parseJson(stdout))
    if ('value' in result) return result.value
  } catch (error) {
    throw unreadable(messageOf(error))
  }
  throw unreadable('a package has texts that are not strings')
}

const unreadable = (reason: string): CliError =>
  new CliError('PROCESS_FAILED', `The texts of the installed packages cannot be read: ${reason.slice(0, 500)}`, {
    advice: 'Install the packages of this site again.',
  })
