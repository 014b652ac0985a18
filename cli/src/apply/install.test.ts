import { afterEach, describe, expect, it, vi } from 'vitest'
import { createFolder, type Folder } from '../fixtures/folder.js'
import { fakeInstall } from '../fixtures/install.js'
import { install } from './install.js'
import { findManager } from './site-manager.js'

afterEach(() => vi.unstubAllEnvs())

/** The arguments that pnpm gets for a site. */
async function argsFor(site: Folder): Promise<readonly string[]> {
  using tools = createFolder('tools')
  const { env, log } = fakeInstall(tools, 'ok', 'pnpm')
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  const { workspace } = await findManager(site.path, { chosen: 'pnpm', userAgent: undefined })
  const signal = new AbortController().signal
  await install({
    packageManager: 'pnpm',
    folder: site.path,
    signal,
    existing: true,
    workspace: workspace !== undefined,
  })
  return log().argv
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
    ['that stands alone', lock],
    ['that stands alone inside a workspace', { ...lock, ...above }],
  ])('ignores workspaces for a site %s', async (_, files) => {
    using site = siteIn(files)
    expect(await argsFor(site)).toContain('--ignore-workspace')
  })

  it.each([
    ['of its own: settings and catalogs stand there', { ...lock, ...own }],
    ['of its own before the first installation', own],
    ['of its own inside another one', { ...own, ...above }],
    ['that it is a part of', { ...above, '../pnpm-workspace.yaml': 'packages: [site]' }],
  ])('heeds the workspace %s', async (_, files) => {
    using site = siteIn(files)
    expect(await argsFor(site)).not.toContain('--ignore-workspace')
  })
})

describe('the package manager of a site', () => {
  it('is pnpm where its settings are, and a workspace above is not that of the site', async () => {
    using site = siteIn({ 'pnpm-workspace.yaml': '', '../package.json': '{"workspaces":["*"]}', '../yarn.lock': '' })
    expect(await findManager(site.path, { chosen: undefined, userAgent: undefined })).toMatchObject({
      name: 'pnpm',
      workspace: undefined,
    })
  })
})
