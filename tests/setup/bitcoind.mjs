import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { cacheFolder } from './cache.mjs'
import { must, run, SetupError, step } from './steps.mjs'

/** The Debian package that contains `bitcoind`, and the Debian suite that contains the package. */
const source = { name: 'bitcoin-knots', suite: 'sid' }
const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg'

/**
 * Folder of the libraries and of the dynamic loader on Debian, by CPU architecture.
 * @type {Readonly<Record<string, { folder: string, loader: string }>>}
 */
const libraries = {
  x64: { folder: 'usr/lib/x86_64-linux-gnu', loader: 'ld-linux-x86-64.so.2' },
  arm64: { folder: 'usr/lib/aarch64-linux-gnu', loader: 'ld-linux-aarch64.so.1' },
}

const home = () => cacheFolder('bitcoind')
const fetched = () => join(home(), 'bitcoind')

/** Path of a Bitcoin node: `BITCOIND_PATH`, the first on PATH, or the downloaded one. @returns {string | undefined} */
export function bitcoind() {
  if (process.env.BITCOIND_PATH) return process.env.BITCOIND_PATH
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return [...folders.map((folder) => join(folder, 'bitcoind')), fetched()].find(existsSync)
}

/** Sets `BITCOIND_PATH`, which the sandbox and the tests read. */
export function offerBitcoind() {
  const file = bitcoind()
  if (file) process.env.BITCOIND_PATH = file
}

/**
 * Makes sure that there is a Bitcoin node. On Debian it downloads the distribution's package from the package archive of this machine, verifies it
 * with Debian's keys and unpacks it into a folder, without changing the system.
 * @returns {Promise<string | undefined>} the reason if it is missing
 */
export async function ensureBitcoind() {
  if (bitcoind()) return undefined
  try {
    await step("Fetching a Bitcoin node (Debian's bitcoin-knots)", fetchNode)
  } catch (error) {
    return `There is no bitcoind and none could be fetched. Install one (bitcoincore.org) or set BITCOIND_PATH. ${error instanceof Error ? error.message : error}`
  }
  return undefined
}

async function fetchNode() {
  const library = libraries[process.arch]
  if (process.platform !== 'linux' || !library || !existsSync(keyring))
    throw new SetupError(
      `The node can be downloaded on Debian only, for the architectures ${Object.keys(libraries).join(' and ')}.`,
    )
  const work = join(home(), `work-${process.pid}`)
  try {
    const root = await unpack(work)
    const target = join(home(), 'root')
    rmSync(target, { recursive: true, force: true })
    renameSync(root, target)
    await install(target, library)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** Downloads and unpacks the package with its dependencies. @param {string} work @returns {Promise<string>} root folder of the unpacked files */
async function unpack(work) {
  const at = (/** @type {string[]} */ ...parts) => join(work, ...parts)
  for (const folder of ['state/lists/partial', 'cache/archives/partial', 'root'])
    mkdirSync(at(folder), { recursive: true })
  writeFileSync(at('status'), '')
  writeFileSync(at('sources.list'), `deb [signed-by=${keyring}] ${await archive()} ${source.suite} main\n`)
  const options = Object.entries({
    'Dir::Etc::sourcelist': at('sources.list'),
    'Dir::Etc::sourceparts': '-',
    'Dir::State': at('state'),
    'Dir::State::status': at('status'),
    'Dir::Cache': at('cache'),
    'Debug::NoLocking': '1',
    'APT::Sandbox::User': 'root',
  }).flatMap(([name, value]) => ['-o', `${name}=${value}`])
  const apt = (/** @type {string[]} */ ...words) => must('Fetching a Bitcoin node', 'apt-get', [...options, ...words])
  await apt('update')
  await apt('install', '-y', '--no-install-recommends', '--download-only', source.name)
  const packages = readdirSync(at('cache/archives')).filter((file) => file.endsWith('.deb'))
  for (const file of packages)
    await must('Unpacking a Bitcoin node', 'dpkg-deb', ['-x', at('cache/archives', file), at('root')])
  return at('root')
}

/** URL of the archive of this machine's Debian packages. */
async function archive() {
  const format = '$(SITE) $(SUITE) $(CODENAME)'
  const targets = ['indextargets', '--format', format, 'Created-By: Packages']
  const output = await must('Looking for the Debian archive of this machine', 'apt-get', targets)
  const sites = output.split('\n').map((line) => line.split(' '))
  const [site] = sites.find(([url, ...suite]) => url?.includes('://') && !suite.join().includes('security')) ?? []
  if (!site) throw new SetupError("This machine's package lists name no Debian archive: run apt-get update.")
  return site
}

/**
 * Writes a shell script that runs the node with the downloaded libraries instead of the system's.
 * @param {string} root @param {{ folder: string, loader: string }} library
 */
async function install(root, { folder, loader }) {
  const libraryFolder = join(root, folder)
  const command = `exec '${join(libraryFolder, loader)}' --library-path '${libraryFolder}' '${join(root, 'usr/bin/bitcoind')}' "$@"`
  const draft = `${fetched()}.${process.pid}`
  writeFileSync(draft, `#!/bin/sh\n${command}\n`, { mode: 0o755 })
  const { ok, output } = await run(draft, ['-version'])
  if (!ok) {
    rmSync(draft)
    throw new SetupError(`The downloaded program does not run: ${output.trim()}`)
  }
  renameSync(draft, fetched())
}
