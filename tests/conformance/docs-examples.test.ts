// @vitest-environment happy-dom
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from '@wallet-modal/kernel'
import { conformance, type PluginPackage } from '@wallet-modal/kernel/testing'
import axe from 'axe-core'
import { afterAll, describe, test, vi } from 'vitest'
import { blocksOf } from '../docs/blocks.js'
import { repository } from '../setup/workspaces.mjs'

/** Below the repository, where packages are found as in a site. */
const folder = join(repository, '.cache', `docs-examples-${process.pid}`)
const files = ['docs/write-a-plugin.md', 'docs/testing.md'].flatMap((page) => blocksOf(page)).filter(({ file }) => file)
for (const { file = '', code } of files) {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), code)
}
afterAll(() => rmSync(folder, { recursive: true, force: true }))
vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)

const manifest = JSON.parse(files.find(({ file }) => file === 'package.json')?.code ?? '{}') as PluginPackage
const sources = Object.fromEntries(
  files.flatMap(({ file = '', code }) => (/\.tsx?$/.test(file) && !file.includes('.test.') ? [[file, code]] : [])),
)
const params = { 'wallet-modal-plugin-notes#Note': { address: 'fake-1' } }
const { note } = (await import(join(folder, 'src/index.ts'))) as { readonly note: Plugin }

describe('the plugin of docs/write-a-plugin.md keeps what every plugin is held to', () => {
  for (const { name, run } of conformance(note, { manifest, sources, axe, params })) test(name, run)
})

// each holds tests, as readers would run them
describe('the tests of docs/write-a-plugin.md', () => import(join(folder, 'src/note.test.ts')).then(() => undefined))
describe('the tests of docs/testing.md', () => import(join(folder, 'connect.test.ts')).then(() => undefined))
