import { truncateSync } from 'node:fs'
import { createServer } from 'node:http'
import { describe, expect, it } from 'vitest'
import { createHealthySite, runDoctor, setManifest, siteWith, withWalletConnect } from '../fixtures/doctor-site.js'
import type { Folder } from '../fixtures/folder.js'
import { runInside } from '../fixtures/in-process.js'
import { install, patch } from '../fixtures/site.js'

createHealthySite()

describe('doctor', () => {
  it('reports nothing for a healthy site', async () => {
    using site = siteWith()
    expect(await runDoctor(site)).toMatchObject({ exitCode: 0, ids: [] })
  })

  it('names the checks that did not run, and counts only those that ran', async () => {
    using site = siteWith()
    const countOf = (text: string): number => Number(/(\d+) checks/.exec(text)?.[1])
    const { stdout } = await runInside(site.path, ['doctor'], {})
    expect(stdout).toMatch(/- Not checked: .*--csp <url\|file>\.\n.*--online\.\n.*--build <folder>\.\n/)
    site.write('dist/index.js', '')
    site.write('index.txt', "default-src 'self'")
    const withMore = (await runInside(site.path, ['doctor', '--csp', 'index.txt'], {})).stdout
    expect(withMore).not.toMatch(/- Not checked: .*(?:--csp|--build)/)
    expect(countOf(withMore)).toBe(countOf(stdout) + 3)
  })

  it.each([
    [{ name: 'Shop' }, ['deep-link-url-missing']],
    [{ name: 'Shop', url: 'http://localhost:5173' }, ['deep-link-url-local']],
    [{ name: 'Shop', url: 'https://shop.example', icons: ['/icon.png'] }, ['deep-link-icons-relative']],
    [{ name: 'Shop', url: 'https://shop.example', icons: ['https://shop.example/icon.png'] }, []],
  ])('checks metadata only if WalletConnect sends it to wallets: %j is reported as %j', async (metadata, ids) => {
    using site = siteWith()
    await setManifest(site, { metadata })
    expect((await runDoctor(site)).ids).toEqual([]) // without WalletConnect, no wallet receives the metadata
    await withWalletConnect(site)
    expect(await runDoctor(site)).toMatchObject({ ids, exitCode: 0 })
  })

  it('reports every missing capability, and the plugin that provides it', async () => {
    using site = siteWith((one) =>
      patch(one, '@wallet-modal/account', (json) => {
        Object.assign(json.walletModal, { requires: ['names', 'namespace:solana'] })
      }),
    )
    const { findings } = await runDoctor(site)
    expect(findings).toMatchObject([
      { id: 'missing-capability', what: expect.stringContaining('"names"') },
      { id: 'missing-capability', fix: expect.stringContaining('Add @wallet-modal/solana') },
    ])
    site.write(
      'wallet-modal.json',
      site.read('wallet-modal.json').replace('"eip155:1"', '"solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"'),
    )
    expect((await runDoctor(site)).ids).toEqual(['missing-capability', 'missing-capability', 'missing-capability'])
  })

  it('reports every missing view, and the plugin that registers it', async () => {
    using site = siteWith((one) =>
      patch(one, '@wallet-modal/account', (json) => {
        Object.assign(json.walletModal, {
          requiresViews: ['@wallet-modal/receive#WalletReceive', '@wallet-modal/connect#Connect', 'other#View'],
        })
      }),
    )
    expect((await runDoctor(site)).findings).toMatchObject([
      {
        id: 'missing-capability',
        what: expect.stringContaining('the view "@wallet-modal/receive#WalletReceive"'),
        fix: expect.stringContaining('Add @wallet-modal/receive'),
      },
      { id: 'missing-capability', fix: expect.stringContaining('Add a plugin that registers "other#View"') },
    ])
  })

  it('requests services and nodes only with --online, and reports failures and wrong chains', async () => {
    using site = siteWith()
    const requestLog: string[] = []
    let [status, chainId] = [405, '0x7a69']
    const server = createServer((request, response) => {
      requestLog.push(`${request.method} ${request.url}`)
      if (request.method === 'POST' && status < 500)
        response.writeHead(200).end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: chainId }))
      else response.writeHead(status).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const url = `http://127.0.0.1:${port}`
    const endpoints = { catalogue: url, blockchain: url, rpc: url }
    const networks = [
      {
        caipNetworkId: 'eip155:31337',
        namespace: 'eip155',
        reference: '31337',
        name: 'Local',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: [`${url}/secret-key`],
      },
    ]
    await setManifest(site, { endpoints, networks })
    expect((await runDoctor(site)).ids).toEqual([])
    expect(requestLog).toEqual([])
    expect((await runDoctor(site, ['--online'])).ids).toEqual([])
    expect(requestLog.sort()).toEqual(['HEAD /', 'POST /secret-key'])
    chainId = '0xa'
    expect(await runDoctor(site, ['--online'])).toMatchObject({
      findings: [{ id: 'node-of-another-network', what: expect.stringContaining('is a node of eip155:10') }],
      exitCode: 1,
    })
    chainId = '0x'
    expect((await runDoctor(site, ['--online'])).ids).toEqual(['endpoint-failing'])
    status = 503
    expect(await runDoctor(site, ['--online'])).toMatchObject({
      ids: ['endpoint-failing', 'endpoint-failing'],
      exitCode: 0,
    })
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    const { ids, exitCode, stdout } = await runDoctor(site, ['--online'])
    expect({ ids, exitCode }).toEqual({ ids: ['endpoint-unreachable', 'endpoint-unreachable'], exitCode: 1 })
    expect(stdout).toContain('Without it the site lacks: ')
    expect(stdout).toContain('the site cannot read balances or send transactions there')
    expect(stdout).not.toContain('secret-key')
  })

  it('checks with --online whether the login gateway allows the site, by origin or pattern, to embed its frame', async () => {
    using site = siteWith()
    let [status, policy] = [200, "default-src 'none'; frame-ancestors https://other.example https://shop.example; x"]
    const server = createServer((request, response) => {
      const isFrame = request.url === '/sdk'
      response.writeHead(isFrame ? status : 200, isFrame ? { 'content-security-policy': policy } : {}).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
    install(site, '@wallet-modal/email-social', {
      name: '@wallet-modal/email-social',
      version: '0.1.0',
      walletModal: {
        ...{ id: 'email-social', export: 'emailSocial', title: 'Email', description: 'x', kernel: '^0.1' },
        options: { type: 'object', properties: { url: { type: 'string', origin: 'frame' } } },
      },
    })
    const use = (shop: string | undefined) =>
      setManifest(site, {
        metadata: { name: 'Shop', url: shop },
        plugins: { ...JSON.parse(site.read('wallet-modal.json')).plugins, '@wallet-modal/email-social': { url } },
      })
    const gatewayFindings = async () => {
      const { findings } = await runDoctor(site, ['--online'])
      return findings.filter(({ id }) => id.startsWith('gateway-'))
    }
    await use('https://shop.example')
    expect(await gatewayFindings()).toEqual([])
    await use('https://www.shop.example/start')
    expect(await gatewayFindings()).toMatchObject([
      { id: 'gateway-site-not-allowed', severity: 'error', fix: expect.stringContaining('"https://www.shop.example"') },
    ])
    policy = 'frame-ancestors https://*.shop.example http://localhost:*'
    for (const page of ['https://www.shop.example', 'http://localhost:5173']) {
      await use(page)
      expect(await gatewayFindings()).toEqual([])
    }
    await use('https://shop.example') // the pattern covers subdomains only
    expect(await gatewayFindings()).toMatchObject([{ id: 'gateway-site-not-allowed' }])
    policy = "default-src 'self'"
    expect(await gatewayFindings()).toMatchObject([
      { id: 'gateway-frame-missing', what: expect.stringContaining('status 200') },
    ])
    status = 404
    expect(await gatewayFindings()).toMatchObject([
      { id: 'gateway-frame-missing', what: expect.stringContaining('status 404') },
    ])
    await use(undefined) // the frame is checked without knowing the site's URL
    expect(await gatewayFindings()).toMatchObject([{ id: 'gateway-frame-missing' }])
    ;[status, policy] = [200, 'frame-ancestors https://other.example']
    expect(await gatewayFindings()).toEqual([])
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    expect(await gatewayFindings()).toEqual([]) // another finding reports that the gateway does not respond
  })

  it.each([
    ['next', '.next/static/chunks'],
    ['nuxt', '.output/public/_nuxt'],
    ['@sveltejs/kit', '.svelte-kit/output/client/_app'],
    ['astro', 'dist/_astro'],
  ])('searches the browser build of %s for the sandbox if --build is not given', async (name, folder) => {
    using site = siteWith()
    const json = JSON.parse(site.read('package.json'))
    site.write('package.json', { ...json, dependencies: { ...json.dependencies, [name]: '1.0.0' } })
    site.write(`${folder}/a.js`, 'wallet-modal-sandbox-runtime')
    expect((await runDoctor(site)).ids).toContain('sandbox-in-production')
  })

  it.each([
    ['import { sandbox } from "@wallet-modal/sandbox";', true],
    ['const sandbox = definePlugin({ name: "@wallet-modal/sandbox" })', false],
  ])('reports the sandbox in a server build only if the build imports it: %s', async (code, isFound) => {
    using site = siteWith()
    const json = JSON.parse(site.read('package.json'))
    site.write('package.json', { ...json, devDependencies: { ...json.devDependencies, '@react-router/dev': '7.18.4' } })
    site.write('build/server/index.js', code)
    truncateSync(site.write('build/server/large.js', 'export {}'), 65 << 20) // only its beginning is read
    expect((await runDoctor(site)).ids.includes('sandbox-in-server')).toBe(isFound)
  })

  describe('the sign-in server', () => {
    const addSiwx = async (site: Folder, options: object = {}): Promise<void> => {
      install(site, '@wallet-modal/siwx', {
        name: '@wallet-modal/siwx',
        version: '0.1.0',
        walletModal: {
          id: 'siwx',
          export: 'siwx',
          title: 'Sign in',
          description: 'x',
          kernel: '^0.1',
          options: { type: 'object', properties: { required: { type: 'boolean' }, endpoint: { type: 'string' } } },
        },
      })
      const { plugins } = JSON.parse(site.read('wallet-modal.json'))
      await setManifest(site, { plugins: { ...plugins, '@wallet-modal/siwx': options } })
    }

    it('is reported if no file creates it: as an error, or as a warning if sign-in is optional', async () => {
      using site = siteWith()
      await addSiwx(site)
      expect(await runDoctor(site)).toMatchObject({
        exitCode: 1,
        findings: [
          {
            id: 'sign-in-server-missing',
            fix: expect.stringContaining('docs/sign-in.md in the repository of Wallet Modal'),
          },
        ],
      })
      await addSiwx(site, { required: false })
      expect(await runDoctor(site)).toMatchObject({ exitCode: 0, findings: [{ severity: 'warning' }] })
      site.write('server/sign-in.ts', "import { createSiwxServer } from '@wallet-modal/siwx/server'\n")
      expect(await runDoctor(site)).toMatchObject({ exitCode: 0, ids: [] })
    })

    it('is requested at the origin of the page in --csp, even if no file creates it', async () => {
      const server = createServer((request, response) => {
        response.setHeader('content-type', request.url === '/account/session' ? 'application/json' : 'text/html')
        response.end(request.url === '/account/session' ? '{"sessions":[]}' : '<!doctype html>')
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      try {
        const address = server.address()
        const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
        using site = siteWith()
        await addSiwx(site)
        expect((await runDoctor(site, ['--csp', url])).ids).toEqual(['sign-in-server-silent'])
        await addSiwx(site, { endpoint: '/account' })
        expect((await runDoctor(site, ['--csp', url])).ids).toEqual([])
      } finally {
        server.close()
      }
    })
  })
})
