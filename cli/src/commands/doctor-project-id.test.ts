import { describe, expect, it } from 'vitest'
import { createHealthySite, runDoctor, setManifest, siteWith, withWalletConnect } from '../fixtures/doctor-site.js'
import { install } from '../fixtures/site.js'

createHealthySite()

describe('doctor: the project id', () => {
  it.each([
    ['YOUR_PROJECT_ID', 'project-id-placeholder'],
    ['00000000000000000000000000000000', 'project-id-placeholder'],
    ['test', 'project-id-placeholder'],
    ['0123456789abcdef0123456789abcdef', 'project-id-placeholder'],
    ['9f86d081884c7d659a2feaa0c55ad01', 'project-id-malformed'],
    ['9F86D081884C7D659A2FEAA0C55AD015', 'project-id-malformed'],
    ['a-project-id', 'project-id-placeholder'],
    ['9f86d081884c7d659a2feaa0c55ad015', undefined],
    ['a1b2c3d4e5f60718293a4b5c6d7e8f90', undefined],
    ['abc6d081884c7d659a2feaa0c55ad015', undefined],
    ['add6d081884c7d659a2feaa0c55ad015', undefined],
  ])('with the value %s gives the finding %s, and none if the site has its own catalogue', async (projectId, id) => {
    using site = siteWith()
    await setManifest(site, { projectId })
    expect((await runDoctor(site)).ids).toEqual(id ? [id] : [])
    await setManifest(site, { endpoints: { catalogue: 'https://wallets.example' } })
    expect((await runDoctor(site)).ids).toEqual([])
  })

  it('is read from the environment and .env files, and reported if Vite does not pass the variable to pages', async () => {
    using site = siteWith()
    await setManifest(site, { projectId: { env: 'VITE_PROJECT' } })
    expect((await runDoctor(site)).ids).toEqual(['project-id-unset'])
    expect(await runDoctor(site, [], { VITE_PROJECT: 'your-id' })).toMatchObject({ ids: ['project-id-placeholder'] })
    const wrong = await runDoctor(site, [], { VITE_PROJECT: 'sk_live_51H8' })
    expect(wrong).toMatchObject({ ids: ['project-id-malformed'] })
    expect(wrong.stdout).not.toContain('sk_live') // the value may be a secret, and users share reports
    site.write('.env', '# a comment\nexport VITE_PROJECT = "9f86d081884c7d659a2feaa0c55ad015"\n')
    expect((await runDoctor(site)).ids).toEqual([])
    await setManifest(site, { projectId: { env: 'PROJECT' } })
    expect((await runDoctor(site)).ids).toEqual(['project-id-hidden'])
  })

  it.each([
    'VITE_PROJECT=9f86d081884c7d659a2feaa0c55ad015 # the shop',
    'VITE_PROJECT="9f86d081884c7d659a2feaa0c55ad015" # the shop',
    "VITE_PROJECT='9f86d081884c7d659a2feaa0c55ad015'\r\nOTHER=x",
  ])('is read from the .env file %j as dotenv reads it', async (text) => {
    using site = siteWith()
    await setManifest(site, { projectId: { env: 'VITE_PROJECT' } })
    site.write('.env.production', text)
    expect((await runDoctor(site)).ids).toEqual([])
  })

  it('is read from .env.production before .env.local, as by Vite', async () => {
    using site = siteWith()
    await setManifest(site, { projectId: { env: 'VITE_PROJECT' } })
    site.write('.env.local', 'VITE_PROJECT=your-id')
    expect((await runDoctor(site)).ids).toEqual(['project-id-placeholder'])
    site.write('.env.production', 'VITE_PROJECT=9f86d081884c7d659a2feaa0c55ad015')
    expect((await runDoctor(site)).ids).toEqual([])
  })

  it('is reported as missing if a plugin needs it and has no relay URL of its own', async () => {
    using site = siteWith()
    await withWalletConnect(site, { projectId: undefined, metadata: { name: 'Shop', url: 'https://shop.example' } })
    expect((await runDoctor(site)).ids).toEqual(['project-id-missing'])
    const { plugins } = JSON.parse(site.read('wallet-modal.json'))
    plugins['@wallet-modal/walletconnect'] = { relayUrl: 'wss://relay.example' }
    await setManifest(site, { plugins })
    expect((await runDoctor(site)).ids).toEqual([])
  })

  it('is not enough for a plugin that needs a service of the site', async () => {
    using site = siteWith()
    install(site, '@wallet-modal/onramp', {
      name: '@wallet-modal/onramp',
      version: '0.1.0',
      walletModal: {
        ...{ id: 'onramp', export: 'onramp', title: 'Buy', description: 'x', kernel: '^0.1', needsService: true },
        permissions: { api: ['blockchain:/v1/onramp/*'] },
      },
    })
    const { plugins } = JSON.parse(site.read('wallet-modal.json'))
    await setManifest(site, { plugins: { ...plugins, '@wallet-modal/onramp': {} } })
    expect(await runDoctor(site)).toMatchObject({
      findings: [{ id: 'service-missing', fix: expect.stringContaining('set endpoints.blockchain=<url>`') }],
    })
    await setManifest(site, { endpoints: { blockchain: 'https://gateway.example' } })
    expect((await runDoctor(site)).ids).toEqual([])
  })

  it('is suggested for swap without a source, next to the plugins that are a source', async () => {
    using site = siteWith()
    const { plugins } = JSON.parse(site.read('wallet-modal.json'))
    const swap = { ...plugins, '@wallet-modal/swap': {} }
    await setManifest(site, { projectId: undefined, plugins: swap })
    expect(await runDoctor(site)).toMatchObject({
      findings: [{ id: 'source-missing', severity: 'warning', fix: expect.stringContaining('add lifi`') }],
    })
    await setManifest(site, { plugins: { ...swap, '@wallet-modal/jupiter': {} } }) // for Solana, which the site does not have
    expect((await runDoctor(site)).ids).toContain('source-missing')
    await setManifest(site, { plugins: { ...swap, '@wallet-modal/lifi': {} } })
    expect((await runDoctor(site)).ids).not.toContain('source-missing')
  })

  it('is suggested for pairing with the command that adds WalletConnect, if the site does not have it', async () => {
    using site = siteWith()
    const notes = async (): Promise<string> => JSON.parse((await runDoctor(site)).stdout).notes.join('\n')
    await setManifest(site, { projectId: undefined })
    expect(await notes()).toMatch(/adds pairing.*npx create-wallet-modal add walletconnect/)
    await withWalletConnect(site, { projectId: undefined })
    expect(await notes()).toContain('adds pairing')
    expect(await notes()).not.toContain('add walletconnect')
  })

  it('is not suggested for pairing if WalletConnect has a relay URL or a project id of its own', async () => {
    using site = siteWith()
    await withWalletConnect(site, { projectId: undefined })
    const { plugins } = JSON.parse(site.read('wallet-modal.json'))
    const notesWith = async (options: object): Promise<readonly string[]> => {
      await setManifest(site, { plugins: { ...plugins, '@wallet-modal/walletconnect': options } })
      return JSON.parse((await runDoctor(site)).stdout).notes
    }
    expect(await notesWith({})).toEqual([expect.stringContaining('adds pairing')])
    expect(await notesWith({ relayUrl: 'wss://relay.example' })).toEqual([])
    expect(await notesWith({ projectId: '9f86d081884c7d659a2feaa0c55ad015' })).toEqual([])
  })

  it('is reported as missing if only "endpoints" or a gateway sets a relay, which WalletConnect does not use', async () => {
    using site = siteWith()
    const metadata = { name: 'Shop', url: 'https://shop.example' }
    await withWalletConnect(site, { projectId: undefined, metadata, endpoints: { relay: 'wss://relay.example' } })
    expect((await runDoctor(site)).ids).toEqual(['project-id-missing'])
    install(site, '@wallet-modal/gateway', {
      name: '@wallet-modal/gateway',
      version: '0.1.0',
      walletModal: {
        ...{ id: 'gateway', export: 'gateway', title: 'Gateway', description: 'x', kernel: '^0.1' },
        options: { type: 'object', properties: { url: { type: 'string' } } },
      },
    })
    const { plugins } = JSON.parse(site.read('wallet-modal.json'))
    const gateway = { '@wallet-modal/gateway': { url: 'https://gateway.example' } }
    await setManifest(site, { plugins: { ...plugins, ...gateway } })
    expect((await runDoctor(site)).ids).toEqual(['project-id-missing'])
  })

  it.each([
    ['vite', 'PUBLIC_ID', 'VITE_ID'],
    ['@sveltejs/kit', 'PUBLIC_ID', 'VITE_ID'],
    ['astro', 'VITE_ID', 'PUBLIC_ID'],
    ['astro', 'ID', 'PUBLIC_ID'],
    ['next', 'ID', 'NEXT_PUBLIC_ID'],
    ['next', 'VITE_ID', 'NEXT_PUBLIC_ID'],
  ])('with %s, is hidden in %s and available in %s', async (name, hidden, available) => {
    using site = siteWith()
    const json = JSON.parse(site.read('package.json'))
    site.write('package.json', { ...json, devDependencies: { ...json.devDependencies, [name]: '1.0.0' } })
    const env = Object.fromEntries([hidden, available].map((key) => [key, '9f86d081884c7d659a2feaa0c55ad015']))
    await setManifest(site, { projectId: { env: hidden } })
    expect(await runDoctor(site, [], env)).toMatchObject({
      findings: [{ id: 'project-id-hidden', fix: expect.stringContaining(`Name the variable ${available} `) }],
    })
    await setManifest(site, { projectId: { env: available } })
    expect((await runDoctor(site, [], env)).ids).toEqual([])
  })

  it('is not reported as hidden if the configuration of Vite sets "envPrefix"', async () => {
    using site = siteWith((one) => one.write('vite.config.ts', "export default { envPrefix: ['VITE_', 'PUBLIC_'] }"))
    await setManifest(site, { projectId: { env: 'PUBLIC_ID' } })
    expect((await runDoctor(site, [], { PUBLIC_ID: '9f86d081884c7d659a2feaa0c55ad015' })).ids).toEqual([])
  })
})
