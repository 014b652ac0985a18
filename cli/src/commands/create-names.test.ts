import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { runBin } from '../fixtures/bin.js'
import { createFolder } from '../fixtures/folder.js'
import { fakeInstall } from '../fixtures/install.js'
import { parseSiteManifest } from '../plan/site/site-manifest.js'

describe('N6 create with unusual names', () => {
  const refusedNames = ['a\nb', '-rf', '--', 'x"y', 'x|y', 'x>y', 'con', 'x.']
  it.each([
    'x; touch pwned',
    '$(touch pwned)',
    '`touch pwned`',
    "it's; touch pwned #",
    '&& touch pwned',
    'ü ü',
    '{{title}}',
    '\u0024{title}',
    ...refusedNames,
  ])('creates a folder named exactly %j, or refuses the name, without a shell', async (name) => {
    using folder = createFolder()
    const npm = fakeInstall(folder, 'ok')
    const ran = await runBin(folder.path, ['--yes', '--name', name, '--', name], { env: npm.env })
    const made = readdirSync(folder.path).filter((entry) => entry !== 'fake-bin')
    expect(ran.exitCode).toBe(refusedNames.includes(name) ? 2 : 0)
    expect(made).toEqual(refusedNames.includes(name) ? [] : [name])
    if (ran.exitCode !== 0) return
    const manifest = parseSiteManifest(folder.read(`${name}/wallet-modal.json`))
    expect(manifest.metadata.name).toBe(name)
    expect(JSON.parse(folder.read(`${name}/package.json`)).name).toMatch(/^[a-z0-9-]+$/)
  })

  it('N7 works in a path with spaces, umlauts and a folder name of 200 characters', async () => {
    using folder = createFolder(`ein schöner Ort/${'lang'.repeat(50)}`)
    const npm = fakeInstall(folder, 'ok')
    const ran = await runBin(folder.path, ['süße seite', '--yes'], { env: npm.env })
    expect(ran).toMatchObject({ exitCode: 0, stderr: '' })
    expect(folder.read('süße seite/index.html')).toContain('<title>süße seite</title>')
  })
})
