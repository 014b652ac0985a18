import { describe, expect, it } from 'vitest'
import { documentOf } from '../fixtures/bin.js'
import { createStart, runJson } from '../fixtures/changes.js'

const { fresh } = await createStart()

describe('list', () => {
  it('shows the plugins of the site with capabilities and options, lists available plugins, and changes nothing', async () => {
    using one = await fresh()
    await runJson(one, 'set', 'connect.collapseWallets=true')
    const before = one.site.snapshot()
    const { stdout } = await one.run(['list'])
    for (const text of ['eip155 0.1.0', 'provides namespace:eip155', 'collapseWallets = true', 'To add', 'solana'])
      expect(stdout).toContain(text)
    const document = documentOf<{ readonly plugins: readonly object[]; readonly available: readonly object[] }>(
      await one.run(['list', '--json']),
    )
    expect(document.plugins).toContainEqual(
      expect.objectContaining({
        name: '@wallet-modal/connect',
        version: '0.1.0',
        firstParty: true,
        options: { collapseWallets: true },
      }),
    )
    expect(document.available).toContainEqual(
      expect.objectContaining({ name: '@wallet-modal/sandbox', developmentOnly: true }),
    )
    expect(one.site.snapshot()).toEqual(before)
  })

  it('lists a plugin that is not installed, without a version', async () => {
    using one = await fresh()
    const manifest = JSON.parse(one.site.read('wallet-modal.json'))
    one.site.write('wallet-modal.json', { ...manifest, plugins: { ...manifest.plugins, 'wallet-modal-plugin-x': {} } })
    expect(documentOf(await one.run(['list', '--json']))).toMatchObject({
      ok: true,
      plugins: expect.arrayContaining([expect.objectContaining({ name: 'wallet-modal-plugin-x', version: null })]),
    })
  })
})
