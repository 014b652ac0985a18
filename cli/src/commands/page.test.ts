import { existsSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, vi } from 'vitest'
import { journalFolder } from '../apply/changes/journal-entry.js'
import { documentOf, type RunResult, runBin } from '../fixtures/bin.js'
import { createFolder, type Folder } from '../fixtures/folder.js'
import { createTerminal } from '../fixtures/terminal.js'
import { run } from '../run.js'

vi.setConfig({ testTimeout: 60_000 })

const installed = fileURLToPath(new URL('../../../node_modules', import.meta.url))

/** Creates a plain HTML page with the modal and the packages of this workspace. The modal is not built yet. */
async function createPage(): Promise<Folder> {
  const page = createFolder('work/page')
  page.write('index.html', '<p>')
  const ran = await runBin(page.path, ['init', '--yes', '--no-install', '--no-sandbox', '--networks', 'eip155:1'])
  if (ran.exitCode !== 0) throw new Error(ran.stderr)
  symlinkSync(installed, join(page.path, 'node_modules'))
  return page
}

const sync = (page: Folder, ...flags: readonly string[]): Promise<RunResult> =>
  runBin(page.path, ['sync', '--json', ...flags])
const built = (page: Folder): readonly string[] =>
  Object.keys(page.snapshot()).filter((path) => path.startsWith('wallet-modal/') || path.startsWith('.'))

describe('sync in plain HTML', () => {
  it('builds the modal with a fixed entry file, and reports when the build is stale', async () => {
    using page = await createPage()
    expect(documentOf(await sync(page, '--check'))).toMatchObject({ error: { code: 'GENERATED_STALE' } })
    expect(built(page)).toEqual([])
    expect(documentOf(await sync(page))).toMatchObject({ written: true })
    expect(page.read('wallet-modal/index.js')).toMatch(/^\/\/ Made from wallet-modal\.json/)
    expect(built(page).filter((path) => /chunks\/all-wallets-view/.test(path))).toHaveLength(1)
    expect(documentOf(await sync(page, '--check'))).toMatchObject({ state: 'current' })

    page.write('wallet-modal.config.js', `${page.read('wallet-modal.config.js')}\nwindow.changed = true\n`)
    expect((await sync(page, '--check')).exitCode).toBe(1)
    expect((await sync(page)).exitCode).toBe(0)
    expect(page.read('wallet-modal/index.js')).toContain('window.changed')
    expect(built(page).filter((path) => path.startsWith('.'))).toEqual([])
  })

  it('builds again after a change of an imported module, an environment variable or a .env file', async () => {
    using page = await createPage()
    page.write('mine.js', 'export const mine = "first-words"\n')
    page.write('wallet-modal.config.js', `${page.read('wallet-modal.config.js')}\nexport * from './mine.js'\n`)
    const manifest = JSON.parse(page.read('wallet-modal.json'))
    page.write('wallet-modal.json', JSON.stringify({ ...manifest, projectId: { env: 'SHOP_ID' } }))
    await sync(page)
    expect(page.read('wallet-modal/index.js')).toContain('first-words')
    expect((await sync(page, '--check')).exitCode).toBe(0)

    page.write('mine.js', 'export const mine = "second-words"\n')
    expect((await sync(page, '--check')).exitCode).toBe(1)
    expect(page.read('wallet-modal/index.js')).toContain('first-words')
    expect(documentOf(await sync(page))).toMatchObject({ written: true })
    expect(page.read('wallet-modal/index.js')).toContain('second-words')

    const named = { env: { SHOP_ID: 'id-of-the-shop' } }
    const ran = await runBin(page.path, ['sync', '--json'], named)
    expect(documentOf(ran)).toMatchObject({ written: true })
    expect(page.read('wallet-modal/index.js')).toContain('id-of-the-shop')
    expect(documentOf(await runBin(page.path, ['sync', '--json'], named))).toMatchObject({ written: false })

    page.write('.env', 'SHOP_ID="id-in-a-file"\n')
    expect(documentOf(await runBin(page.path, ['sync', '--json'], named))).toMatchObject({ written: false })
    expect(documentOf(await sync(page))).toMatchObject({ written: true })
    expect(page.read('wallet-modal/index.js')).toContain('id-in-a-file')
  })

  it('is also done with --no-install if no package changes; otherwise, the commands are printed', async () => {
    using page = await createPage()
    await sync(page)
    const run = async (...args: readonly string[]) =>
      documentOf<{ readonly next: readonly string[] }>(
        await runBin(page.path, [...args, '--yes', '--json', '--no-install']),
      )
    expect((await run('set', 'metadata.name=Renamed')).next).toEqual([])
    expect(page.read('wallet-modal/index.js')).toContain('Renamed')
    expect((await run('add', 'safe')).next).toEqual(['npm install', 'npx create-wallet-modal sync'])
  })

  it('keeps the previous build if the new one fails', async () => {
    using page = await createPage()
    await sync(page)
    const before = page.read('wallet-modal/index.js')
    page.write('wallet-modal.config.js', "import './not-there.js'\n")
    expect(documentOf(await sync(page))).toMatchObject({
      error: { code: 'BUILD_FAILED', message: expect.stringContaining('not-there.js') },
    })
    expect(page.read('wallet-modal/index.js')).toBe(before)
    expect(built(page).filter((path) => path.startsWith('.'))).toEqual([])
  })

  it('neither overwrites nor removes a wallet-modal folder that it did not create', async () => {
    using page = await createPage()
    page.write('wallet-modal/index.js', 'mine()')
    const refused = documentOf(await sync(page))
    expect(refused).toMatchObject({
      error: { code: 'INVALID_SITE', message: expect.stringContaining('was not created by this tool') },
    })
    await runBin(page.path, ['remove', '--all', '--yes', '--no-install'])
    expect(page.read('wallet-modal/index.js')).toBe('mine()')
    expect(page.read('index.html')).toBe('<p>')
  })

  it('builds a folder that remove --all deletes', async () => {
    using page = await createPage()
    await sync(page)
    const ran = await runBin(page.path, ['remove', '--all', '--yes', '--no-install'])
    expect(ran.exitCode).toBe(0)
    expect(Object.keys(page.snapshot()).sort()).toEqual(['index.html', 'node_modules'])
  })
})

