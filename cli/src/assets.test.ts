import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parsePackageJson } from './apply/installed.js'
import { assetsFolder, loadFirstParty, loadTemplate, templateIds } from './assets.js'
import { networkListSchema } from './plan/network.js'
import { parseWith } from './plan/parse.js'
import { parsePluginManifest } from './plan/plugin-manifest.js'

const workspace = fileURLToPath(new URL('../..', import.meta.url))
const read = (...path: string[]): string => readFileSync(join(workspace, ...path), 'utf8')
const list = await loadFirstParty()

describe('the list of first-party packages', () => {
  it('is that of the workspace: every plugin, its version, manifest and networks', () => {
    const plugins = readdirSync(join(workspace, 'plugins'))
      .sort()
      .map((name) => {
        const json = parsePackageJson(name, read('plugins', name, 'package.json'))
        const manifest = parsePluginManifest(json.name, json.walletModal)
        const networks = manifest.networks === undefined ? [] : JSON.parse(read('plugins', name, manifest.networks))
        return { name: json.name, version: json.version, peerDependencies: json.peerDependencies, manifest, networks }
      })
    expect(list.plugins).toEqual(plugins)
  })

  it('has the versions of the kernel and of this CLI', () => {
    expect(list.kernel.version).toBe(JSON.parse(read('kernel', 'package.json')).version)
    expect(list.version).toBe(JSON.parse(read('cli', 'package.json')).version)
  })

  it('has valid networks in every plugin', () => {
    for (const { networks } of list.plugins) expect(parseWith(networkListSchema, networks)).toEqual({ value: networks })
  })
})

describe('the templates', () => {
  it('are those of the workspace, byte for byte', async () => {
    for (const id of await templateIds()) {
      for (const { from } of (await loadTemplate(id)).spec.files) {
        expect(readFileSync(join(assetsFolder, 'templates/site', id, from), 'utf8')).toBe(
          readFileSync(join(workspace, 'templates/site', id, from), 'utf8'),
        )
      }
    }
  })

  it('list every file they consist of', async () => {
    for (const id of await templateIds()) {
      const { spec } = await loadTemplate(id)
      const root = join(workspace, 'templates/site', id)
      const files = readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
      expect(files.sort()).toEqual([...spec.files.map(({ from }) => from), 'template.json'].sort())
    }
  })

  it.each(['nope', '../site/vite-react', '..', ''])('N1 has none named %j', async (id) => {
    await expect(loadTemplate(id)).rejects.toMatchObject({ code: 'UNKNOWN_TEMPLATE' })
  })
})
