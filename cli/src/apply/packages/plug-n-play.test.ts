import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFolder } from '../../fixtures/folder.js'
import { refusePlugAndPlay } from './plug-n-play.js'
import { findManager } from './site-manager.js'

const run = async (files: Readonly<Record<string, string>>): Promise<unknown> => {
  using site = createFolder('work/site')
  site.write('package.json', '{}')
  for (const [path, text] of Object.entries(files)) site.write(path, text)
  const manager = await findManager(site.path, { chosen: undefined, userAgent: undefined })
  return await refusePlugAndPlay(site.path, manager).catch((error: unknown) => error)
}

beforeEach(() => void vi.stubEnv('YARN_NODE_LINKER', undefined))
afterEach(() => void vi.unstubAllEnvs())

describe("Yarn's Plug'n'Play", () => {
  it.each([
    ['a .pnp.cjs', { 'yarn.lock': '', '.pnp.cjs': '' }],
    ['the setting nodeLinker: pnp', { 'yarn.lock': '', '.yarnrc.yml': 'nodeLinker: "pnp"\n' }],
    ['a lockfile of Yarn 4, before the first installation', { 'yarn.lock': '__metadata:\n  version: 8\n' }],
    [
      'a .pnp.cjs of its workspace',
      { '../package.json': '{"workspaces":["site"]}', '../yarn.lock': '', '../.pnp.cjs': '' },
    ],
  ])('is refused for a site with %s', async (_, files) => {
    expect(await run(files)).toMatchObject({
      code: 'INVALID_SITE',
      advice: expect.stringContaining('nodeLinker: node-modules'),
    })
  })

  it.each([
    ['of Yarn 1', { 'yarn.lock': '# yarn lockfile v1\n' }],
    ['with nodeLinker: node-modules', { 'yarn.lock': '', '.yarnrc.yml': 'nodeLinker: node-modules\n', '.pnp.cjs': '' }],
    [
      'of Yarn 4 with nodeLinker in a parent folder',
      { 'yarn.lock': '__metadata:\n', '../.yarnrc.yml': 'nodeLinker: pnpm\n' },
    ],
    ['of Yarn 4 with node_modules', { 'yarn.lock': '__metadata:\n', 'node_modules/x/package.json': '{}' }],
    ['of npm', { 'package-lock.json': '', '.pnp.cjs': '' }],
  ])('is not seen in a site %s', async (_, files) => {
    expect(await run(files)).toBeUndefined()
  })

  it('is refused if YARN_NODE_LINKER sets it, which takes precedence over the settings file', async () => {
    vi.stubEnv('YARN_NODE_LINKER', 'pnp')
    const files = { 'yarn.lock': '__metadata:\n', 'node_modules/x/package.json': '{}' }
    expect(await run({ ...files, '.yarnrc.yml': 'nodeLinker: node-modules\n' })).toMatchObject({ code: 'INVALID_SITE' })
    expect(await run({ 'yarn.lock': '# yarn lockfile v1\n' })).toBeUndefined()
  })

  it('is not seen if YARN_NODE_LINKER sets node-modules', async () => {
    vi.stubEnv('YARN_NODE_LINKER', 'node-modules')
    expect(await run({ 'yarn.lock': '__metadata:\n', '.pnp.cjs': '' })).toBeUndefined()
  })
})
