import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createFolder, type Folder } from '../../fixtures/folder.js'
import { fakeInstall } from '../../fixtures/install.js'
import { install } from './install.js'
import { findManager } from './site-manager.js'

afterEach(() => vi.unstubAllEnvs())

/** The arguments that a package manager gets for a site. */
const argsFor = async (site: Folder, packageManager?: 'pnpm' | 'yarn'): Promise<readonly string[]> =>
  (await callFor(site, packageManager)).argv

/** The call of a package manager for a site. */
async function callFor(site: Folder, packageManager: 'pnpm' | 'yarn' = 'pnpm') {
  using tools = createFolder('tools')
  const { env, log } = fakeInstall(tools, 'ok', packageManager)
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  const { workspace } = await findManager(site.path, { chosen: packageManager, userAgent: undefined })
  const signal = new AbortController().signal
  await install({
    packageManager,
    folder: site.path,
    signal,
    existing: true,
    workspace: workspace !== undefined,
  })
  return log()
}

function siteIn(files: Readonly<Record<string, string>>): Folder {
  const site = createFolder('work/site')
  site.write('package.json', '{}')
  for (const [path, text] of Object.entries(files)) site.write(path, text)
  return site
}

describe('an installation with pnpm', () => {
  const above = { '../pnpm-workspace.yaml': 'packages: [other]', '../pnpm-lock.yaml': '' }
  const own = { 'pnpm-workspace.yaml': 'catalog:\n  vue: 3.5.0\n' }
  const lock = { 'pnpm-lock.yaml': '' }

  it.each([
    ['outside of any workspace', lock],
    ['that the workspace above does not list', { ...lock, ...above }],
  ])('uses --ignore-workspace for a site %s', async (_, files) => {
    using site = siteIn(files)
    expect(await argsFor(site)).toContain('--ignore-workspace')
  })

  it.each([
    ['with its own pnpm-workspace.yaml and lockfile', { ...lock, ...own }],
    ['with its own pnpm-workspace.yaml, before the first installation', own],
    ['with its own pnpm-workspace.yaml inside another workspace', { ...own, ...above }],
    ['that the workspace above lists', { ...above, '../pnpm-workspace.yaml': 'packages: [site]' }],
  ])('does not use --ignore-workspace for a site %s', async (_, files) => {
    using site = siteIn(files)
    expect(await argsFor(site)).not.toContain('--ignore-workspace')
  })
})

describe('an installation with Yarn', () => {
  it.each([
    ['1.22.22', ['install', '--ignore-scripts', '--non-interactive']],
    ['2.4.3', ['install', '--skip-builds']],
    ['3.8.7', ['install', '--mode=skip-build']],
    ['4.18.1', ['install', '--mode=skip-build']],
  ])('disables lifecycle scripts: Yarn %s gets the arguments %j', async (version, args) => {
    using site = siteIn({ 'yarn.lock': '' })
    vi.stubEnv('FAKE_VERSION', version)
    expect(await argsFor(site, 'yarn')).toEqual(args)
  })

  it('cannot fetch from Git repositories, because Yarn would run the scripts of a package from there', async () => {
    using site = siteIn({
      'yarn.lock': '"left-pad@^1.0.0":\n  resolved "https://registry.yarnpkg.com/left-pad.tgz#ab"\n',
    })
    expect(await callFor(site, 'yarn')).toMatchObject({ git: 'none' })
    using inWorkspace = siteIn({ '../yarn.lock': '', '../package.json': '{ "workspaces": ["*"] }' })
    expect(await callFor(inWorkspace, 'yarn')).toMatchObject({ git: 'none' })
  })

  it.each([
    ['package.json', '{ "dependencies": { "mine": "git+ssh://git@code.example/mine.git" } }'],
    ['package.json', '{ "dependencies": { "mine": "https://code.example/mine.git" } }'],
    ['package.json', '{ "dependencies": { "mine": "github:me/mine", "other": "1.0.0" } }'],
    ['package.json', '{ "devDependencies": { "mine": "me/mine#main" } }'],
    ['yarn.lock', '  resolved "https://code.example/mine.git#0a1b2c"\n'],
    ['yarn.lock', '  resolution: "mine@https://code.example/mine.git#commit=0a1b2c"\n'],
    ['../yarn.lock', '  resolved "git+ssh://git@code.example/mine.git#0a1b2c"\n'],
  ])('can fetch from Git repositories if the site already does: %s %j', async (path, text) => {
    using site = siteIn({ [path]: text })
    expect(await callFor(site, 'yarn')).not.toHaveProperty('git')
  })

  it.each([
    [
      'package.json',
      '{ "repository": { "url": "git+https://code.example/site.git" }, "scripts": { "git:push": "x" } }',
    ],
    ['package.json', '{ "dependencies": { "simple-git": "^3.0.0", "mine": "file:../mine" } }'],
    ['yarn.lock', 'simple-git@^3.27.0:\n  resolved "https://registry.yarnpkg.com/simple-git.tgz#ab"\n'],
    ['yarn.lock', '"simple-git@npm:^3.27.0":\n  resolution: "simple-git@npm:3.27.0"\n'],
  ])(
    'cannot fetch from Git repositories if only names or addresses of the site contain "git": %s %j',
    async (path, text) => {
      using site = siteIn({ [path]: text })
      expect(await callFor(site, 'yarn')).toMatchObject({ git: 'none' })
    },
  )

  it('fails and installs nothing if the version of Yarn cannot be read', async () => {
    using site = siteIn({ 'yarn.lock': '' })
    vi.stubEnv('FAKE_VERSION', 'Usage Error')
    await expect(argsFor(site, 'yarn')).rejects.toMatchObject({ code: 'INSTALL_FAILED' })
    expect(existsSync(join(site.path, 'node_modules'))).toBe(false)
  })
})

describe('findManager', () => {
  it('selects pnpm for a site with its own pnpm-workspace.yaml, and ignores the workspace above', async () => {
    using site = siteIn({ 'pnpm-workspace.yaml': '', '../package.json': '{"workspaces":["*"]}', '../yarn.lock': '' })
    expect(await findManager(site.path, { chosen: undefined, userAgent: undefined })).toMatchObject({
      name: 'pnpm',
      workspace: undefined,
    })
  })

  it('selects the package manager that devEngines requests, as init does', async () => {
    using site = siteIn({ 'package.json': '{"devEngines":{"packageManager":{"name":"yarn"}}}', 'pnpm-lock.yaml': '' })
    expect((await findManager(site.path, { chosen: undefined, userAgent: undefined })).name).toBe('yarn')
  })
})

describe('an installation that fails', () => {
  it('reports within 20 seconds that the registry cannot be reached, with the output of npm', async () => {
    using site = createFolder('work/site')
    site.write('package.json', { dependencies: { 'left-pad': '1.3.0' } })
    site.write('.npmrc', 'registry=http://127.0.0.1:1/\ncache=.cache\n')
    const started = Date.now()
    const failed = await install({
      packageManager: 'npm',
      folder: site.path,
      signal: new AbortController().signal,
    }).catch((error: unknown) => error)
    expect(failed).toMatchObject({ code: 'INSTALL_FAILED', advice: expect.stringContaining('cannot be reached') })
    expect(String(failed)).toMatch(/:\nnpm error code ECONNREFUSED/)
    expect(Date.now() - started).toBeLessThan(20_000)
  }, 30_000)
})
