import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { packageManagers } from '../../cli/src/plan/packages/package-manager.js'
import { type Registry, startRegistry } from '../registry/registry.mjs'
import { cacheFolder } from '../setup/cache.mjs'
import { must } from '../setup/steps.mjs'
import { installManager, lockfilesIn, type Manager, managers, oursIn } from './support/managers.js'
import { writeFiles } from './support/projects.js'
import { fingerprint, readTree } from './support/tree.js'

/** `WALLET_MODAL_MANAGERS` selects package managers: parts of their ids, separated by semicolons. */
const named = process.env.WALLET_MODAL_MANAGERS?.split(';')
const chosen = managers.filter(({ id }) =>
  named ? named.some((part) => id.includes(part)) : process.env.WALLET_MODAL_LONG !== undefined,
)
// each test installs a package manager and a site, and changes the site twice
vi.setConfig({ testTimeout: 300_000 })

let registry: Registry | undefined

beforeAll(async () => {
  if (chosen.length === 0) return
  registry = await startRegistry()
})
afterAll(() => registry?.stop())

const plugins = ['--plugins', 'connect,account,eip155', '--no-sandbox', '--name', 'Bakery']

describe('a package manager', () => {
  it('is tested if the command line supports it', () => {
    expect(new Set(['npm', ...managers.map(({ name }) => name)])).toEqual(new Set(packageManagers))
  })

  it.each(chosen)(
    '$id creates a site, builds it, adds and removes a plugin, and keeps its own lockfile',
    async (manager) => {
      const home = cacheFolder('managed', manager.id.replace(' ', '-'))
      const site = join(home, 'site')
      rmSync(site, { recursive: true, force: true })
      if (!registry) throw new Error('The registry does not run.')
      const ask = askIn(manager, await installManager(manager, registry))

      if (manager.page) {
        writeFiles(site, manager.page)
        await ask(site, ['install', '--no-immutable'])
        await ask(site, [...manager.create, 'init', '--yes', ...plugins])
      } else await ask(home, [...manager.create, 'site', '--yes', ...plugins])
      expect(lockfilesIn(site)).toEqual([manager.lockfile])
      expect(oursIn(join(site, manager.lockfile))).not.toContain('@wallet-modal/solana')
      await isBuilt(site, manager, ask)

      const before = readTree(site)
      const packages = lockOf(site, manager)
      await ask(site, [...manager.exec, 'wallet-modal', 'add', 'solana', '--yes'])
      expect(existsSync(join(site, 'node_modules/@wallet-modal/solana/package.json'))).toBe(true)
      expect(lockfilesIn(site)).toEqual([manager.lockfile])
      expect(oursIn(join(site, manager.lockfile))).toContain('@wallet-modal/solana')
      await isBuilt(site, manager, ask)

      await ask(site, [...manager.exec, 'wallet-modal', 'remove', 'solana', '--yes'])
      expect(existsSync(join(site, 'node_modules/@wallet-modal/solana/package.json'))).toBe(false)
      expect(lockOf(site, manager)).toBe(packages)
      expect(fingerprint(readTree(site))).toEqual(fingerprint(before))
    },
  )
})

type Ask = ReturnType<typeof askIn>

/** Checks that a site is built: a page without a bundler by `init`, which has run before; any other site by its own script, which runs here. */
async function isBuilt(site: string, { page }: Manager, ask: Ask): Promise<void> {
  if (page) return expect(existsSync(join(site, 'wallet-modal/index.js'))).toBe(true)
  await ask(site, ['run', 'build'])
  expect(existsSync(join(site, 'dist/index.html'))).toBe(true)
  rmSync(join(site, 'dist'), { recursive: true })
}

const lockOf = (site: string, { lockfile }: Manager): string => readFileSync(join(site, lockfile), 'utf8')

/** Runs the package manager as the site's owner does. */
const askIn =
  ({ id, name }: Manager, env: NodeJS.ProcessEnv) =>
  (cwd: string, args: readonly string[]): Promise<string> =>
    must(`${id}: ${name} ${args.join(' ')}`, name, args, { cwd, env })
