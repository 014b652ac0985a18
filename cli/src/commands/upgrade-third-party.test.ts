import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { documentOf } from '../fixtures/bin.js'
import type { Folder } from '../fixtures/folder.js'
import { publishPlugin } from '../fixtures/release.js'
import { install } from '../fixtures/site.js'
import { createUpgradeSites, type UpgradeSites, upgrade, versionsOf } from '../fixtures/upgrade-sites.js'

let sites: UpgradeSites
beforeAll(async () => {
  sites = await createUpgradeSites()
})
afterAll(() => sites?.[Symbol.dispose]())
const siteWithRelease: UpgradeSites['siteWithRelease'] = (change) => sites.siteWithRelease(change)

const addThirdParty = (kernel: string) => (site: Folder) => {
  const walletModal = { id: 'pay', export: 'pay', title: 'Pay', description: 'Pay', kernel }
  install(site, 'wallet-modal-plugin-pay', { name: 'wallet-modal-plugin-pay', version: '1.2.3', walletModal })
  const manifest = JSON.parse(site.read('wallet-modal.json'))
  manifest.plugins['wallet-modal-plugin-pay'] = {}
  site.write('wallet-modal.json', manifest)
  const json = JSON.parse(site.read('package.json'))
  json.dependencies['wallet-modal-plugin-pay'] = '1.2.3'
  site.write('package.json', `${JSON.stringify(json, null, 2)}\n`)
}

describe('upgrade of a site with third-party plugins', () => {
  it('changes nothing if a third-party plugin does not support the new kernel', async () => {
    const { site, release } = siteWithRelease(addThirdParty('^0.1'))
    using _ = site
    const before = site.snapshot()
    expect(await upgrade(site, release, '--yes')).toMatchObject({
      exitCode: 3,
      stderr: expect.stringMatching(
        /Kernel 0\.2\.0 is not supported by "wallet-modal-plugin-pay" 1\.2\.3 \(accepts \^0\.1\)/,
      ),
    })
    expect(site.snapshot()).toEqual(before)
  })

  it('updates a third-party plugin together with the kernel if a newer version supports it, and keeps its options', async () => {
    const { site, release } = siteWithRelease(addThirdParty('^0.1'))
    using _ = site
    const manifest = JSON.parse(site.read('wallet-modal.json'))
    const options = { type: 'object', properties: { fee: { type: 'number' } } }
    manifest.plugins['wallet-modal-plugin-pay'] = { fee: 1 }
    const walletModal = { id: 'pay', export: 'payNow', title: 'Pay', description: 'Pay', kernel: '^0.2', options }
    const permissions = { api: [], origins: { connect: ['https://pay.example'] } }
    const newer = { name: 'wallet-modal-plugin-pay', walletModal: { ...walletModal, permissions } }
    const kernel = '@wallet-modal/kernel'
    publishPlugin(site, { ...newer, version: '3.0.0', peerDependencies: { [kernel]: '^0.3.0' } })
    publishPlugin(site, { ...newer, version: '2.0.0', peerDependencies: { [kernel]: '^0.2.0' } })
    install(site, newer.name, { name: newer.name, version: '1.2.3', walletModal: { ...walletModal, kernel: '^0.1' } })
    site.write('wallet-modal.json', manifest)
    const ran = await upgrade(site, release, '--yes', '--json')
    expect(documentOf(ran)).toMatchObject({
      ok: true,
      updated: [{ name: newer.name, version: '2.0.0', permissions: { origins: { connect: ['https://pay.example'] } } }],
      warnings: expect.arrayContaining([expect.stringMatching(/pay has new permissions: connect:https:/)]),
    })
    expect(versionsOf(site)).toMatchObject({ [newer.name]: '2.0.0', [kernel]: '0.2.0' })
    expect(site.read('src/wallet-modal.generated.ts')).toContain('payNow({ fee: 1, ...code.payNow })')
    expect(release.log().filter((line) => line.startsWith('install'))).toHaveLength(1)
  })

  it('does not add a third-party plugin that only the workspace root lists to the package.json of the site', async () => {
    const { site, release } = siteWithRelease(addThirdParty('^0.1'))
    using _ = site
    const json = JSON.parse(site.read('package.json'))
    delete json.dependencies['wallet-modal-plugin-pay']
    site.write('package.json', `${JSON.stringify(json, null, 2)}\n`)
    const walletModal = { id: 'pay', export: 'pay', title: 'Pay', description: 'Pay', kernel: '^0.2' }
    publishPlugin(site, { name: 'wallet-modal-plugin-pay', version: '2.0.0', walletModal })
    const before = site.snapshot()
    expect(await upgrade(site, release, '--yes')).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('update it where it is listed, such as in the package.json of the workspace'),
    })
    expect(release.log().map((line) => line.split(' ')[0])).toEqual(['pack'])
    expect(site.snapshot()).toEqual(before)
  })

  it.each([
    [
      'the registry refuses the account',
      'E401',
      4,
      'npm could not read the versions of "wallet-modal-plugin-pay" (E401)',
    ],
    ['the registry has no newer version', 'E404', 3, 'The other plugins have no newer version'],
  ])('changes nothing if %s', async (_case, code, exitCode, text) => {
    const { site, release } = siteWithRelease(addThirdParty('^0.1'))
    using _ = site
    const before = site.snapshot()
    const failing = { ...release, env: { ...release.env, FAKE_VIEW: code } }
    const ran = await upgrade(site, failing, '--yes')
    expect(ran).toMatchObject({ exitCode, stderr: expect.stringContaining(text) })
    expect(site.snapshot()).toEqual(before)
  })

  it('keeps the versions of a compatible third-party plugin and of a package from a folder', async () => {
    const { site, release } = siteWithRelease((one) => {
      addThirdParty('>=0.1 <0.3')(one)
      one.write(
        'package.json',
        one
          .read('package.json')
          .replace('"@wallet-modal/connect": "0.1.0"', '"@wallet-modal/connect": "file:../connect"'),
      )
    })
    using _ = site
    const ran = await upgrade(site, release, '--yes', '--no-install')
    expect(ran).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('"@wallet-modal/connect" comes from a folder'),
    })
    expect(versionsOf(site)).toMatchObject({
      'wallet-modal-plugin-pay': '1.2.3',
      '@wallet-modal/connect': 'file:../connect',
      '@wallet-modal/kernel': '0.2.0',
    })
  })
})
