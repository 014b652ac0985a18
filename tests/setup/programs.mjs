import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { must, step } from './steps.mjs'

/** @param {string} file */
export function isProgram(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Path of the first of these programs that is on PATH. @param {readonly string[]} names @returns {string | undefined} */
export function onPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram)
}

/** Whether the user is root. Programs with their own sandbox, such as browsers, must then run without it. */
export const isRoot = () => process.getuid?.() === 0

const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }

/** @type {Promise<string> | undefined} */
let lists
const readLists = () => (lists ??= must('Reading the package lists', 'apt-get', ['update'], { env }))

/**
 * Makes sure that a program is installed. If the user is root, installs it from Debian's packages with apt-get. Downloads nothing from elsewhere.
 *
 * @typedef {{ name: string, packages: readonly string[], isThere: () => boolean, orSet?: string }} Wanted `orSet`: environment variable with the
 *   path of the program
 * @param {Wanted} wanted @returns {Promise<string | undefined>} the reason if it is missing
 */
export async function ensure({ name, packages, isThere, orSet }) {
  const install = ['install', '-y', '--no-install-recommends', ...packages]
  const other = orSet ? ` or set ${orSet}` : ''
  if (isThere()) return undefined
  if (!isRoot())
    return `No ${name} was found and only root can install one. Install it (apt-get install ${packages.join(' ')})${other}.`
  try {
    await step(`Installing ${name} (apt-get)`, async () => {
      await readLists()
      await must(`Installing ${name}`, 'apt-get', install, { env })
    })
  } catch (error) {
    const last = (error instanceof Error ? error.message : String(error)).split('\n').at(-1)
    return `${name} could not be installed by apt-get: ${last}`
  }
  return isThere() ? undefined : `${name} was installed and is not where it should be${orSet ? `. Set ${orSet}` : ''}.`
}
