import { ensure, isRoot, onPath } from './programs.mjs'
import { SetupError } from './steps.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** The browser of this machine: `CHROMIUM_PATH`, or the first found on PATH. @returns {string | undefined} */
export const chromium = () => process.env.CHROMIUM_PATH || onPath(names)

/** How playwright-core starts it: `chromium.launch(launchOptions())`. Chromium has no sandbox of its own for root. */
export function launchOptions() {
  const executablePath = chromium()
  if (!executablePath)
    throw new SetupError('There is no Chromium. Install it (apt-get install chromium) or set CHROMIUM_PATH.')
  return { executablePath, args: isRoot() ? ['--no-sandbox'] : [] }
}

/** Makes sure that there is one. @returns {Promise<string | undefined>} why there is none */
export const ensureChromium = () =>
  ensure({ name: 'Chromium', packages: ['chromium'], isThere: () => chromium() !== undefined, orSet: 'CHROMIUM_PATH' })
