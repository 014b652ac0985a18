import { execFileSync } from 'node:child_process'
import { existsSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createFolder, type Folder } from '../../fixtures/folder.js'
import { readOwnPackage } from './installed.js'
import { guardPrograms } from './installed-programs.js'

const npm = (cwd: string, ...args: readonly string[]): string =>
  execFileSync('npm', [...args, '--silent', '--no-audit', '--ignore-scripts', '--offline'], { cwd, encoding: 'utf8' })

/** Packs a package into the work folder. Returns its dependency specifier. */
function pack(work: Folder, name: string, fields: object): string {
  work.write(`${name}/package.json`, { name, version: '1.0.0', ...fields })
  work.write(`${name}/bin.js`, `#!/usr/bin/env node\nconsole.log('${name}')\n`)
  return `file:../${npm(join(work.path, name), 'pack', '--pack-destination', work.path).trim()}`
}

const isComplete = true
const programOf = (work: Folder, name: string): string | false => {
  const path = join(work.path, 'site/node_modules/.bin', name)
  return existsSync(path) && readlinkSync(path)
}

describe('a guard of programs, with npm', () => {
  it.each([
    ['a program of a listed package', { tool: 'bin.js' }, '"helper" installs a program named "tool"'],
    ['a program of the system', { node: 'bin.js' }, '"helper" installs a program named "node"'],
    ['a word of a script', { deploy: 'bin.js' }, '"helper" installs a program named "deploy"'],
  ])(
    'refuses a dependency of a plugin that takes the name of %s, and restores the programs',
    async (_, bin, message) => {
      using work = createFolder()
      const tool = pack(work, 'tool', { bin: { tool: 'bin.js' } })
      const helper = pack(work, 'helper', { bin }).replace('file:..', `file:${work.path}`)
      const plugin = pack(work, 'plugin', { dependencies: { helper } })
      const own = { name: 'site', dependencies: { tool }, scripts: { build: 'tool --mode deploy' } }
      work.write('site/package.json', own)
      const site = join(work.path, 'site')
      npm(site, 'install')
      const guard = await guardPrograms({ roots: [site], own: await readOwnPackage(site), isComplete })
      work.write('site/package.json', { ...own, dependencies: { tool, plugin } })
      npm(site, 'install')
      const [name = ''] = Object.keys(bin)
      expect(programOf(work, name)).toBe('../helper/bin.js') // npm links the program of a dependency
      await expect(guard.check()).rejects.toThrow(message)
      expect([programOf(work, 'tool'), programOf(work, 'node')]).toEqual(['../tool/bin.js', false])
      await expect(guard.check()).resolves.toBeUndefined()
    },
  )

  it('accepts a plugin whose dependencies have programs with other names', async () => {
    using work = createFolder()
    const tool = pack(work, 'tool', { bin: { tool: 'bin.js' } })
    const helper = pack(work, 'helper', { bin: { helper: 'bin.js' } }).replace('file:..', `file:${work.path}`)
    const plugin = pack(work, 'plugin', { dependencies: { helper } })
    work.write('site/package.json', { name: 'site', dependencies: { tool, plugin }, scripts: { build: 'tool' } })
    const site = join(work.path, 'site')
    const { scripts } = await readOwnPackage(site)
    const guard = await guardPrograms({ roots: [site], own: { scripts, listed: new Set(['tool']) }, isComplete })
    npm(site, 'install')
    await expect(guard.check()).resolves.toBeUndefined()
    expect(programOf(work, 'helper')).toBe('../helper/bin.js')
  })
})

describe('the owner of a program', () => {
  it('is read from the shell scripts of pnpm, and is not the folder of a bundled package', async () => {
    using site = createFolder()
    site.write('package.json', { dependencies: { tool: '1.0.0' }, scripts: { build: 'tool' } })
    site.write('node_modules/tool/package.json', { name: 'tool', version: '1.0.0', bin: { tool: 'bin.js' } })
    const script = (path: string) => `#!/bin/sh\nexec node  "$basedir/${path}" "$@"\n`
    const bin = 'node_modules/.bin/tool'
    site.write(bin, script('../tool/bin.js'))
    const guard = await guardPrograms({ roots: [site.path], own: await readOwnPackage(site.path), isComplete })
    site.write(bin, script('../.pnpm/tool@1.0.1/node_modules/tool/bin.js'))
    await expect(guard.check()).resolves.toBeUndefined()
    site.write(bin, script('../helper/node_modules/tool/bin.js'))
    await expect(guard.check()).rejects.toThrow('"helper" installs a program named "tool"')
    expect(site.read(bin)).toBe(script('../tool/bin.js'))
  })
})
