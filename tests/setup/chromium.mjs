import { ensure, isRoot, onPath } from './programs.mjs'
import { SetupError } from './steps.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** Path of Chromium: `CHROMIUM_PATH`, or the first on PATH. @returns {string | undefined} */
export const chromium = () => process.env.CHROMIUM_PATH || onPath(names)

const ofRoot = isRoot() ? ['--no-sandbox'] : [] // Chromium's own sandbox does not work for root

/**
 * Options for `chromium.launch()`. The argument `--disable-features` replaces Playwright's, which would disable storage partitioning by site. Without
 * partitioning, Chromium denies all storage to cross-site frames, unlike in visitors' browsers.
 */
export function launchOptions() {
  const executablePath = chromium()
  if (!executablePath)
    throw new SetupError('There is no Chromium. Install it (apt-get install chromium) or set CHROMIUM_PATH.')
  return { executablePath, args: [...ofRoot, '--disable-features=Translate'] }
}

const shell = { name: 'Chromium without windows', program: 'chromium-headless-shell' }

/**
 * Options for suites with many pages: they use Debian's headless shell, which renders pages the same and makes the browser suite a quarter
 * faster. With `CHROMIUM_PATH` and in long runs, the full browser is used.
 */
export function launchQuickly() {
  const isChosen = process.env.CHROMIUM_PATH || process.env.WALLET_MODAL_LONG
  const quick = isChosen ? undefined : onPath([shell.program])
  return quick ? { executablePath: quick, args: ofRoot } : launchOptions()
}

/**
 * Makes sure that Chromium is installed, and the headless shell where it is available.
 * @returns {Promise<string | undefined>} the reason if it is missing
 */
export async function ensureChromium() {
  const isThere = () => chromium() !== undefined
  const missing = await ensure({ name: 'Chromium', packages: ['chromium'], isThere, orSet: 'CHROMIUM_PATH' })
  const isQuickThere = () => Boolean(process.env.CHROMIUM_PATH || onPath([shell.program]))
  if (!missing) await ensure({ name: shell.name, packages: [shell.program], isThere: isQuickThere }) // optional: tests also run without it
  return missing
}
