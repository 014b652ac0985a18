import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Registry } from '../../registry/registry.mjs'
import { cacheFolder } from '../../setup/cache.mjs'
import { must } from '../../setup/steps.mjs'
import { quiet } from './foreign.js'

/** A package manager, and how to point it at another registry. */
export interface Manager {
  readonly id: string
  /** Name of its program. */
  readonly name: 'pnpm' | 'yarn' | 'bun'
  /** npm package that contains it. */
  readonly from: string
  /** Arguments that run `create-wallet-modal` in an empty folder. */
  readonly create: readonly string[]
  /** Arguments that run a program installed in the site. */
  readonly exec: readonly string[]
  readonly lockfile: string
  /** For a package manager that cannot install the new site: files of an existing page, to which the test adds the modal instead. */
  readonly page?: Readonly<Record<string, string>>
  readonly env: (registry: Registry, cache: string) => Readonly<Record<string, string>>
}

const pnpm = (version: string): Manager => ({
  id: `pnpm ${version}`,
  name: 'pnpm',
  from: `pnpm@${version}`,
  create: ['create', 'wallet-modal@latest'],
  exec: ['exec'],
  lockfile: 'pnpm-lock.yaml',
  env: ({ url }, cache) => ({
    ...Object.fromEntries(
      ['npm_config', 'pnpm_config'].flatMap((prefix) => [
        [`${prefix}_registry`, url],
        [`${prefix}_store_dir`, join(cache, 'store')],
        [`${prefix}_cache_dir`, join(cache, 'cache')],
        [`${prefix}_minimum_release_age`, '0'], // the packages of this repository were published a moment ago
      ]),
    ),
    PNPM_HOME: join(cache, 'home'),
  }),
})

export const managers: readonly Manager[] = [
  pnpm('10.34.9'),
  pnpm('12.21.0'),
  {
    id: 'Yarn 4.18.1',
    name: 'yarn',
    from: '@yarnpkg/cli-dist@4.18.1',
    create: ['create', 'wallet-modal@latest'],
    exec: ['exec'],
    lockfile: 'yarn.lock',
    // Yarn resolves a bundler's programs for every platform, and a registry may lack some of them
    page: {
      'index.html': '<!doctype html>\n<html lang="en"><head><title>Bakery</title></head><body></body></html>\n',
      'package.json': '{\n  "name": "bakery",\n  "private": true\n}\n',
      '.yarnrc.yml': 'nodeLinker: node-modules\n',
      'yarn.lock': '',
    },
    env: ({ url }, cache) => ({
      YARN_NPM_REGISTRY_SERVER: url,
      YARN_UNSAFE_HTTP_WHITELIST: '127.0.0.1',
      YARN_GLOBAL_FOLDER: join(cache, 'global'),
      YARN_ENABLE_TELEMETRY: '0',
      YARN_NPM_MINIMAL_AGE_GATE: '0',
    }),
  },
  {
    id: 'Bun 1.4.5',
    name: 'bun',
    from: 'bun@1.4.5',
    create: ['create', 'wallet-modal@latest'],
    exec: ['run'],
    lockfile: 'bun.lock',
    env: ({ url }, cache) => ({
      npm_config_registry: url,
      BUN_CONFIG_REGISTRY: url,
      BUN_INSTALL: join(cache, 'home'),
      BUN_INSTALL_CACHE_DIR: join(cache, 'cache'),
    }),
  },
]

/** Names of all lockfiles in a folder. A site should have only that of its package manager. */
export const lockfilesIn = (folder: string): readonly string[] =>
  readdirSync(folder).filter((name) => /^(?:package-lock\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lockb?)$/.test(name))

/** Program of a package manager: its name and the npm package that contains it. */
export type Program = Pick<Manager, 'id' | 'name' | 'from'>

/** The last release of Yarn 1. It is not in `managers`: see tests/cli/README.md. */
export const yarn1: Program = { id: 'Yarn 1.22.22', name: 'yarn', from: 'yarn@1.22.22' }

/** Installs a package manager into a folder of its own. Returns that folder; `bin` in it holds the program. */
export async function installProgram(manager: Program, env: NodeJS.ProcessEnv): Promise<string> {
  const home = cacheFolder('managers', manager.from.replace(/[@/]/g, '_'))
  const modules = join(home, 'node_modules')
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-save', '--prefer-offline']
  if (!existsSync(join(home, 'bin', manager.name))) {
    rmSync(modules, { recursive: true, force: true })
    await must(`Installing ${manager.id}`, 'npm', ['install', '--prefix', home, ...options, manager.from], {
      cwd: home,
      env,
    })
    mkdirSync(join(home, 'bin'), { recursive: true })
    symlinkSync(programOf(manager, modules), join(home, 'bin', manager.name))
  }
  return home
}

/** Installs a package manager. Returns an environment in which the program is on the `PATH` and uses the registry. */
export async function installManager(manager: Manager, registry: Registry): Promise<NodeJS.ProcessEnv> {
  const home = await installProgram(manager, registry.env)
  const cache = join(home, 'cache')
  rmSync(cache, { recursive: true, force: true }) // cached replies contain the port of an earlier run's registry
  return {
    ...quiet(withoutNpm(registry.env)),
    PATH: `${join(home, 'bin')}${delimiter}${process.env.PATH}`,
    ...manager.env(registry, cache),
  }
}

/** Path of the installed program. Bun's own package is only a downloader; its program is in an optional package for the platform. */
function programOf({ name }: Program, modules: string): string {
  if (name !== 'bun') return join(modules, '.bin', name)
  const [folder] = readdirSync(join(modules, '@oven'))
  return join(modules, '@oven', folder ?? '', 'bin/bun')
}

const withoutNpm = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !/^npm_/i.test(name)))

/** Names of our packages in a lockfile. */
export const oursIn = (lockfile: string): readonly string[] =>
  [...new Set(readFileSync(lockfile, 'utf8').match(/@wallet-modal\/[a-z0-9-]+|create-wallet-modal/g))].sort()
