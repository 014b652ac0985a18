import { ensure, onPath } from './programs.mjs'
import { SetupError } from './steps.mjs'

/** The Firefox ESR of this machine: `FIREFOX_PATH`, or the one on PATH. @returns {string | undefined} */
export const firefox = () => process.env.FIREFOX_PATH || onPath(['firefox-esr'])

/** How playwright-core starts it: `firefox.launch(firefoxOptions())`, as it came from Debian, over WebDriver BiDi. */
export function firefoxOptions() {
  const executablePath = firefox()
  if (!executablePath)
    throw new SetupError('There is no Firefox ESR. Install it (apt-get install firefox-esr) or set FIREFOX_PATH.')
  return { executablePath, channel: 'moz-firefox' }
}

/** Makes sure that there is one. @returns {Promise<string | undefined>} why there is none */
export const ensureFirefox = () =>
  ensure({
    name: 'Firefox ESR',
    packages: ['firefox-esr'],
    isThere: () => firefox() !== undefined,
    orSet: 'FIREFOX_PATH',
  })
