import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { guard, say } from '../setup/steps.mjs'
import { repository, workspaces } from '../setup/workspaces.mjs'

/**
 * Licences of all packages that a site installs with ours: our packages' dependencies, including peer and optional ones, and the dependencies of
 * those packages.
 *
 * @typedef {object} Locked a package in package-lock.json
 * @property {string} [version]
 * @property {string} [license]
 * @property {string} [resolved]
 * @property {boolean} [link]
 * @property {readonly string[]} [os]
 * @property {readonly string[]} [cpu]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [optionalDependencies]
 * @property {Record<string, string>} [peerDependencies]
 * @property {Record<string, { optional?: boolean }>} [peerDependenciesMeta]
 * @typedef {Record<string, Locked>} Lockfile
 * @typedef {{ name: string, version: string, licence: string | undefined }} Licensed
 * @typedef {{ name: string, licence: string, reason: string }} Exception
 */

/** Licences that allow anyone to use, change and redistribute the code, and require at most a notice. */
const permissive = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])

const lightClient =
  'Optional dependency of @polkadot/rpc-provider, which is a dependency of @polkadot/api and @acala-network/chopsticks. No package of this repository imports it.'

/** Reviewed packages under other licences. @type {readonly Exception[]} */
export const exceptions = [
  { name: '@substrate/connect', licence: 'GPL-3.0-only', reason: lightClient },
  {
    name: '@substrate/connect-extension-protocol',
    licence: 'GPL-3.0-only',
    reason: 'Dependency of @substrate/connect.',
  },
  {
    name: '@substrate/connect-known-chains',
    licence: 'GPL-3.0-only',
    reason:
      'Dependency of @substrate/connect. Also a development dependency of sites with the sandbox and Polkadot: on the developer’s machine, the ' +
      'sandbox reads a chain specification from this package.',
  },
  {
    name: 'smoldot',
    licence: 'GPL-3.0-or-later WITH Classpath-exception-2.0',
    reason: 'Dependency of @substrate/connect.',
  },
]

/** Whether an SPDX expression can be met with permissive licences alone. @param {string | undefined} expression @returns {boolean} */
export function isPermissive(expression) {
  if (expression === undefined) return false
  const bare = expression.trim().replace(/^\((.*)\)$/, '$1')
  if (/[()]/.test(bare)) return false
  return bare.split(/ OR /).some((choice) => choice.split(/ AND /).every((one) => permissive.has(one.trim())))
}

/** @returns {Lockfile} */
const readLockfile = () => JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8')).packages

/** @param {string} place such as `node_modules/a/node_modules/@b/c` */
const nameAt = (place) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)

/**
 * Finds the folder that Node resolves `name` to from the package at `place`.
 * @param {Lockfile} lockfile @param {string} place @param {string} name
 */
function resolveFolder(lockfile, place, name) {
  for (let from = place; ; from = from.slice(0, Math.max(0, from.lastIndexOf('/')))) {
    const at = `${from === '' ? '' : `${from}/`}node_modules/${name}`
    if (lockfile[at]) return at
    if (from === '') return undefined
  }
}

/**
 * Names of a package's dependencies. Optional peers count only for our own packages, because `create-wallet-modal` installs those.
 * @param {Locked} locked @param {boolean} isOurs
 */
const dependenciesOf = (
  { dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} },
  isOurs,
) => [
  ...Object.keys({ ...dependencies, ...optionalDependencies }),
  ...Object.keys(peerDependencies).filter((name) => isOurs || !peerDependenciesMeta[name]?.optional),
]

/**
 * All direct and indirect dependencies of these workspace folders, by install folder.
 * @param {Lockfile} lockfile @param {readonly string[]} folders @returns {ReadonlyMap<string, string>} dependency → the package that requires it
 */
function closure(lockfile, folders) {
  /** @type {Map<string, string>} */
  const found = new Map()
  const visit = (/** @type {string} */ place) => {
    const locked = lockfile[place] ?? {}
    for (const name of dependenciesOf(locked, folders.includes(place))) {
      const at = resolveFolder(lockfile, place, name)
      if (at === undefined || lockfile[at]?.link || found.has(at)) continue
      found.set(at, place)
      visit(at)
    }
  }
  for (const folder of folders) visit(folder)
  return found
}

/** The licence in the manifest of an installed package: `license`, or the older `licenses`. @param {string} place */
function statedLicence(place) {
  const file = join(repository, place, 'package.json')
  if (!existsSync(file)) return undefined
  const { license, licenses } = JSON.parse(readFileSync(file, 'utf8'))
  if (typeof license === 'string') return license
  const old = Array.isArray(licenses) ? licenses : license ? [license] : []
  return old.length > 0 ? old.map(({ type }) => String(type)).join(' OR ') : undefined
}

/** Every package that a site installs with these workspaces, with its licence. @param {readonly string[]} folders @returns {readonly Licensed[]} */
export function licencesBehind(folders, lockfile = readLockfile()) {
  const found = closure(lockfile, folders)
  const licenceOf = (/** @type {string} */ place) => statedLicence(place) ?? lockfile[place]?.license
  /** Package of this version that lists `name` as an optional dependency. @param {string} name @param {string} version */
  const listerOf = (name, version) =>
    Object.keys(lockfile).find(
      (place) => lockfile[place]?.version === version && lockfile[place]?.optionalDependencies?.[name] !== undefined,
    )
  const packages = [...found.keys()].map((place) => {
    const { version = '', os, cpu } = lockfile[place] ?? {}
    const name = nameAt(place)
    // A binary for another platform is not installed here. Its licence is taken from the package of the same version that lists it as optional.
    const lister = (os ?? cpu) === undefined ? undefined : listerOf(name, version)
    return { name, version, licence: licenceOf(place) ?? (lister && licenceOf(lister)) }
  })
  const unique = new Map(packages.map((one) => [`${one.name}@${one.version}`, one]))
  return [...unique.values()].sort((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1))
}

/** Describes each problem with the licences of packages. @param {readonly Licensed[]} packages @param {readonly Exception[]} [reviewed] */
export function licenceProblems(packages, reviewed = exceptions) {
  const isReviewed = (/** @type {Licensed} */ { name, licence }) =>
    reviewed.some((one) => one.name === name && one.licence === licence)
  const refused = packages
    .filter((one) => !isPermissive(one.licence) && !isReviewed(one))
    .map(
      ({ name, version, licence }) =>
        `${name} ${version} has the licence ${licence ?? '(none stated)'}, which is not permissive.`,
    )
  const idle = reviewed
    .filter(({ name, licence }) => !packages.some((one) => one.name === name && one.licence === licence))
    .map(({ name, licence }) => `The exception for ${name} (${licence}) is no longer needed: remove it.`)
  return [...refused, ...idle]
}

/** Folders of our packages, split into those for pages and those that only developers run. */
export function publishedFolders() {
  const all = workspaces().map(({ folder }) => folder)
  const isForDevelopers = (/** @type {string} */ folder) => folder === 'cli' || folder === 'plugins/sandbox'
  return { page: all.filter((folder) => !isForDevelopers(folder)), development: all.filter(isForDevelopers), all }
}

/** Checks the licences of all packages that a site installs with ours, and prints each problem. */
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await guard(async () => {
    const packages = licencesBehind(publishedFolders().all)
    const problems = licenceProblems(packages)
    for (const problem of problems) say(`  ${problem}`)
    if (problems.length === 0) say(`  ${packages.length} packages, ${exceptions.length} reviewed exceptions`)
    return problems.length === 0
  })
