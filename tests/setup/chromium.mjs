import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { must, SetupError, step } from './steps.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** @param {string} file */
function isProgram(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The browser of this machine: `CHROMIUM_PATH`, or the first found on PATH. @returns {string | undefined} */
export function chromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram)
}

/** How playwright-core starts it: `chromium.launch(launchOptions())`. Chromium has no sandbox of its own for root. */
export function launchOptions() {
  const executablePath = chromium()
  if (!executablePath)
    throw new SetupError('There is no Chromium. Install it (apt-get install chromium) or set CHROMIUM_PATH.')
  return { executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] }
}

/**
 * Makes sure that there is a browser: Debian's package where we may install it. A browser is never downloaded from anywhere else.
 * @returns {Promise<string | undefined>} why there is none
 */
export async function ensureChromium() {
  if (chromium()) return undefined
  if (process.getuid?.() !== 0)
    return 'No Chromium was found and only root can install one. Install it (apt-get install chromium) or set CHROMIUM_PATH.'
  try {
    await step('Installing Chromium (apt-get)', async () => {
      const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
      await must('Reading the package lists', 'apt-get', ['update'], { env })
      await must('Installing Chromium', 'apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], { env })
    })
  } catch (error) {
    return `Chromium could not be installed. ${error instanceof Error ? error.message : error}`
  }
  return chromium() ? undefined : 'Chromium was installed and is not on PATH. Set CHROMIUM_PATH.'
}
