import { readFileSync } from 'node:fs'
import { createServer, type OutgoingHttpHeaders } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Finding } from '../doctor/finding.js'
import type { Folder } from '../fixtures/folder.js'
import { runInside } from '../fixtures/in-process.js'
import { createSite, install } from '../fixtures/site.js'

let site: Folder
let url = ''
let reply: { headers: OutgoingHttpHeaders; body: string } = { headers: {}, body: '' }
const server = createServer((request, response) => {
  if (request.url === '/old') return response.writeHead(301, { location: '/' }).end()
  if (request.url === '/elsewhere') return response.writeHead(302, { location: 'file:///etc/passwd' }).end()
  return response.writeHead(200, { 'content-type': 'text/html', ...reply.headers }).end(reply.body)
})

beforeAll(async () => {
  site = await createSite('--plugins', 'connect,account,eip155')
  install(site, 'wallet-modal-plugin-pay', {
    name: 'wallet-modal-plugin-pay',
    version: '1.0.0',
    walletModal: {
      id: 'pay',
      export: 'pay',
      title: 'Pay',
      description: 'Pay',
      kernel: '^0.1',
      permissions: { origins: { window: ['https://pay.example'], frame: ['https://frame.example'] } },
    },
  })
  const manifest = JSON.parse(site.read('wallet-modal.json'))
  manifest.plugins['wallet-modal-plugin-pay'] = {}
  manifest.endpoints = { catalogue: 'https://wallets.example' }
  manifest.rpcUrls = { 'eip155:1': ['https://node.example/key'] }
  site.write('wallet-modal.json', manifest)
  await runInside(site.path, ['sync'])
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`
})
afterAll(() => {
  site?.[Symbol.dispose]()
  server.close()
})

async function judge(target: string) {
  const ran = await runInside(site.path, ['doctor', '--json', '--csp', target])
  const { findings = [], csp, error } = JSON.parse(ran.stdout)
  const list: readonly Finding[] = findings
  return { exitCode: ran.exitCode, findings: list, ids: list.map(({ id }) => id), csp, error }
}
const judgeServed = (headers: OutgoingHttpHeaders, body = '') => {
  reply = { headers, body }
  return judge(url)
}
const csp = 'content-security-policy'

describe('doctor --csp', () => {
  it('prints only the policy that the site needs if no page is given', async () => {
    const ran = await runInside(site.path, ['doctor', '--csp'])
    expect(ran).toMatchObject({ exitCode: 0, stderr: '' })
    expect(ran.stdout).toMatch(
      /^default-src 'self'; .*img-src 'self' data: https:\/\/wallets\.example; connect-src 'self' [^;]*https:\/\/node\.example[^;]*; frame-src https:\/\/frame\.example; .*\n$/,
    )
    expect(ran.stdout).not.toContain('4700') // the sandbox is no part of production
    const { csp: document } = JSON.parse((await runInside(site.path, ['doctor', '--csp', '--json'])).stdout)
    expect(`${document.policy}\n`).toBe(ran.stdout)
    expect(document.origins).toContainEqual({
      source: 'https://wallets.example',
      kinds: ['connect', 'image'],
      by: ['@wallet-modal/connect'],
    })
  })

  it('reports nothing for a page without a policy, with the printed policy, or with a report-only policy', async () => {
    expect(await judgeServed({})).toMatchObject({ ids: [], exitCode: 0 })
    const { csp: printed } = await judgeServed({})
    expect(await judgeServed({ [csp]: printed.policy })).toMatchObject({ ids: [], exitCode: 0 })
    expect(await judgeServed({ 'content-security-policy-report-only': "default-src 'none'" })).toMatchObject({
      ids: [],
    })
  })

  it('names the blocking directive, the blocked origins, the plugins that use them, and the fix', async () => {
    const { findings, exitCode } = await judgeServed({
      [csp]: "default-src 'self' https://frame.example; connect-src 'self' https://*.example",
    })
    expect(findings.map(({ id, severity }) => [id, severity])).toEqual([
      ['csp-blocks-connect', 'error'],
      ['csp-blocks-image', 'warning'],
    ])
    const [connect, image] = findings
    expect(connect?.what).toContain('"connect-src \'self\' https://*.example"')
    expect(connect?.what).not.toContain('wallets.example')
    expect(connect?.what).toMatch(/https:\/\/[^ ]+ \([^)]*@wallet-modal\/eip155/)
    expect(image?.fix).toBe(
      `Add the directive "img-src 'self' https://frame.example https://wallets.example data:", which the policy does not have yet.`,
    )
    expect(exitCode).toBe(1)
  })

  it.each([
    ["script-src 'none'", ['csp-blocks-script']],
    ["script-src 'nonce-x' 'strict-dynamic'", []],
    ["frame-src 'none'", ['csp-blocks-frame']],
    ["child-src 'self'", ['csp-blocks-frame']],
    ['sandbox allow-scripts', ['csp-blocks-window']],
    ['sandbox allow-scripts allow-same-origin allow-popups', []],
    ['img-src *', ['csp-blocks-image']],
    ['img-src * data:, img-src https: data:', []],
    ["img-src * data:, img-src 'self' data:", ['csp-blocks-image']],
  ])('reports for the policy "%s": %j', async (policy, ids) => {
    expect((await judgeServed({ [csp]: policy })).ids).toEqual(ids)
  })

  it('reads <meta http-equiv> in addition to the header, but not in comments or scripts', async () => {
    const meta = (policy: string) => `<meta content="${policy}" HTTP-EQUIV='Content-Security-Policy'>`
    const page = (head: string) => `<!doctype html><html><head>${head}</head></html>`
    const { ids } = await judgeServed({ [csp]: "frame-src 'none'" }, page(meta('img-src &#39;self&#39; data:')))
    expect(ids).toEqual(['csp-blocks-frame', 'csp-blocks-image'])
    const quiet = page(
      `<!-- ${meta("img-src 'none'")} --><script>"${meta("img-src 'none'").replaceAll('"', "'")}"</script>`,
    )
    expect((await judgeServed({}, quiet)).ids).toEqual([])
    site.write('page.html', page(meta("frame-src 'none'")))
    expect((await judge('page.html')).ids).toEqual(['csp-blocks-frame'])
  })

  it.each([
    ['a file with only the policy', "frame-src 'none'\n"],
    ['a _headers file', "/*\n  X-Other: x\n  Content-Security-Policy: frame-src 'none'\n"],
    ['an nginx configuration', 'location / {\n  add_header Content-Security-Policy "frame-src \'none\'" always;\n}\n'],
  ])('reads the policy from %s', async (_, text) => {
    site.write('headers.txt', text)
    expect((await judge('headers.txt')).ids).toEqual(['csp-blocks-frame'])
  })

  it.each([
    ['a _headers file', "/*\n  Content-Security-Policy-Report-Only: frame-src 'none'\n"],
    ['the output of curl', "HTTP/2 200\ncontent-security-policy-report-only: default-src 'none'; frame-src 'none'\n"],
    ['an nginx configuration', 'add_header Content-Security-Policy-Report-Only "frame-src \'none\'";\n'],
    ['an Apache configuration', 'Header always set Content-Security-Policy-Report-Only "frame-src \'none\'"\n'],
  ])('ignores a report-only policy in %s without other headers', async (_, text) => {
    site.write('headers.txt', text)
    expect((await judge('headers.txt')).ids).toEqual([])
  })

  it('reads a policy of several lines that begin with sources', async () => {
    site.write(
      'policy.txt',
      'img-src\n  data:\n  https://wallets.example\n  capacitor://localhost;\nframe-src\n  https://a.example\n  data: blob:\n',
    )
    expect((await judge('policy.txt')).ids).toEqual(['csp-blocks-frame'])
  })

  it('reports COOP and COEP headers that break wallet windows and images', async () => {
    const { findings } = await judgeServed({
      'cross-origin-opener-policy': 'same-origin; report-to="x"',
      'cross-origin-embedder-policy': 'require-corp',
    })
    expect(findings).toMatchObject([
      {
        id: 'coop-breaks-windows',
        severity: 'error',
        why: expect.stringContaining('https://pay.example, wallet-modal-plugin-pay'),
      },
      { id: 'coep-blocks-pictures', severity: 'warning' },
    ])
    const fine = {
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cross-origin-embedder-policy': 'credentialless',
    }
    expect((await judgeServed(fine)).ids).toEqual([])
  })

  it('reports headers that prevent Safe from framing the site', async () => {
    const before = site.read('wallet-modal.json')
    const safe = readFileSync(new URL('../../../plugins/safe/package.json', import.meta.url), 'utf8')
    install(site, '@wallet-modal/safe', JSON.parse(safe))
    const manifest = JSON.parse(before)
    manifest.plugins['@wallet-modal/safe'] = {}
    site.write('wallet-modal.json', manifest)
    await runInside(site.path, ['sync'])
    expect((await judgeServed({ [csp]: "frame-ancestors 'self'" })).ids).toEqual(['csp-blocks-framing'])
    expect((await judgeServed({ 'x-frame-options': 'DENY' })).ids).toEqual(['csp-blocks-framing'])
    expect(
      (await judgeServed({ [csp]: 'frame-ancestors https://app.safe.global', 'x-frame-options': 'DENY' })).ids,
    ).toEqual([])
    site.write('wallet-modal.json', before)
    await runInside(site.path, ['sync'])
    expect((await judgeServed({ 'x-frame-options': 'DENY' })).ids).toEqual([])
  })

  it('reports a plugin with an invalid origin, and omits the origin from the policy', async () => {
    const path = 'node_modules/wallet-modal-plugin-pay/package.json'
    const before = site.read(path)
    site.write(path, before.replace('https://frame.example', "https://frame.example; script-src 'unsafe-inline'"))
    const { ids, csp: printed } = await judgeServed({})
    expect(ids).toEqual(['plugin-origin-broken'])
    expect(printed.policy).not.toContain('unsafe-inline')
    expect(await runInside(site.path, ['doctor', '--csp'])).toMatchObject({ exitCode: 3, stdout: '' })
    site.write(path, before)
  })

  it('reports a metadata.url that is not on the origin of the page', async () => {
    const before = site.read('wallet-modal.json')
    const manifest = JSON.parse(before)
    manifest.plugins['@wallet-modal/walletconnect'] = { projectId: 'x', relayUrl: 'wss://relay.example' }
    manifest.metadata.url = 'https://shop.example'
    site.write('wallet-modal.json', manifest)
    expect((await judgeServed({})).ids).toContain('deep-link-url-other')
    manifest.metadata.url = url.replace('127.0.0.1', 'shop.example')
    site.write('wallet-modal.json', manifest)
    expect((await judgeServed({})).ids).toContain('deep-link-url-other')
    site.write('wallet-modal.json', before)
  })

  it('follows redirects only to HTTP URLs, and reports why a page cannot be read', async () => {
    reply = { headers: { [csp]: "frame-src 'none'" }, body: '' }
    expect((await judge(`${url}old`)).ids).toEqual(['csp-blocks-frame'])
    expect(await judge(`${url}elsewhere`)).toMatchObject({ exitCode: 2, error: { code: 'FETCH_REFUSED' } })
    expect(await judge('http://127.0.0.1:1/')).toMatchObject({ exitCode: 5, error: { code: 'FETCH_FAILED' } })
    expect(await judge('nowhere.html')).toMatchObject({ exitCode: 2, error: { code: 'USAGE' } })
  })
})
