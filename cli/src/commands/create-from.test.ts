import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchPage, isPrivate } from '../apply/packages/fetch-page.js'
import { loadFirstParty } from '../assets.js'
import { runBin } from '../fixtures/bin.js'
import { createFolder, type Folder } from '../fixtures/folder.js'
import { runInside } from '../fixtures/in-process.js'
import { publishPlugin, publishRelease } from '../fixtures/release.js'

const manifest = (more: object = {}): string =>
  // key order and indentation differ from what this tool writes, and there is no final newline
  JSON.stringify(
    {
      plugins: {
        '@wallet-modal/eip155': {},
        '@wallet-modal/connect': { legalCheckbox: true, termsUrl: 'https://a.example' },
      },
      networks: ['eip155:1'],
      metadata: { name: 'From afar' },
      ...more,
    },
    null,
    4,
  )

const pay = {
  name: 'wallet-modal-plugin-pay',
  version: '1.2.3',
  scripts: { postinstall: 'touch pwned' },
  walletModal: {
    id: 'pay',
    export: 'pay',
    title: 'Pay',
    description: 'Pays',
    kernel: '^0.1',
    permissions: { origins: { connect: ['https://pay.example'] } },
  },
}

let url = ''
let body = manifest()
const server = createServer((request, response) => {
  const { port } = Object(server.address())
  const moved: Readonly<Record<string, string>> = {
    '/moved': '/wallet-modal.json',
    '/elsewhere': 'http://localhost:1/wallet-modal.json',
    '/port': `http://127.0.0.1:${port + 1}/`,
    '/file': 'file:///etc/passwd',
    '/loop': '/loop',
  }
  const location = moved[request.url ?? '']
  if (location !== undefined) return response.writeHead(302, { location }).end()
  if (request.url === '/missing') return response.writeHead(404).end('{}')
  if (request.url === '/slow') return response.write('{')
  return response.writeHead(200).end(body)
})
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${Object(server.address()).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const make = (work: Folder, from: string, ...more: readonly string[]) =>
  runInside(work.path, ['create', 'site', '--yes', '--no-install', '--from', from, ...more])

describe('create --from', () => {
  it('creates a site from a file, copies its text unchanged, and prints the command with --from', async () => {
    using work = createFolder('work')
    work.write('given.json', manifest())
    const ran = await make(work, 'given.json')
    expect(ran).toMatchObject({ exitCode: 0, stderr: '' })
    expect(work.read('site/wallet-modal.json')).toBe(manifest())
    expect(work.read('site/src/wallet-modal.generated.ts')).toContain('legalCheckbox: true')
    expect(ran.stdout).toContain('create site --yes --from given.json\n')
    expect(await runInside(`${work.path}/site`, ['add', 'account', '--yes', '--no-install'])).toMatchObject({
      exitCode: 0,
    })
  })

  it('refuses a folder, and names the file to pass', async () => {
    using work = createFolder('work')
    work.write('other/wallet-modal.json', manifest())
    expect(await make(work, './other')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/other" is a folder\.[\s\S]*--from other\/wallet-modal\.json/),
    })
    expect(Object.keys(work.snapshot())).not.toContain('site')
  })

  it('refuses a file with "legalCheckbox" but without a terms or privacy URL', async () => {
    using work = createFolder('work')
    const plugins = { '@wallet-modal/eip155': {}, '@wallet-modal/connect': { legalCheckbox: true } }
    work.write('given.json', manifest({ plugins }))
    expect(await make(work, 'given.json')).toMatchObject({
      exitCode: 3,
      stderr: expect.stringMatching(/"legalCheckbox"[\s\S]*connect\.termsUrl or connect\.privacyUrl/),
    })
    expect(Object.keys(work.snapshot())).toEqual(['given.json'])
  })

  it('omits "framework" and "packages", which describe the site that the file was made for', async () => {
    using work = createFolder('work')
    work.write('given.json', manifest({ framework: 'vue', packages: ['react'] }))
    expect(await make(work, 'given.json')).toMatchObject({ exitCode: 0 })
    expect(work.read('site/wallet-modal.json')).toBe(manifest())
    expect(await runInside(`${work.path}/site`, ['remove', '--all', '--yes', '--no-install'])).toMatchObject({
      exitCode: 0,
    })
    expect(JSON.parse(work.read('site/package.json')).dependencies).toHaveProperty('react')
  })

  it('reads a URL, and follows redirects only to the same origin', async () => {
    using work = createFolder('work')
    expect(await make(work, `${url}/moved`)).toMatchObject({ exitCode: 0 })
    expect(work.read('site/wallet-modal.json')).toBe(manifest())
    for (const path of ['elsewhere', 'port', 'file']) {
      using other = createFolder('work')
      expect(await make(other, `${url}/${path}`)).toMatchObject({
        exitCode: 2,
        stderr: expect.stringContaining('redirects to'),
      })
      expect(other.snapshot()).toEqual({})
    }
  })

  it.each([
    ['missing', 5, '404'],
    ['loop', 5, 'more than 5 redirects'],
  ])('reports why /%s cannot be read, and writes nothing', async (path, exitCode, words) => {
    using work = createFolder('work')
    expect(await make(work, `${url}/${path}`)).toMatchObject({ exitCode, stderr: expect.stringContaining(words) })
    expect(work.snapshot()).toEqual({})
  })

  it('refuses a response that is too large, not a manifest, or has unknown plugins, and writes nothing', async () => {
    using work = createFolder('work')
    const refused = async (text: string, exitCode: number, words: string): Promise<void> => {
      body = text
      expect(await make(work, url)).toMatchObject({ exitCode, stderr: expect.stringContaining(words) })
      expect(work.snapshot()).toEqual({})
    }
    await refused(`"${'x'.repeat(1 << 20)}"`, 5, 'larger than')
    await refused('<html>', 3, 'not valid JSON')
    await refused(manifest({ plugins: { '../../etc': {} } }), 3, 'npm package name')
    await refused(manifest({ plugins: { '@wallet-modal/nothing': {} } }), 3, 'no plugin "@wallet-modal/nothing"')
    body = manifest()
  })

  it.each([
    'http://shop.example/wallet-modal.json',
    'https://user:password@shop.example/wallet-modal.json',
    'ftp://shop.example/x',
    'file:///etc/passwd',
    'nowhere.json',
  ])('refuses --from %s, and writes nothing', async (from) => {
    using work = createFolder('work')
    expect(await make(work, from)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--from') })
    expect(work.snapshot()).toEqual({})
  })

  it('refuses a project id from a variable that pages of the template cannot read, and writes nothing', async () => {
    using work = createFolder('work')
    work.write('given.json', manifest({ projectId: { env: 'PROJECT_ID' } }))
    expect(await make(work, 'given.json')).toMatchObject({
      exitCode: 3,
      stderr: expect.stringMatching(/cannot be read from "PROJECT_ID"[\s\S]*VITE_PROJECT_ID/),
    })
    expect(Object.keys(work.snapshot())).toEqual(['given.json'])
    work.write('given.json', manifest({ projectId: { env: 'VITE_PROJECT_ID' } }))
    expect(await make(work, 'given.json')).toMatchObject({ exitCode: 0, stderr: '' })
  })

  it('fetchPage with publicOnly refuses to connect to an address of this machine', async () => {
    const limits = { signal: new AbortController().signal, timeoutMs: 5000, maxBytes: 1000 }
    const named = new URL(url.replace('127.0.0.1', 'localhost'))
    expect((await fetchPage(new URL(url), { ...limits, method: 'HEAD' })).status).toBe(200)
    for (const address of [named, new URL(url)])
      await expect(fetchPage(address, { ...limits, publicOnly: true })).rejects.toMatchObject({ code: 'FETCH_REFUSED' })
  })

  it('refuses flags for settings that the file determines', async () => {
    using work = createFolder('work')
    work.write('given.json', manifest())
    for (const flags of [['--name', 'X'], ['--no-sandbox'], ['--legal-checkbox'], ['--networks', 'eip155:1']])
      expect(await make(work, 'given.json', ...flags)).toMatchObject({
        exitCode: 2,
        stderr: expect.stringContaining(flags[0] ?? ''),
      })
    expect(Object.keys(work.snapshot())).toEqual(['given.json'])
  })

  it.each([
    ['127.0.0.1', true],
    ['10.1.2.3', true],
    ['169.254.169.254', true],
    ['172.31.0.1', true],
    ['192.168.1.1', true],
    ['100.64.0.1', true],
    ['0.0.0.0', true],
    ['224.0.0.1', true],
    ['::1', true],
    ['::', true],
    ['::ffff:127.0.0.1', true],
    ['::ffff:7f00:1', true],
    ['64:ff9b::7f00:1', true],
    ['64:ff9b:1::7f00:1', true],
    ['fec0::1', true],
    ['::127.0.0.1', true],
    ['2002:7f00:1::', true], // 6to4
    ['2001:0:7f00:1::', true], // Teredo
    ['2001:db8::1', true],
    ['3fff::1', true],
    ['4000::1', true],
    ['::ffff:93.184.215.14', false],
    ['2001:4860:4860::8888', false],
    ['fd00::1', true],
    ['fe80::1', true],
    ['no address', true],
    ['93.184.215.14', false],
    ['172.32.0.1', false],
    ['2606:2800:21f::1', false],
  ])('isPrivate("%s") returns %s', (address, expected) => {
    expect(isPrivate(address)).toBe(expected)
  })

  it('shows third-party plugins with their permissions before anything is installed', async () => {
    using work = createFolder('work')
    const release = publishRelease(work, await loadFirstParty(), {})
    publishPlugin(work, pay)
    const plugins = { '@wallet-modal/eip155': {}, 'wallet-modal-plugin-pay': {} }
    work.write('given.json', manifest({ plugins }))
    const args = ['create', 'site', '--yes', '--from', 'given.json']
    const shown = await runBin(work.path, [...args, '--dry-run'], { env: release.env })
    expect(shown).toMatchObject({ exitCode: 0, stderr: '' })
    expect(shown.stdout).toContain(
      '"wallet-modal-plugin-pay" 1.2.3 is a third-party plugin and was not reviewed by this project',
    )
    expect(shown.stdout).toContain('connect:https://pay.example')
    expect(shown.stdout).toContain('install scripts (postinstall). They are not run.')
    expect(release.log().map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      'pack wallet-modal-plugin-pay@latest',
    ])
    expect(Object.keys(work.snapshot())).toEqual(['given.json'])
    const made = await runBin(work.path, [...args, '--no-install'], { env: release.env })
    expect(made).toMatchObject({ exitCode: 0, stderr: '' })
    expect(JSON.parse(work.read('site/package.json')).dependencies['wallet-modal-plugin-pay']).toBe('1.2.3')
    expect(work.read('site/src/wallet-modal.generated.ts')).toContain("import { pay } from 'wallet-modal-plugin-pay'")
    work.write('given.json', manifest({ plugins: { 'wallet-modal-plugin-none': {} } }))
    const other = args.with(1, 'other')
    expect(await runBin(work.path, other, { env: release.env })).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('no plugin package with that name'),
    })
  })

  it('writes no site if an installed plugin has more permissions than were shown', async () => {
    using work = createFolder('work')
    const release = publishRelease(work, await loadFirstParty(), {})
    const greedy = { ...pay, walletModal: { ...pay.walletModal, permissions: { api: ['rpc:*'] } } }
    work.write('given.json', manifest({ plugins: { '@wallet-modal/eip155': {}, [pay.name]: {} } }))
    const args = ['create', 'site', '--yes', '--from', 'given.json']
    publishPlugin(work, pay, greedy)
    expect(await runBin(work.path, args, { env: release.env })).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('permissions that differ from those shown'),
    })
    expect(Object.keys(work.snapshot())).toEqual(['given.json'])
    publishPlugin(work, pay)
    expect(await runBin(work.path, args, { env: release.env })).toMatchObject({ exitCode: 0, stderr: '' })
  })
})
