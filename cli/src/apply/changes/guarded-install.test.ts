import { execFileSync } from 'node:child_process'
import { existsSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createFolder, type Folder } from '../../fixtures/folder.js'
import { findManager } from '../packages/site-manager.js'
import { openJournal } from './change-journal.js'
import { prepareInstallation } from './guarded-install.js'

const npm = (cwd: string, ...args: readonly string[]): string =>
  execFileSync('npm', [...args, '--silent', '--no-audit', '--ignore-scripts'], { cwd, encoding: 'utf8' })

/** Packs a package into the work folder. Returns its dependency specifier. */
function pack(work: Folder, name: string, fields: object): string {
  work.write(`${name}/package.json`, { name, version: '1.0.0', ...fields })
  work.write(`${name}/bin.js`, '#!/usr/bin/env node\n')
  return `file:${join(work.path, npm(join(work.path, name), 'pack', '--pack-destination', work.path).trim())}`
}

/** A workspace with a site that lists `tool`, and the specifier of a plugin whose dependency `helper` has a program named `node`. */
function createWorkspace(work: Folder) {
  const tool = pack(work, 'tool', { bin: { tool: 'bin.js' } })
  const helper = pack(work, 'helper', { bin: { node: 'bin.js' } })
  const plugin = pack(work, 'plugin', { dependencies: { helper } })
  const own = { name: 'site', dependencies: { tool }, scripts: { build: 'tool' } }
  work.write('root/package.json', { workspaces: ['site'], private: true })
  work.write('root/site/package.json', own)
  const root = join(work.path, 'root')
  return { root, site: join(root, 'site'), own, after: { ...own, dependencies: { tool, plugin } } }
}

/** Adds the plugin to the site. */
async function addPlugin({ root, site, own, after }: ReturnType<typeof createWorkspace>): Promise<void> {
  const files = [{ path: 'package.json', before: JSON.stringify(own), after: JSON.stringify(after) }]
  const plan = { files, added: [{ name: 'plugin' }], updated: [] }
  const journal = await openJournal(site, [
    { path: 'package.json', root: site },
    { path: 'package-lock.json', root },
  ])
  const manager = await findManager(site, { chosen: 'npm', userAgent: undefined })
  const options = { folder: site, manager, signal: new AbortController().signal, known: [], progress: () => () => {} }
  const install = await prepareInstallation(plan, journal, options)
  await journal.write('package.json', JSON.stringify(after))
  try {
    await install()
  } finally {
    await journal.undo()
  }
}

describe('a refused plugin of a site in a workspace, with npm', () => {
  beforeEach(() => {
    vi.stubEnv('npm_config_offline', 'true')
    return () => vi.unstubAllEnvs()
  })

  it("leaves no package in the workspace's node_modules, in which the site's packages are", async () => {
    using work = createFolder()
    const workspace = createWorkspace(work)
    npm(workspace.root, 'install')
    expect(existsSync(join(workspace.site, 'node_modules'))).toBe(false)
    await expect(addPlugin(workspace)).rejects.toThrow('"helper" installs a program named "node"')
    const modules = join(workspace.root, 'node_modules')
    expect(['helper', 'plugin', '.bin/node'].filter((name) => existsSync(join(modules, name)))).toEqual([])
    expect(readlinkSync(join(modules, '.bin/tool'))).toBe('../tool/bin.js')
  })

  it('leaves no node_modules if there was none', async () => {
    using work = createFolder()
    const workspace = createWorkspace(work)
    await expect(addPlugin(workspace)).rejects.toThrow('"helper" installs a program named "node"')
    expect([workspace.root, workspace.site].filter((folder) => existsSync(join(folder, 'node_modules')))).toEqual([])
  })
})
