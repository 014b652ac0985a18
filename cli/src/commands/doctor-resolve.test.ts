import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Finding } from '../doctor/finding.js'
import { findingIds } from '../doctor/finding-ids.js'
import { checkNode } from '../doctor/node-version.js'
import { createFolder, type Folder } from '../fixtures/folder.js'
import { runInside } from '../fixtures/in-process.js'
import { createSite, install, patch } from '../fixtures/site.js'

let healthy: Folder
beforeAll(async () => {
  healthy = await createSite('--plugins', 'connect,account,eip155', '--no-sandbox')
})
afterAll(() => healthy?.[Symbol.dispose]())

const manifestOf = (site: Folder) => JSON.parse(site.read('wallet-modal.json'))
const setManifest = (site: Folder, change: object): void =>
  void site.write('wallet-modal.json', { ...manifestOf(site), ...change })
const setPlugins = (site: Folder, plugins: object): void =>
  setManifest(site, { plugins: { ...manifestOf(site).plugins, ...plugins } })

/** Adds a third-party plugin with the given fields of its manifest. */
function addThirdParty(site: Folder, walletModal: object): void {
  const name = 'wallet-modal-plugin-tip'
  const manifest = { id: 'tip', export: 'tip', title: 'Tip', description: 'x', kernel: '^0.1', ...walletModal }
  install(site, name, { name, version: '1.0.0', peerDependencies: {}, walletModal: manifest })
  setPlugins(site, { [name]: {} })
}

const brokenSites: readonly (readonly [id: string, spoil: (site: Folder) => void, message: RegExp])[] = [
  [
    'invalid-option',
    (site) => setPlugins(site, { '@wallet-modal/connect': { legalCheckbox: 'yes' } }),
    /legalCheckbox/,
  ],
  ['invalid-site', (site) => setManifest(site, { networks: ['eip155:1', 'eip155:1'] }), /"eip155:1" is listed twice/],
  ['unknown-network', (site) => setManifest(site, { networks: ['eip155:2'] }), /"eip155:2"/],
  ['not-installed', (site) => setPlugins(site, { '@wallet-modal/solana': {} }), /solana/],
  [
    'duplicate-provider',
    (site) => addThirdParty(site, { provides: ['namespace:eip155'] }),
    /both provide "namespace:eip155"/,
  ],
  [
    'conflict',
    (site) => addThirdParty(site, { conflicts: ['@wallet-modal/connect'] }),
    /together with "@wallet-modal\/connect"/,
  ],
  ['name-clash', (site) => addThirdParty(site, { export: 'connect' }), /same export name "connect"/],
  [
    'cycle',
    (site) => {
      addThirdParty(site, { provides: ['tips'], requires: ['namespace:eip155'] })
      patch(site, '@wallet-modal/eip155', (json) => Object.assign(json.walletModal, { requires: ['tips'] }))
    },
    /cycle.*eip155/,
  ],
  [
    'site-broken',
    (site) => {
      rmSync(join(site.path, 'src/wallet-modal.generated.ts'))
      mkdirSync(join(site.path, 'src/wallet-modal.generated.ts'))
      writeFileSync(join(site.path, 'src/wallet-modal.generated.ts/x'), '')
    },
    /wallet-modal\.generated\.ts/,
  ],
]

describe('doctor with incompatible plugins or an invalid wallet-modal.json', () => {
  it.each(brokenSites)(
    'reports %s with what, why and the fix, exits with 1, and changes nothing',
    async (id, spoil, message) => {
      using site = createFolder('work/site')
      cpSync(healthy.path, site.path, { recursive: true })
      spoil(site)
      const before = site.snapshot()
      const { exitCode, stdout } = await runInside(site.path, ['doctor', '--json'])
      const { ok, findings }: { readonly ok: boolean; readonly findings: readonly Finding[] } = JSON.parse(stdout)
      expect({ exitCode, ok }).toEqual({ exitCode: 1, ok: false })
      const found = findings.find((one) => one.id === id)
      expect(findings.map((one) => one.id)).toContain(id)
      expect(found).toMatchObject({ severity: 'error', what: expect.stringMatching(message) })
      expect([found?.why, found?.fix].every((text) => text !== undefined && text.length > 10)).toBe(true)
      expect(findings.every((one) => findingIds.includes(one.id))).toBe(true)
      expect(site.snapshot()).toEqual(before)
      const { stdout: shown } = await runInside(site.path, ['doctor'])
      expect(shown).toMatch(new RegExp(`\\[${id}\\]\\n {2}Why: .+\\n {2}Fix: .+`))
    },
  )

  it.each([
    ['18.20.4', ['unsupported-node']],
    ['20.18.3', ['unsupported-node']],
    ['20.19.0', []],
    ['23.0.0-nightly', []],
  ])('reports for Node.js %s: %j', async (nodeVersion, ids) => {
    const context = { nodeVersion } as Parameters<typeof checkNode>[0]
    expect((await checkNode(context)).map(({ id }) => id)).toEqual(ids)
  })
})