describe('Ctrl-C while the modal of a plain HTML page is built', () => {
  /** Runs a command that renames the site, and stops it when its files are written. */
  async function stopped(page: Folder, args: readonly string[]) {
    const controller = new AbortController()
    const isWritten = (): boolean =>
      page.read('wallet-modal.generated.js').includes('Renamed') && !existsSync(join(page.path, journalFolder))
    const signal = Object.assign(controller.signal, {
      throwIfAborted() {
        if (isWritten()) controller.abort(new Error('SIGINT'))
        if (signal.aborted) throw signal.reason
      },
    })
    const { env, text } = createTerminal(page.path, signal)
    const exitCode = await run([...args, '--json'], env, { name: 'x', createsByDefault: false })
    return { exitCode, ...JSON.parse(text()).error }
  }
  const expected = {
    exitCode: 130,
    code: 'INTERRUPTED',
    message: 'Stopped. The files of the site were changed, but the modal was not built.',
    advice: expect.stringContaining('create-wallet-modal sync'),
  }

  it('says that set has changed the files', async () => {
    using page = await createPage()
    expect(await stopped(page, ['set', 'metadata.name=Renamed', '--yes', '--no-install'])).toEqual(expected)
  })

  it('says that sync has changed the files', async () => {
    using page = await createPage()
    page.write('wallet-modal.json', page.read('wallet-modal.json').replace('"name": "page"', '"name": "Renamed"'))
    expect(await stopped(page, ['sync'])).toEqual(expected)
  })
})
