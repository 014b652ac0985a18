import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensure, isProgram, onPath } from './programs.mjs'
import { SetupError } from './steps.mjs'

const packages = ['webkit2gtk-driver', 'xvfb']

/** Path of the newest MiniBrowser, which Debian installs with the WebKitGTK library: `/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser`. */
function miniBrowser() {
  const folders = (/** @type {string} */ folder) => (existsSync(folder) ? readdirSync(folder).sort().reverse() : [])
  return folders('/usr/lib')
    .filter((name) => name.includes('-linux-'))
    .flatMap((triplet) =>
      folders(join('/usr/lib', triplet))
        .filter((name) => /^webkit(2gtk|gtk)-\d/.test(name))
        .map((name) => join('/usr/lib', triplet, name, 'MiniBrowser')),
    )
    .find(isProgram)
}

/**
 * Paths of the programs for automating WebKitGTK: its driver, its browser and a virtual screen.
 * @returns {{ driver: string, browser: string, screen: string } | undefined}
 */
export function webkit() {
  const [driver, browser, screen] = [onPath(['WebKitWebDriver']), miniBrowser(), onPath(['Xvfb'])]
  return driver && browser && screen ? { driver, browser, screen } : undefined
}

/** Like {@link webkit}, but throws if a program is missing. */
export function webkitPrograms() {
  const programs = webkit()
  if (!programs) throw new SetupError(`WebKitGTK is not installed. Install it (apt-get install ${packages.join(' ')}).`)
  return programs
}

/** Makes sure that WebKitGTK is installed. @returns {Promise<string | undefined>} the reason if it is missing */
export const ensureWebkit = () => ensure({ name: 'WebKitGTK', packages, isThere: () => webkit() !== undefined })
