import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parsePackageJson } from './apply/packages/installed.js'
import { assetsFolder, loadFirstParty, loadTemplate, templateIds } from './assets.js'
import { createFolder } from './fixtures/folder.js'
import { parseWith } from './plan/arguments/parse.js'
import { templatePath } from './plan/files/template.js'
import { parsePluginManifest } from './plan/plugins/plugin-manifest.js'
import { networkListSchema } from './plan/site/network.js'

const workspace = fileURLToPath(new URL('../..', import.meta.url))
const read = (...path: string[]): string => readFileSync(join(workspace, ...path), 'utf8')
const release = await loadFirstParty()

describe('the list of first-party packages', () => {
  it('contains every plugin of the workspace with its version, manifest and networks', () => {
    const plugins = readdirSync(join(workspace, 'plugins'))
      .sort()
      .map((name) => {
        const json = parsePackageJson(name, read('plugins', name, 'package.json'))
        const manifest = parsePluginManifest(json.name, json.walletModal)
        const networks = manifest.networks === undefined ? [] : JSON.parse(read('plugins', name, manifest.networks))
        return { name: json.name, version: json.version, peerDependencies: json.peerDependencies, manifest, networks }
      })
    expect(release.plugins).toEqual(plugins)
  })

  it('has the versions of the kernel and of this CLI', () => {
    expect(release.kernel.version).toBe(JSON.parse(read('kernel', 'package.json')).version)
    expect(release.version).toBe(JSON.parse(read('cli', 'package.json')).version)
  })

  it('has valid networks in every plugin', () => {
    for (const { networks } of release.plugins)
      expect(parseWith(networkListSchema, networks)).toEqual({ value: networks })
  })
})

describe('the templates', () => {
  it('are byte-for-byte copies of the templates in the workspace', async () => {
    for (const id of await templateIds()) {
      for (const { from } of (await loadTemplate(id)).spec.files) {
        const path = join('templates/site', templatePath(id, from))
        expect(readFileSync(join(assetsFolder, path), 'utf8')).toBe(readFileSync(join(workspace, path), 'utf8'))
      }
    }
  })

  it('together list every file of templates/site, including each shared file', async () => {
    const root = join(workspace, 'templates/site')
    const listed = new Set<string>()
    for (const id of await templateIds()) {
      listed.add(`${id}/template.json`)
      for (const { from } of (await loadTemplate(id)).spec.files) listed.add(templatePath(id, from))
    }
    const files = readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    expect(files.sort()).toEqual([...listed].sort())
  })

  it('list no *.test.* or .tsbuildinfo file: the published package omits these', async () => {
    for (const id of await templateIds())
      for (const { from } of (await loadTemplate(id)).spec.files) expect(from).not.toMatch(/\.test\.|\.tsbuildinfo$/)
  })

  it('N1 do not include the folder of shared files', async () => {
    expect(await templateIds()).not.toContain('shared')
    await expect(loadTemplate('shared')).rejects.toMatchObject({ code: 'UNKNOWN_TEMPLATE' })
  })

  it('N1 cannot list a file outside of the templates folder', async () => {
    using folder = createFolder()
    folder.write('secret.txt', 'secret')
    for (const from of ['../../../secret.txt', 'shared/../../../secret.txt', '/secret.txt']) {
      const files = [{ from, to: 'x' }]
      folder.write('templates/site/mine/template.json', { title: 'x', dependencies: {}, devDependencies: {}, files })
      await expect(loadTemplate('mine', folder.path)).rejects.toMatchObject({ code: 'INVALID_PATH' })
    }
  })

  it.each(['nope', '../site/vite-react', '..', ''])('N1 loadTemplate refuses the unknown name %j', async (id) => {
    await expect(loadTemplate(id)).rejects.toMatchObject({ code: 'UNKNOWN_TEMPLATE' })
  })
})
