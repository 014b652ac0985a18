import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startRegistry } from '../../registry/registry.mjs'
import { cacheFolder } from '../../setup/cache.mjs'
import { must } from '../../setup/steps.mjs'
import { packOutside } from '../../third-party/pack.mjs'

/**
 * Creates a site with the published command line and installs third-party plugins from the registry. Cached per state of all
 * packages.
 */
export async function scaffoldWithOutside(): Promise<string> {
  const home = cacheFolder('sites-third-party')
  const site = join(home, 'site')
  const stamp = join(home, 'made-of')
  const outside = await packOutside()
  const registry = await startRegistry()
  const state = [registry.hash, ...outside.map(({ name, version }) => `${name}@${version}`)].join(' ')
  try {
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === state) return site
    rmSync(stamp, { force: true })
    rmSync(site, { recursive: true, force: true })
    await registry.publish(outside)
    const flags = ['--yes', '--no-install', '--no-sandbox', '--name', 'Test Site', '--plugins', 'connect,eip155']
    const create = ['create', '--yes', 'wallet-modal@latest', site, '--', ...flags]
    await must('Scaffolding the test site', 'npm', create, { cwd: home, env: registry.env })
    const install = [
      'install',
      '--save-exact',
      '--ignore-scripts',
      ...outside.map((one) => `${one.name}@${one.version}`),
    ]
    await must('Installing plugins of other people', 'npm', install, { cwd: site, env: registry.env })
    writeFileSync(stamp, state)
    return site
  } finally {
    await registry.stop()
  }
}
