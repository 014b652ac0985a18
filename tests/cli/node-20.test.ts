import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { satisfies } from 'semver'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { localSolanaNetwork } from '../../plugins/sandbox/src/local-networks.js'
import { solanaDevelopmentAccounts } from '../../plugins/sandbox/src/server/solana/development-accounts.js'
import { startPlatformRegistry } from '../registry/platforms.mjs'
import { type Registry, startRegistry } from '../registry/registry.mjs'
import { cacheFolder } from '../setup/cache.mjs'
import { must } from '../setup/steps.mjs'
import { quiet } from './support/foreign.js'
import { installProgram, yarn1 } from './support/managers.js'
import { writeFiles } from './support/projects.js'

/** The oldest Node.js that the packages of this repository run on. */
const OLDEST_NODE = '20.19.0'

// each test installs a site and the local blockchain nodes of its sandbox
vi.setConfig({ testTimeout: 300_000 })

let registry: Registry
let platforms: Awaited<ReturnType<typeof startPlatformRegistry>>

beforeAll(async () => {
  registry = await startRegistry()
  platforms = await startPlatformRegistry(registry.url)
})
afterAll(async () => {
  platforms.stop()
  await registry.stop()
})

const init = [
  'create-wallet-modal@latest',
  'init',
  '--yes',
  '--name',
  'Bakery',
  '--networks',
  'eip155:1,solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
]
const page = {
  'index.html': '<!doctype html>\n<html lang="en"><head><title>Bakery</title></head><body></body></html>\n',
  'package.json': '{\n  "name": "bakery",\n  "private": true\n}\n',
}

/** Creates the folder of a page without installed packages. */
function siteOf(manager: string, files: Readonly<Record<string, string>>): string {
  const site = join(cacheFolder('node-20', manager), 'site')
  rmSync(site, { recursive: true, force: true })
  writeFiles(site, { ...page, ...files })
  return site
}

describe('a site with Solana in its sandbox', () => {
  it('is installed by npm with engine-strict, and all of its packages support the oldest Node.js', async () => {
    const site = siteOf('npm', { '.npmrc': 'engine-strict=true\n' })
    await must('init', 'npm', ['exec', '--yes', '--', ...init], { cwd: site, env: quiet(registry.env) })
    expect(tooNew(join(site, 'package-lock.json'))).toEqual([])
    expect(await balanceOnSolana(site)).toBe(10_000_000_000_000)
  })

  // only in `npm run test:long`, because Yarn 1 is no longer developed
  if (process.env.WALLET_MODAL_LONG)
    it('is installed by Yarn 1, which rejects packages that do not support the current Node.js', async () => {
      const site = siteOf('yarn-1', { 'yarn.lock': '' })
      const home = await installProgram(yarn1, registry.env)
      const env = {
        ...quiet(registry.env),
        PATH: `${join(home, 'bin')}:${process.env.PATH}`,
        npm_config_registry: platforms.url,
        YARN_CACHE_FOLDER: join(home, 'cache'),
      }
      await must('init', 'npm', ['exec', '--yes', '--', ...init], { cwd: site, env })
      expect(existsSync(join(site, 'package-lock.json'))).toBe(false)
      expect(readFileSync(join(site, 'yarn.lock'), 'utf8')).toContain('@wallet-modal/solana@')
      expect(await balanceOnSolana(site)).toBe(10_000_000_000_000)
    })
})

/** Packages of a lockfile that do not run on the oldest Node.js. */
function tooNew(file: string): readonly string[] {
  const { packages }: { packages: Record<string, { engines?: { node?: string } }> } = JSON.parse(
    readFileSync(file, 'utf8'),
  )
  return Object.entries(packages).flatMap(([place, { engines }]) =>
    engines?.node === undefined || satisfies(OLDEST_NODE, engines.node)
      ? []
      : [`${place} wants Node.js ${engines.node}`],
  )
}

/** Starts the sandbox of a site and reads a development account's lamports from its Solana chain. */
async function balanceOnSolana(site: string): Promise<unknown> {
  const sandbox = spawn(join(site, 'node_modules/.bin/wallet-modal-sandbox'), ['--port', '0', '--json'], { cwd: site })
  try {
    const [line] = await once(sandbox.stdout, 'data')
    const { url } = JSON.parse(String(line))
    const reply = await fetch(`${url}/v1/?chainId=${localSolanaNetwork.caipNetworkId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getBalance', params: [solanaDevelopmentAccounts[0]] }),
    })
    return (await reply.json()).result?.value
  } finally {
    sandbox.kill()
    await once(sandbox, 'exit')
  }
}
