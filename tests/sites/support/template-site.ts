import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { localNetworks } from '../../e2e/support/local-networks.js'
import { npmEnv } from '../../registry/npm.mjs'
import { startRegistry } from '../../registry/registry.mjs'
import { cacheFolder } from '../../setup/cache.mjs'
import { must } from '../../setup/steps.mjs'

/** Existing files of a site that tests may change. */
const changedIn = (site: string): readonly string[] =>
  [
    'wallet-modal.json',
    'src/wallet-modal.generated.ts',
    'wallet-modal.generated.js',
    'wallet-modal.generated.d.ts',
  ].filter((name) => existsSync(join(site, name)))

/** Creates a site from a template, with packages from a registry. Cached per state of the packages. */
export async function scaffoldTemplate(id: string): Promise<string> {
  const home = cacheFolder('templates', id)
  const site = join(home, 'site')
  const stamp = join(home, 'made-of')
  const pristine = join(home, 'pristine')
  const registry = await startRegistry()
  try {
    const isMade = [stamp, pristine, join(site, 'node_modules')].every((path) => existsSync(path))
    if (isMade && readFileSync(stamp, 'utf8') === registry.hash) {
      cpSync(pristine, site, { recursive: true }) // a killed run may have left changes
      return site
    }
    rmSync(stamp, { force: true })
    rmSync(site, { recursive: true, force: true })
    const create = ['create', '--yes', 'wallet-modal@latest', site, '--', '--yes', '--template', id]
    const flags = ['--name', 'Test Site']
    await must(`Scaffolding ${id}`, 'npm', [...create, ...flags], { cwd: home, env: registry.env })
    for (const name of changedIn(site)) cpSync(join(site, name), join(pristine, name))
    writeFileSync(stamp, registry.hash)
    return site
  } finally {
    await registry.stop()
  }
}

/** Changes wallet-modal.json like a manual edit and syncs the site. Returns a function that restores the files. */
async function changeSite(site: string, change: (manifest: SiteManifest) => object): Promise<() => void> {
  const file = join(site, 'wallet-modal.json')
  const before = changedIn(site)
    .map((name) => join(site, name))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
  writeFileSync(file, JSON.stringify(change(JSON.parse(readFileSync(file, 'utf8')))))
  await runScripts(site, ['sync'])
  return () => {
    for (const { path, text } of before) writeFileSync(path, text)
  }
}

interface SiteManifest {
  readonly plugins: Readonly<Record<string, object>>
}

/** Builds a site for the chains of a sandbox, because the test wallets use these chains. Then restores the site's files. */
export async function buildOnLocalChains(site: string, sandboxUrl: string): Promise<void> {
  const networks = localNetworks(sandboxUrl)
  const endpoints = { catalogue: sandboxUrl, blockchain: sandboxUrl }
  const restore = await changeSite(site, (manifest) => ({ ...manifest, networks, endpoints }))
  try {
    await runScripts(site, ['build'])
  } finally {
    restore()
  }
}

/** Copies the published files of a page without a bundler into a new folder. */
export async function publishPage(site: string): Promise<string> {
  const published = `${site}-published`
  rmSync(published, { recursive: true, force: true })
  const names = ['index.html', 'page.js', 'styles.css', 'elements.css', 'favicon.svg', 'wallet-modal']
  for (const name of names) cpSync(join(site, name), join(published, name), { recursive: true })
  await runScripts(site, ['build']) // restores the site's own build: the copied one is for the sandbox's chains
  return published
}

/** Changes the port of a site's sandbox. Returns a function that restores the site's files. */
export const moveSandbox = (site: string, port: number): Promise<() => void> =>
  changeSite(site, ({ plugins, ...manifest }) => ({
    ...manifest,
    plugins: { ...plugins, '@wallet-modal/sandbox': { url: `http://127.0.0.1:${port}` } },
  }))

/** Runs package scripts of a site, one after the other. */
export async function runScripts(site: string, scripts: readonly string[]): Promise<void> {
  // The test runner sets NODE_ENV=test, unlike a site's owner.
  const env = { ...npmEnv({ NEXT_TELEMETRY_DISABLED: '1' }), NODE_ENV: undefined }
  for (const script of scripts) await must(`npm run ${script}`, 'npm', ['run', script], { cwd: site, env })
}
