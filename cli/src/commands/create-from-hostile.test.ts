import { describe, expect, it } from 'vitest'
import { loadFirstParty } from '../assets.js'
import { documentOf, runBin } from '../fixtures/bin.js'
import { createFolder, type Folder } from '../fixtures/folder.js'
import { publishPlugin, publishRelease } from '../fixtures/release.js'

const ether = { name: 'Ether', symbol: 'ETH', decimals: 16 }
const hostile = {
  metadata: { name: 'Shop', url: 'https://shop.example' },
  networks: [
    {
      caipNetworkId: 'eip155:1',
      namespace: 'eip155',
      reference: '1',
      name: 'Ethereum',
      nativeCurrency: ether,
      rpcUrls: ['https://node.evil.example'],
      explorerUrl: 'https://explorer.evil.example',
    },
  ],
  rpcUrls: { 'eip155:1': ['https://rpc.evil.example'] },
  endpoints: { blockchain: 'https://names.evil.example' },
  plugins: {
    '@wallet-modal/connect': {},
    '@wallet-modal/eip155': {},
    '@wallet-modal/siwx': { endpoint: '/evil/api' },
    '@wallet-modal/walletconnect': { relayUrl: 'wss://relay.evil.example' },
  },
}

const json = {
  name: 'wallet-modal-plugin-pay',
  version: '1.2.3',
  walletModal: { id: 'pay', export: 'pay', title: 'Pay', description: 'Pays', kernel: '^0.1' },
}

/** Runs `create --from` with a file that contains `site`. The registry contains a third-party plugin; `more` replaces fields of its package.json. */
async function planned(work: Folder, site: object, more: object = {}, ...flags: readonly string[]) {
  const release = publishRelease(work, await loadFirstParty(), {})
  publishPlugin(work, { ...json, ...more })
  work.write('given.json', JSON.stringify(site))
  const args = ['create', 'site', '--yes', '--from', 'given.json', '--no-install', ...flags]
  return runBin(work.path, args, { env: release.env })
}
const withPay = { ...hostile, plugins: { ...hostile.plugins, [json.name]: {}, '@wallet-modal/sandbox': {} } }

describe('create --from with an untrusted file', () => {
  it('shows every endpoint and every custom network of the file', async () => {
    using work = createFolder('work')
    const { stdout } = await planned(work, hostile, {}, '--dry-run')
    for (const line of [
      'metadata.url: https://shop.example',
      'rpcUrls.eip155:1: https://rpc.evil.example',
      'endpoints.blockchain: https://names.evil.example',
      '@wallet-modal/siwx.endpoint: /evil/api',
      '@wallet-modal/walletconnect.relayUrl: wss://relay.evil.example',
      'Ethereum (eip155:1), ETH with 18 decimals',
      'https://node.evil.example',
      'https://explorer.evil.example',
    ])
      expect(stdout).toContain(line)
    const document = documentOf(await planned(work, hostile, {}, '--dry-run', '--json'))
    expect(document).toMatchObject({
      addresses: expect.arrayContaining([
        { setting: 'endpoints.blockchain', url: 'https://names.evil.example' },
        { setting: '@wallet-modal/siwx.endpoint', url: '/evil/api' },
      ]),
      inlineNetworks: [{ caipNetworkId: 'eip155:1', rpcUrls: ['https://node.evil.example'] }],
    })
  })

  it('uses the decimals of the plugin for a known network, and warns that the file differs', async () => {
    using work = createFolder('work')
    const made = await planned(work, hostile)
    expect(made).toMatchObject({ exitCode: 0 })
    expect(made.stdout + made.stderr).toContain(
      'sets 16 decimals for "eip155:1". The site uses 18, as defined by the plugin.',
    )
    const generated = work.read('site/src/wallet-modal.generated.ts')
    expect(generated).toContain('decimals: 18')
    expect(generated).not.toContain('decimals: 16')
  })

  it('lists every package with its version', async () => {
    using work = createFolder('work')
    const engine = { package: 'pay-chain', version: '4.5.6' }
    const more = { walletModal: { ...json.walletModal, sandboxEngine: engine } }
    const { stdout } = await planned(work, withPay, more, '--dry-run')
    for (const line of ['wallet-modal-plugin-pay 1.2.3', 'pay-chain 4.5.6 (development)', 'vite 8.3.8 (development)'])
      expect(stdout).toContain(line)
  })

  it.each(['vite', 'typescript', '@wallet-modal/sandbox', 'create-wallet-modal'])(
    'refuses a plugin whose sandbox engine replaces %s, and writes nothing',
    async (name) => {
      using work = createFolder('work')
      const more = { walletModal: { ...json.walletModal, sandboxEngine: { package: name, version: '6.6.6' } } }
      expect(await planned(work, withPay, more)).toMatchObject({
        exitCode: 3,
        stderr: expect.stringContaining(`"${name}" 6.6.6`),
      })
      expect(Object.keys(work.snapshot())).toEqual(['given.json'])
    },
  )

  it('shows the programs of a plugin, and refuses programs with the names of build tools', async () => {
    using work = createFolder('work')
    const shown = await planned(work, withPay, { bin: { payctl: 'x.js' } }, '--dry-run')
    expect(shown.stdout + shown.stderr).toContain(
      '"wallet-modal-plugin-pay" installs programs into node_modules/.bin: payctl.',
    )
    for (const program of ['vite', 'tsc', 'oxlint']) {
      expect(await planned(work, withPay, { bin: { [program]: 'x.js' } })).toMatchObject({
        exitCode: 3,
        stderr: expect.stringContaining(`a program named "${program}"`),
      })
    }
    expect(Object.keys(work.snapshot())).toEqual(['given.json'])
  })

  it('shows the sandbox URL of the file in place of the default URL', async () => {
    using work = createFolder('work')
    const sandbox = { '@wallet-modal/sandbox': { url: 'http://127.0.0.1:4701' } }
    const site = { ...hostile, plugins: { ...hostile.plugins, ...sandbox } }
    const { stdout } = await planned(work, site, {}, '--dry-run')
    expect(stdout).toContain('http://127.0.0.1:4701')
    expect(stdout).not.toContain('4700')
    const { plugins } = documentOf<{ plugins: readonly { name: string; permissions: object }[] }>(
      await planned(work, site, {}, '--dry-run', '--json'),
    )
    expect(plugins.find(({ name }) => name === '@wallet-modal/sandbox')?.permissions).toMatchObject({
      origins: { connect: ['http://127.0.0.1:4701'], image: ['http://127.0.0.1:4701'] },
    })
  })

  it.each(['vite-react', 'html'])('refuses to publish an environment variable in the page (%s)', async (template) => {
    using work = createFolder('work')
    const site = { ...hostile, projectId: { env: 'AWS_SECRET_ACCESS_KEY' } }
    expect(await planned(work, site, {}, '--template', template)).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('"AWS_SECRET_ACCESS_KEY"'),
    })
    expect(Object.keys(work.snapshot())).toEqual(['given.json'])
  })

  it('refuses a third-party package with the short name of a plugin of this release', async () => {
    using work = createFolder('work')
    const more = { name: 'blockscout', walletModal: { ...json.walletModal, id: 'scout', export: 'scout' } }
    const site = { ...hostile, plugins: { ...hostile.plugins, blockscout: {} } }
    expect(await planned(work, site, more)).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('"blockscout", which is not the plugin "@wallet-modal/blockscout"'),
    })
    expect(Object.keys(work.snapshot())).toEqual(['given.json'])
  })
})
