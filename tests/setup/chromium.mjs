import { ensure, isRoot, onPath } from './programs.mjs'
import { SetupError } from './steps.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** The browser of this machine: `CHROMIUM_PATH`, or the first found on PATH. @returns {string | undefined} */
export const chromium = () => process.env.CHROMIUM_PATH || onPath(names)

const ofRoot = isRoot() ? ['--no-sandbox'] : [] // Chromium has no sandbox of its own for root

/**
 * How playwright-core starts it: `chromium.launch(launchOptions())`. Storage is partitioned by site, as it is for visitors: Playwright turns
 * that off in its own list of features, and Chromium then denies frames of other sites any storage.
 */
export function launchOptions() {
  const executablePath = chromium()
  if (!executablePath)
    throw new SetupError('There is no Chromium. Install it (apt-get install chromium) or set CHROMIUM_PATH.')
  return { executablePath, args: [...ofRoot, '--disable-features=Translate'] }
}

const shell = { name: 'Chromium without windows', program: 'chromium-headless-shell' }

/**
 * The same for suites of many pages. Debian also packs the engine without everything that a window needs: its pages are the same, and the
 * browser suite takes a quarter less time. A browser of your choice and the long schedules take the whole one.
 */
export function launchQuickly() {
  const isChosen = process.env.CHROMIUM_PATH || process.env.WALLET_MODAL_LONG
  const quick = isChosen ? undefined : onPath([shell.program])
  return quick ? { executablePath: quick, args: ofRoot } : launchOptions()
}

/** Makes sure that there is one, and the quicker one where it can be had. @returns {Promise<string | undefined>} why there is none */
export async function ensureChromium() {
  const isThere = () => chromium() !== undefined
  const missing = await ensure({ name: 'Chromium', packages: ['chromium'], isThere, orSet: 'CHROMIUM_PATH' })
  const isQuickThere = () => Boolean(process.env.CHROMIUM_PATH || onPath([shell.program]))
  if (!missing) await ensure({ name: shell.name, packages: [shell.program], isThere: isQuickThere }) // not needed
  return missing
}
