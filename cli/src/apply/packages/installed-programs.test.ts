import { execFileSync } from 'node:child_process'
import { existsSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createFolder, type Folder } from '../../fixtures/folder.js'
import { programScripts } from '../../fixtures/program-scripts.js'
import { readSiteTools } from '../site/site-tools.js'
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

it.each([
  ['without version', { name: 'member', private: true, bin: { deploy: 'bin.js' } }],
  ['without name and version', { bin: { deploy: 'bin.js' } }],
  ['with invalid fields', { name: 'member', version: 1, bin: { deploy: null }, peerDependencies: [] }],
])('protects the programs of a package of the workspace %s', async (_, json) => {
  using site = createFolder()
  site.write('node_modules/member/package.json', json)
  const script = programScripts['pnpm 10']
  const before = script('../../../member/bin.js')
  site.write('node_modules/.bin/deploy', before)
  const listed = new Set(['member'])
  expect(await readSiteTools(site.path)).not.toContain('deploy') // package.json does not list the package
  site.write('package.json', { dependencies: { member: 'workspace:*' } })
  expect(await readSiteTools(site.path)).toContain('deploy')
  const guard = await guardPrograms({ roots: [site.path], own: { listed, scripts: {} }, isComplete })
  site.write('node_modules/.bin/deploy', script('../helper/bin.js'))
  await expect(guard.check()).rejects.toThrow('"helper" installs a program named "deploy"')
  expect(site.read('node_modules/.bin/deploy')).toBe(before)
})

const own = { listed: new Set(['tool', '@org/kit', 'member']), scripts: { build: 'tool && kit && member' } }

/** Site whose listed packages have programs, without `.bin`. */
function createSite(): Folder {
  const site = createFolder()
  for (const [name, program] of [
    ['tool', 'tool'],
    ['@org/kit', 'kit'],
    ['member', 'member'],
  ] as const)
    site.write(`node_modules/${name}/package.json`, { name, version: '1.0.0', bin: { [program]: 'bin.js' } })
  return site
}

describe.each(Object.entries(programScripts))('the owner of a program in a script of %s', (_, script) => {
  it.each([
    ['in node_modules', 'tool', '../tool/bin/tool.js'],
    ['with a scope', 'kit', '../@org/kit/bin.js'],
    ["in pnpm's folder", 'tool', '../.pnpm/tool@1.0.0/node_modules/tool/bin.js'],
    ["with a scope, in pnpm's folder", 'kit', '../.pnpm/@org+kit@1.0.0_tool@1.0.0/node_modules/@org/kit/bin.js'],
    ["in pnpm's folder of the workspace", 'tool', '../../../../node_modules/.pnpm/tool@1.0.0/node_modules/tool/bin.js'],
    ["in pnpm's global folder", 'tool', '../../../pnpm/store/v10/links/@/tool/1.0.0/0a1b/node_modules/tool/bin.js'],
    ['in a folder of the workspace', 'member', '../../../member/bin.js'],
  ])('accepts a listed package %s after the first installation', async (_, name, target) => {
    using site = createSite()
    const guard = await guardPrograms({ roots: [site.path], own, isComplete: false })
    site.write(`node_modules/.bin/${name}`, script(target))
    await expect(guard.check()).resolves.toBeUndefined()
  })

  it.each([
    ['in node_modules', '../helper/bin.js'],
    ['with the bundled package of the same name', '../helper/node_modules/tool/bin.js'],
    ["in pnpm's folder", '../.pnpm/helper@1.0.0/node_modules/helper/bin.js'],
    [
      "in pnpm's folder, with the bundled package of the same name",
      '../.pnpm/helper@1.0.0/node_modules/helper/node_modules/tool/bin.js',
    ],
    ["with a quotation mark in pnpm's folder", "../.pnpm/helper@https+++a.example+it's/node_modules/helper/bin.js"],
    ['with a file that is named like a path of the package', "../helper/it's$basedir/node_modules/tool/bin.js"],
    [
      "in pnpm's folder of the workspace",
      '../../../../node_modules/.pnpm/helper@1.0.0/node_modules/helper/node_modules/tool/bin.js',
    ],
  ])('refuses another package %s, and restores the script', async (_, target) => {
    using site = createSite()
    const before = script('../tool/bin.js')
    site.write('node_modules/.bin/tool', before)
    const guard = await guardPrograms({ roots: [site.path], own, isComplete })
    site.write('node_modules/.bin/tool', script(target))
    await expect(guard.check()).rejects.toThrow('"helper" installs a program named "tool"')
    expect(site.read('node_modules/.bin/tool')).toBe(before)
  })
})
