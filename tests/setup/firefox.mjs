import { ensure, onPath } from './programs.mjs'
import { SetupError } from './steps.mjs'

/** Path of Firefox ESR: `FIREFOX_PATH`, or the one on PATH. @returns {string | undefined} */
export const firefox = () => process.env.FIREFOX_PATH || onPath(['firefox-esr'])

/** Options for `firefox.launch()`: Debian's unmodified Firefox over WebDriver BiDi. */
export function firefoxOptions() {
  const executablePath = firefox()
  if (!executablePath)
    throw new SetupError('There is no Firefox ESR. Install it (apt-get install firefox-esr) or set FIREFOX_PATH.')
  return { executablePath, channel: 'moz-firefox' }
}

/** Makes sure that Firefox ESR is installed. @returns {Promise<string | undefined>} the reason if it is missing */
export const ensureFirefox = () =>
  ensure({
    name: 'Firefox ESR',
    packages: ['firefox-esr'],
    isThere: () => firefox() !== undefined,
    orSet: 'FIREFOX_PATH',
  })
