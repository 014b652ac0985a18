import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { documentOf } from '../fixtures/bin.js'
import type { Folder } from '../fixtures/folder.js'
import { runInside } from '../fixtures/in-process.js'
import { createSite } from '../fixtures/site.js'
import { generatedFile } from '../plan/files/generate.js'

const configFile = 'src/wallet-modal.config.ts'
const manifestFile = 'wallet-modal.json'

/** Creates a site whose text files all have CRLF, including those of installed packages, as from an editor or Git on Windows. */
async function createCrlfSite(): Promise<Folder> {
  const site = await createSite()
  for (const [path, text] of Object.entries(site.snapshot())) {
    if (text === '/' || text.startsWith('-> ') || text.includes('\uFFFD')) continue
    site.write(path, text.replace(/\r?\n/g, '\r\n'))
  }
  return site
}

const change = (site: Folder, from: string, to: string): void => {
  const text = site.read(manifestFile)
  expect(text).toContain(from)
  site.write(manifestFile, text.replace(from, to))
}
const sync = async (site: Folder, ...flags: string[]): Promise<unknown> =>
  documentOf(await runInside(site.path, ['sync', '--json', ...flags]))
const findings = async (site: Folder): Promise<readonly string[]> =>
  documentOf<{ readonly findings: readonly { readonly id: string }[] }>(
    await runInside(site.path, ['doctor', '--json']),
  ).findings.map(({ id }) => id)

describe('N7: a site with CRLF line ends', () => {
  it('N7 is current for sync and healthy for doctor, which change no file', async () => {
    using site = await createCrlfSite()
    const before = site.snapshot()
    for (const file of [
      manifestFile,
      generatedFile,
      configFile,
      'package.json',
      'node_modules/@wallet-modal/eip155/networks.json',
    ])
      expect(before[file]).toMatch(/\r\n/)
    expect(await runInside(site.path, ['sync', '--check'])).toMatchObject({ exitCode: 0, stderr: '' })
    expect(await sync(site)).toEqual({ ok: true, command: 'sync', state: 'current', written: false })
    expect(await runInside(site.path, ['doctor'])).toMatchObject({
      exitCode: 0,
      stderr: '',
      stdout: expect.stringContaining('nothing found'),
    })
    expect(site.snapshot()).toEqual(before)
  })

  it('N7 is regenerated after a change of wallet-modal.json: the file is stale, not edited', async () => {
    using site = await createCrlfSite()
    using twin = await createSite()
    for (const one of [site, twin]) change(one, '"Shop"', '"Other shop"')
    expect(await findings(site)).toEqual(['generated-stale'])
    expect(await runInside(site.path, ['sync', '--check'])).toMatchObject({ exitCode: 1 })
    const before = site.snapshot()
    expect(await sync(site)).toEqual({ ok: true, command: 'sync', state: 'stale', written: true })
    expect({ ...site.snapshot(), [generatedFile]: '' }).toEqual({ ...before, [generatedFile]: '' })
    expect(await findings(site)).toEqual([])
    await sync(twin)
    expect(site.read(generatedFile)).toBe(twin.read(generatedFile))
  })

  it('N7 keeps a generated file that was edited by hand', async () => {
    using site = await createCrlfSite()
    site.write(generatedFile, site.read(generatedFile).replace('Shop', 'Mine'))
    const before = site.snapshot()
    expect(await findings(site)).toEqual(['generated-edited'])
    expect(await runInside(site.path, ['sync'])).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('edited by hand'),
    })
    expect(site.snapshot()).toEqual(before)
  })

  it.each([
    ['only the generated file', [generatedFile]],
    ['only wallet-modal.json', [manifestFile]],
    ['only the config file', [configFile]],
  ])('N7 is current with CRLF in %s', async (_, files) => {
    using site = await createSite()
    for (const file of files) site.write(file, site.read(file).replaceAll('\n', '\r\n'))
    expect(await sync(site, '--check')).toMatchObject({ state: 'current' })
    expect(await findings(site)).toEqual([])
  })

  it('N7 is current with LF and CRLF in one file, and a byte order mark in wallet-modal.json', async () => {
    using site = await createSite()
    let at = 0
    site.write(
      generatedFile,
      site.read(generatedFile).replace(/\n/g, (end) => (at++ % 2 ? end : '\r\n')),
    )
    const path = join(site.path, manifestFile)
    writeFileSync(path, `\uFEFF${readFileSync(path, 'utf8').replaceAll('\n', '\r\n')}`)
    expect(await sync(site, '--check')).toMatchObject({ state: 'current' })
    expect(await findings(site)).toEqual([])
  })
})
