import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { localNetworks } from '../../e2e/support/local-networks.js'
import { npmEnv } from '../../registry/npm.mjs'
import { startRegistry } from '../../registry/registry.mjs'
import { cacheFolder } from '../../setup/cache.mjs'
import { must } from '../../setup/steps.mjs'

/** The files of a site that a test may change, those that there are. */
const changedIn = (site: string): readonly string[] =>
  [
    'wallet-modal.json',
    'src/wallet-modal.generated.ts',
    'wallet-modal.generated.js',
    'wallet-modal.generated.d.ts',
  ].filter((name) => existsSync(join(site, name)))

/** A site of a template, as a newcomer gets it from a registry. Made once per state of the packages. */
export async function scaffoldTemplate(id: string): Promise<string> {
  const home = cacheFolder('templates', id)
  const site = join(home, 'site')
  const stamp = join(home, 'made-of')
  const pristine = join(home, 'pristine')
  const registry = await startRegistry()
  try {
    const isMade = [stamp, pristine, join(site, 'node_modules')].every((path) => existsSync(path))
    if (isMade && readFileSync(stamp, 'utf8') === registry.hash) {
      cpSync(pristine, site, { recursive: true }) // a run that was killed left what it had changed
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

/** Changes wallet-modal.json, as an owner does by hand, and brings the site up to date with it. Returns what puts both files back. */
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

/** Builds a site for the chains of a sandbox, the only ones that test wallets know. Its files are as before afterwards. */
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

/** The files that a page without a bundler consists of, in a folder of their own, as their owner would upload them. */
export async function publishPage(site: string): Promise<string> {
  const published = `${site}-published`
  rmSync(published, { recursive: true, force: true })
  const names = ['index.html', 'page.js', 'styles.css', 'elements.css', 'favicon.svg', 'wallet-modal']
  for (const name of names) cpSync(join(site, name), join(published, name), { recursive: true })
  await runScripts(site, ['build']) // the folder was built for other chains than wallet-modal.json now says
  return published
}

/** Moves a site's sandbox to another port. Returns what puts its files back. */
export const moveSandbox = (site: string, port: number): Promise<() => void> =>
  changeSite(site, ({ plugins, ...manifest }) => ({
    ...manifest,
    plugins: { ...plugins, '@wallet-modal/sandbox': { url: `http://127.0.0.1:${port}` } },
  }))

/** Runs package scripts of a site, one after the other. */
export async function runScripts(site: string, scripts: readonly string[]): Promise<void> {
  // The test runner says NODE_ENV=test, which no owner of a site does.
  const env = { ...npmEnv({ NEXT_TELEMETRY_DISABLED: '1' }), NODE_ENV: undefined }
  for (const script of scripts) await must(`npm run ${script}`, 'npm', ['run', script], { cwd: site, env })
}
