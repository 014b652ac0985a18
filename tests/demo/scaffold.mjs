import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npmEnv } from '../registry/npm.mjs'
import { packedHash, packWorkspace } from '../registry/pack.mjs'
import { startRegistry } from '../registry/registry.mjs'
import { cacheFolder } from '../setup/cache.mjs'
import { freePort, isFree } from '../setup/ports.mjs'
import { must, say, step } from '../setup/steps.mjs'
import { readManifest } from '../setup/workspaces.mjs'
import { firstParty, playgroundHash, siteEntry, writePlayground } from './playground-files.mjs'
import { seedModules } from './seed-modules.mjs'

/** @typedef {{ hash: string, sandboxPort: number }} Stamp hash of the inputs of a demo site, and the port of its sandbox */

const home = () => cacheFolder('demo')
const site = () => join(home(), 'wallet-modal-demo')
const stampFile = () => join(home(), 'made-of.json')
const sandboxUrl = (/** @type {number} */ port) => `http://127.0.0.1:${port}`
const mainNetworks = [
  'eip155:1',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'polkadot:68d56f15f85d3136970ec16946040bc1',
  'bip122:000000000019d6689c085ae165831e93',
]
/** Flags that select all plugins and chain families, so that the playground can switch each on and off. */
const flags = (/** @type {number} */ sandboxPort) => [
  '--yes',
  '--name',
  'Wallet Modal Demo',
  '--networks',
  mainNetworks.join(','),
  '--plugins',
  firstParty()
    .plugins.map((/** @type {any} */ { manifest }) => manifest.id)
    .join(','),
  '--sandbox-url',
  sandboxUrl(sandboxPort),
]

/** Puts the playground in place of the template's page. @param {number} sandboxPort */
async function usePlayground(sandboxPort) {
  const source = join(site(), 'src')
  await writePlayground(join(source, 'playground'), { previewUrl: '/?preview', sandboxUrl: sandboxUrl(sandboxPort) })
  writeFileSync(join(source, 'main.ts'), siteEntry)
}

/**
 * Creates a demo site with the real command line and the packages of the last build. Reuses the last demo site if nothing has changed.
 * @param {{ tarballs: boolean }} options `tarballs`: installs from tarballs instead of a registry
 * @returns {Promise<string>} folder of the site
 */
export async function demoSite({ tarballs }) {
  const packed = await step('Packing', packWorkspace)
  const hash = `${packedHash(packed)} ${playgroundHash()}`
  if (await isCurrent(hash)) {
    say('  The demo site of the last run is up to date')
    return site()
  }
  rmSync(stampFile(), { force: true })
  rmSync(site(), { recursive: true, force: true })
  const sandboxPort = await freePort(4700)
  if (tarballs) await fromTarballs(packed, sandboxPort)
  else await fromRegistry(packed, sandboxPort).catch((error) => withoutRegistry(error, packed, sandboxPort))
  await step('Adding the playground', () => usePlayground(sandboxPort))
  writeFileSync(stampFile(), JSON.stringify({ hash, sandboxPort }))
  return site()
}

/** @param {string} hash */
async function isCurrent(hash) {
  if (!existsSync(stampFile()) || !existsSync(join(site(), 'node_modules'))) return false
  /** @type {Stamp} */
  const stamp = JSON.parse(readFileSync(stampFile(), 'utf8'))
  return stamp.hash === hash && (await isFree(stamp.sandboxPort))
}

class NoRegistry extends Error {}

/** @param {readonly import('../registry/pack.mjs').Packed[]} packed @param {number} sandboxPort */
async function fromRegistry(packed, sandboxPort) {
  const registry = await step('Publishing the packages to a registry on loopback', () =>
    startRegistry({ packed }),
  ).catch((cause) => {
    throw new NoRegistry('', { cause })
  })
  const create = ['create', '--yes', 'wallet-modal@latest', site(), '--', '--no-install', ...flags(sandboxPort)]
  try {
    await step('Making a site (npm create wallet-modal)', () =>
      must('Making the demo site', 'npm', create, { cwd: home(), env: registry.env }),
    )
    await step('Installing its packages (npm install)', () => install(registry.env))
  } finally {
    await registry.stop()
  }
}

/** @param {NodeJS.ProcessEnv} env */
async function install(env) {
  seedModules(site())
  // without --legacy-peer-deps, npm fails if an installed package does not match an optional peer dependency. The site's package.json lists the peer
  // dependencies that the site needs
  await must('Installing the demo site', 'npm', ['install', '--legacy-peer-deps'], { cwd: site(), env })
}

/** @param {unknown} error @param {readonly import('../registry/pack.mjs').Packed[]} packed @param {number} sandboxPort */
async function withoutRegistry(error, packed, sandboxPort) {
  if (!(error instanceof NoRegistry)) throw error
  say('  The local registry does not run here, so the site is made from packed tarballs.')
  await fromTarballs(packed, sandboxPort)
}

/** @param {readonly import('../registry/pack.mjs').Packed[]} packed @param {number} sandboxPort */
async function fromTarballs(packed, sandboxPort) {
  const env = npmEnv()
  const files = Object.fromEntries(packed.map(({ name, tarball }) => [name, `file:${tarball}`]))
  await step('Making a site from packed tarballs', async () => {
    const runner = cacheFolder('demo', 'runner')
    writeFileSync(
      join(runner, 'package.json'),
      JSON.stringify({ private: true, dependencies: { 'create-wallet-modal': files['create-wallet-modal'] } }),
    )
    await must('Installing the command line', 'npm', ['install', '--no-package-lock'], { cwd: runner, env })
    const bin = join(runner, 'node_modules/create-wallet-modal/dist/bin.js')
    await must('Making the demo site', process.execPath, [bin, site(), '--no-install', ...flags(sandboxPort)], {
      cwd: home(),
      env,
    })
    useFiles(join(site(), 'package.json'), files)
    await install(env)
  })
}

/**
 * Changes a manifest so that npm installs our packages from tarballs instead of a registry.
 * @param {string} file @param {Record<string, string>} files
 */
function useFiles(file, files) {
  const manifest = readManifest(file)
  const swap = (/** @type {Record<string, string>} */ dependencies = {}) =>
    Object.fromEntries(Object.entries(dependencies).map(([name, version]) => [name, files[name] ?? version]))
  const swapped = {
    ...manifest,
    dependencies: swap(manifest.dependencies),
    devDependencies: swap(manifest.devDependencies),
  }
  writeFileSync(file, `${JSON.stringify(swapped, null, 2)}\n`)
}
