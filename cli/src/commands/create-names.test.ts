import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { runBin } from '../fixtures/bin.js'
import { createFolder } from '../fixtures/folder.js'
import { fakeInstall } from '../fixtures/install.js'
import { parseSiteManifest } from '../plan/site/site-manifest.js'

describe('N6 names', () => {
  const bad = ['a\nb', '-rf', '--', 'x"y', 'x|y', 'x>y', 'con', 'x.']
  it.each([
    'x; touch pwned',
    '$(touch pwned)',
    '`touch pwned`',
    "it's; touch pwned #",
    '&& touch pwned',
    'ü ü',
    '{{title}}',
    '\u0024{title}',
    ...bad,
  ])('makes %j literally, or refuses it, and starts no shell', async (name) => {
    using folder = createFolder()
    const npm = fakeInstall(folder, 'ok')
    const ran = await runBin(folder.path, ['--yes', '--name', name, '--', name], { env: npm.env })
    const made = readdirSync(folder.path).filter((entry) => entry !== 'fake-bin')
    expect(ran.exitCode).toBe(bad.includes(name) ? 2 : 0)
    expect(made).toEqual(bad.includes(name) ? [] : [name])
    if (ran.exitCode !== 0) return
    const manifest = parseSiteManifest(folder.read(`${name}/wallet-modal.json`))
    expect(manifest.metadata.name).toBe(name)
    expect(JSON.parse(folder.read(`${name}/package.json`)).name).toMatch(/^[a-z0-9-]+$/)
  })

  it('N7 works in a path with spaces, ü and 200 characters', async () => {
    using folder = createFolder(`ein schöner Ort/${'lang'.repeat(50)}`)
    const npm = fakeInstall(folder, 'ok')
    const ran = await runBin(folder.path, ['süße seite', '--yes'], { env: npm.env })
    expect(ran).toMatchObject({ exitCode: 0, stderr: '' })
    expect(folder.read('süße seite/index.html')).toContain('<title>süße seite</title>')
  })
})
