import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { repository } from './workspaces.mjs'

/**
 * `npm run lockfile` completes package-lock.json. Some tools have one optional package for the binary of each platform, and `npm ci` requires all
 * of them in the lockfile. With a registry that mirrors only some platforms, `npm install` omits the others. This script adds them without a
 * hash, which is enough because npm skips packages for other platforms before it looks them up.
 *
 * @typedef {{ version?: string, dev?: boolean, optional?: boolean, os?: string[], cpu?: string[], libc?: string[],
 *   optionalDependencies?: Record<string, string> }} Locked
 */

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const processors = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']

/**
 * A lockfile entry as npm writes it, with the platform from the package's name.
 * @param {string} name @param {string} version @param {boolean} dev @returns {Locked}
 */
function entryOf(name, version, dev) {
  const os = systems.find((system) => new RegExp(`\\b${system}\\b`).test(name))
  const cpu = processors.find((processor) => new RegExp(`\\b${processor}\\b`).test(name))
  const libc = /musl/.test(name) ? 'musl' : os === 'linux' && /gnu/.test(name) ? 'glibc' : undefined
  return {
    version,
    ...(cpu && { cpu: [cpu] }),
    ...(dev && { dev }),
    ...(libc && { libc: [libc] }),
    optional: true,
    ...(os && { os: [os] }),
  }
}

/**
 * Entries for optional dependencies that the lockfile lists but has no entry for.
 * @param {Record<string, Locked>} packages @returns {Record<string, Locked>}
 */
export function missingOptional(packages) {
  /** @type {Record<string, Locked>} */
  const missing = {}
  for (const [place, { optionalDependencies = {}, dev }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (packages[`node_modules/${name}`] || packages[`${place}/node_modules/${name}`]) continue
      missing[`node_modules/${name}`] = entryOf(name, version, dev === true)
    }
  }
  return missing
}

/** @param {string} folder */
function complete(folder) {
  const file = join(folder, 'package-lock.json')
  const lockfile = JSON.parse(readFileSync(file, 'utf8'))
  const all = Object.entries({ ...lockfile.packages, ...missingOptional(lockfile.packages) })
  lockfile.packages = Object.fromEntries(all.sort(([a], [b]) => a.localeCompare(b, 'en')))
  writeFileSync(file, `${JSON.stringify(lockfile, null, 2)}\n`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) complete(process.argv[2] ?? repository)
