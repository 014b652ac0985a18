import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { install } from '../../cli/src/apply/packages/install.js'
import { type PackageManager, packageManagers } from '../../cli/src/plan/packages/package-manager.js'
import { npmEnv } from '../registry/npm.mjs'
import { cacheFolder } from '../setup/cache.mjs'
import { must } from '../setup/steps.mjs'
import { installProgram, managers, type Program, yarn1 } from './support/managers.js'
import { writeFiles } from './support/projects.js'

vi.setConfig({ testTimeout: 120_000 })
afterEach(() => vi.unstubAllEnvs())

interface TestedManager extends Omit<Program, 'name' | 'from'> {
  readonly name: PackageManager
  readonly from?: string
}
const testedManagers: readonly TestedManager[] = [{ id: 'npm', name: 'npm' }, ...managers, yarn1]

const scripts = {
  preinstall: `node -e "require('fs').writeFileSync(process.env.SCRIPT_LOG,'')"`,
  postinstall: `node -e "require('fs').writeFileSync(process.env.SCRIPT_LOG,'')"`,
}

/** Creates a site whose package and only dependency have lifecycle scripts. It can be installed without a registry. */
async function siteIn(home: string): Promise<string> {
  rmSync(home, { recursive: true, force: true })
  mkdirSync(join(home, 'site'), { recursive: true })
  const loud = { name: 'loud', version: '1.0.0', license: 'MIT', scripts }
  writeFiles(join(home, 'loud'), { 'package.json': JSON.stringify(loud) })
  await must('Packing', 'npm', ['pack', '--ignore-scripts', '--pack-destination', home], {
    cwd: join(home, 'loud'),
    env: npmEnv(),
  })
  const site = { name: 'site', private: true, scripts, dependencies: { loud: 'file:../loud-1.0.0.tgz' } }
  writeFiles(join(home, 'site'), {
    'package.json': JSON.stringify(site),
    'yarn.lock': '',
    '.yarnrc.yml': 'nodeLinker: node-modules\nenableTelemetry: false\n',
  })
  return join(home, 'site')
}

/** Makes `install` use a package manager, and lifecycle scripts write the file `ran` in `home`. */
async function useManager({ name, id, from }: TestedManager, home: string): Promise<void> {
  vi.stubEnv('SCRIPT_LOG', join(home, 'ran'))
  vi.stubEnv('YARN_GLOBAL_FOLDER', join(home, 'global'))
  vi.stubEnv('YARN_CACHE_FOLDER', join(home, 'cache'))
  if (from === undefined || name === 'npm') return
  const program = await installProgram({ id, name, from }, npmEnv())
  vi.stubEnv('PATH', `${join(program, 'bin')}${delimiter}${process.env.PATH}`)
}

describe('installing with the command line', () => {
  it('is tested with every package manager', () => {
    expect(new Set(testedManagers.map(({ name }) => name))).toEqual(new Set(packageManagers))
  })

  it.each(testedManagers)('runs no lifecycle script: $id', async (manager) => {
    const home = cacheFolder('scripts', manager.id.replace(' ', '-'))
    const folder = await siteIn(home)
    const log = join(home, 'ran')
    await useManager(manager, home)
    await install({ packageManager: manager.name, folder, signal: new AbortController().signal, existing: true })
    expect(existsSync(join(folder, 'node_modules/loud/package.json'))).toBe(true)
    expect(existsSync(log)).toBe(false)
  })

  it.each(testedManagers)('runs no lifecycle script of a package from a Git repository: $id', async (manager) => {
    const home = cacheFolder('git-scripts', manager.id.replace(' ', '-'))
    const folder = await siteIn(home)
    const dependency = join(home, 'loud')
    writeFiles(dependency, {
      'package.json': JSON.stringify({
        name: 'loud',
        version: '1.0.0',
        scripts: { ...scripts, prepare: scripts.postinstall },
      }),
      'yarn.lock': '',
    })
    const git = (...args: readonly string[]) =>
      must('Making a Git repository', 'git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...args], {
        cwd: dependency,
      })
    await git('init', '-q')
    await git('add', '.')
    await git('commit', '-q', '-m', 'x')
    writeFiles(folder, {
      'package.json': JSON.stringify({ name: 'site', private: true, dependencies: { plugin: 'file:../plugin' } }),
    })
    const plugin = { name: 'plugin', version: '1.0.0', dependencies: { loud: `git+file://${dependency}` } }
    writeFiles(join(home, 'plugin'), { 'package.json': JSON.stringify(plugin) })
    const log = join(home, 'ran')
    await useManager(manager, home)
    const installed = install({ packageManager: manager.name, folder, signal: new AbortController().signal })
    // some package managers refuse such a package
    await installed.catch((error: unknown) => expect(error).toMatchObject({ code: 'INSTALL_FAILED' }))
    expect(existsSync(log)).toBe(false)
  })
})
