import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npmEnv } from '../../registry/npm.mjs'
import { startRegistry } from '../../registry/registry.mjs'
import { cacheFolder } from '../../setup/cache.mjs'
import { must } from '../../setup/steps.mjs'
import { localNetworks } from './site.js'

/** What a run of a site's own commands took, by the command, in seconds. */
export type Took = Readonly<Record<string, number>>

/** A site of a template, as a newcomer gets it from a registry. Made once per state of the packages. */
export async function scaffoldTemplate(id: string): Promise<string> {
  const home = cacheFolder('templates', id)
  const site = join(home, 'site')
  const stamp = join(home, 'made-of')
  const registry = await startRegistry()
  try {
    const isMade = existsSync(stamp) && existsSync(join(site, 'node_modules'))
    if (isMade && readFileSync(stamp, 'utf8') === registry.hash) return site
    rmSync(stamp, { force: true })
    rmSync(site, { recursive: true, force: true })
    await registry.publishWorkspace()
    const create = ['create', '--yes', 'wallet-modal@latest', site, '--', '--yes', '--template', id]
    const flags = ['--name', 'Test Site', '--plugins', 'connect,account,eip155']
    await must(`Scaffolding ${id}`, 'npm', [...create, ...flags], { cwd: home, env: registry.env })
    writeFileSync(stamp, registry.hash)
    return site
  } finally {
    await registry.stop()
  }
}

/** Puts a site on the chains of a sandbox, as an owner would by hand: test wallets know no others. */
export async function useLocalChains(site: string, sandboxUrl: string, more: object = {}): Promise<void> {
  const file = join(site, 'wallet-modal.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  const endpoints = { catalogue: sandboxUrl, blockchain: sandboxUrl }
  const local = { networks: localNetworks(sandboxUrl), endpoints, locale: undefined, theme: undefined }
  writeFileSync(file, `${JSON.stringify({ ...manifest, ...local, ...more }, null, 2)}\n`)
  await runScripts(site, ['sync'])
}

/** Runs package scripts of a site, one after the other. */
export async function runScripts(site: string, scripts: readonly string[]): Promise<Took> {
  const took: Record<string, number> = {}
  const env = npmEnv({ NEXT_TELEMETRY_DISABLED: '1' })
  for (const script of scripts) {
    const start = performance.now()
    await must(`npm run ${script}`, 'npm', ['run', script], { cwd: site, env: { ...env, NODE_ENV: undefined } })
    took[script] = Math.round((performance.now() - start) / 100) / 10
  }
  return took
}
