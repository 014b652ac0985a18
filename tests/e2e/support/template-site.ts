import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npmEnv } from '../../registry/npm.mjs'
import { startRegistry } from '../../registry/registry.mjs'
import { cacheFolder } from '../../setup/cache.mjs'
import { must } from '../../setup/steps.mjs'
import { localNetworks, sandboxPort } from './site.js'

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
    const flags = ['--name', 'Test Site', '--sandbox-url', `http://127.0.0.1:${sandboxPort}`]
    await must(`Scaffolding ${id}`, 'npm', [...create, ...flags], { cwd: home, env: registry.env })
    writeFileSync(stamp, registry.hash)
    return site
  } finally {
    await registry.stop()
  }
}

/**
 * Builds a site for the chains of a sandbox, the only ones that test wallets know, as an owner would who lists them by hand. Its files are as
 * before afterwards.
 */
export async function buildOnLocalChains(site: string, sandboxUrl: string): Promise<void> {
  const file = join(site, 'wallet-modal.json')
  const before = [file, join(site, 'src/wallet-modal.generated.ts')].map((path) => ({
    path,
    text: readFileSync(path, 'utf8'),
  }))
  try {
    const manifest = JSON.parse(readFileSync(file, 'utf8'))
    const endpoints = { catalogue: sandboxUrl, blockchain: sandboxUrl }
    writeFileSync(file, JSON.stringify({ ...manifest, networks: localNetworks(sandboxUrl), endpoints }))
    await runScripts(site, ['sync', 'build'])
  } finally {
    for (const { path, text } of before) writeFileSync(path, text)
  }
}

/** Runs package scripts of a site, one after the other. */
export async function runScripts(site: string, scripts: readonly string[]): Promise<void> {
  // The test runner says NODE_ENV=test, which no owner of a site does.
  const env = { ...npmEnv({ NEXT_TELEMETRY_DISABLED: '1' }), NODE_ENV: undefined }
  for (const script of scripts) await must(`npm run ${script}`, 'npm', ['run', script], { cwd: site, env })
}
