import * as v from 'valibot'
import { CliError, messageOf } from '../../errors.js'
import { parseWith } from '../../plan/arguments/parse.js'
import { parseJson } from '../../plan/files/json.js'
import { runCommand } from '../run-command.js'

/** English texts by owner (a plugin or an entry of the kernel) and key. */
export type EnglishTexts = Readonly<Record<string, Readonly<Record<string, string>>>>

const textsSchema = v.record(v.string(), v.record(v.string(), v.string()))

/** Prints the texts of its arguments as JSON. An owner without the entry `/texts` has no texts. */
const script = `
const texts = {}
for (const owner of process.argv.slice(1)) {
  try {
    texts[owner] = (await import(owner + '/texts')).strings
  } catch (error) {
    if (error?.code !== 'ERR_PACKAGE_PATH_NOT_EXPORTED' && error?.code !== 'ERR_MODULE_NOT_FOUND') throw error
  }
}
console.log(JSON.stringify(texts))`

/**
 * Reads the English texts of the installed packages from their entries `/texts`, in a process of its own, because this program loads no code of a
 * site. Throws `PROCESS_FAILED` if an entry cannot be read.
 */
export async function readEnglishTexts(
  folder: string,
  owners: readonly string[],
  signal: AbortSignal,
): Promise<EnglishTexts> {
  const args = ['--input-type=module', '--eval', script, ...owners]
  const { exitCode, stdout, stderr } = await runCommand({ file: process.execPath, args, cwd: folder, signal })
  if (exitCode !== 0) throw unreadable(stderr)
  try {
    const result = parseWith(textsSchema, parseJson(stdout))
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
