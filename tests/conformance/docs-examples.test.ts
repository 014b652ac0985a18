// @vitest-environment happy-dom
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin, ReadonlySignal, View } from '@wallet-modal/kernel'
import { conformance, type PluginPackage, type RenderedModal, renderModal } from '@wallet-modal/kernel/testing'
import axe from 'axe-core'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { blocksOf } from '../docs/blocks.js'
import { repository } from '../setup/workspaces.mjs'

/** Folder of the examples. It is inside the repository, so that packages resolve as in a site. */
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

describe('the plugin of docs/write-a-plugin.md passes the conformance kit', () => {
  for (const { name, run } of conformance(note, { manifest, sources, axe, params })) test(name, run)
})

test('the plugin of docs/write-a-plugin.md can save an unchanged note twice, and keeps notes that another tab has stored', async () => {
  localStorage.clear()
  const { Note } = (await import(join(folder, 'src/contract.ts'))) as { readonly Note: View<object, string> }
  const open = () =>
    renderModal([{ plugin: note, options: { prefix: 'Mine: ' } }], {
      id: 'page',
      view: Note,
      params: { address: 'fake-1' },
    })
  const savedNotes = ({ modal }: RenderedModal): unknown =>
    (modal.use(note) as { readonly all: ReadonlySignal<unknown> }).all.peek()
  {
    using first = await open()
    first.click('Save')
    expect(savedNotes(first)).toEqual({ 'fake-1': 'Mine: ' })
  }
  using second = await open()
  const key = 'wallet-modal/page/wallet-modal-plugin-notes/notes'
  const theirs = { 'fake-1': 'Mine: ', 'fake-2': 'theirs' }
  localStorage.setItem(key, JSON.stringify({ v: 1, data: theirs }))
  window.dispatchEvent(Object.assign(new Event('storage'), { key }))
  second.click('Save')
  expect(savedNotes(second)).toEqual(theirs)
})

// each file contains tests, run as a reader would run them
describe('the tests of docs/write-a-plugin.md', () => import(join(folder, 'src/note.test.ts')).then(() => undefined))
describe('the tests of docs/testing.md', () => import(join(folder, 'connect.test.ts')).then(() => undefined))
