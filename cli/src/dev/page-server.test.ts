import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createFolder, type Folder } from '../fixtures/folder.js'
import { eventsPath } from '../plan/site/build-page.js'
import { startPageServer } from './page-server.js'
import { findFreePort } from './ports.js'

const host = '127.0.0.1'
const servers: Server[] = []

/** Server that replies with its name, and with the `Host` header, method, path and body of the request. */
async function echo(name: string): Promise<string> {
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () =>
      response
        .writeHead(name === 'sandbox' ? 201 : 200, { 'set-cookie': 'a=b' })
        .end([name, incoming.headers.host, incoming.method, incoming.url, Buffer.concat(chunks)].join(' ')),
    )
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  return `http://${host}:${Object(server.address()).port}`
}

let bundler = ''
let sandbox = ''
beforeAll(async () => {
  bundler = await echo('bundler')
  sandbox = await echo('sandbox')
})
afterAll(() => {
  for (const server of servers) server.close()
})

async function startPage(folder: Folder, signInServer: () => Promise<string | undefined>): Promise<string> {
  const port = await findFreePort(host)
  const controller = new AbortController()
  onTestFinished(() => controller.abort())
  await startPageServer({ folder: folder.path, host, port, bundler, signInServer }, controller.signal)
  return `http://${host}:${port}`
}

/** Status of the reply to a request that is sent without normalization. */
async function rawStatus(url: string, requestLine: string, hostHeader: string): Promise<number> {
  const socket = connect(Number(new URL(url).port), host)
  socket.write(`${requestLine}\r\nHost: ${hostHeader}\r\nConnection: close\r\n\r\n`)
  const [reply] = await once(socket, 'data')
  socket.destroy()
  return Number(String(reply).split(' ')[1])
}

describe('the dev server of a page without a bundler', () => {
  it('forwards sign-in requests to the sandbox with the host of the page, and all others to the bundler with its own', async () => {
    using folder = createFolder()
    const url = await startPage(folder, async () => sandbox)
    const page = await fetch(`${url}/wallet-modal/index.js?x=1`)
    expect(await page.text()).toBe(`bundler ${new URL(bundler).host} GET /wallet-modal/index.js?x=1 `)
    const signIn = await fetch(`${url}/api/siwx/verify`, { method: 'POST', body: 'proof' })
    expect(await signIn.text()).toBe(`sandbox ${new URL(url).host} POST /api/siwx/verify proof`)
    expect([signIn.status, signIn.headers.get('set-cookie')]).toEqual([201, 'a=b'])
  })

  it('forwards sign-in requests to the bundler if the site has no sandbox', async () => {
    using folder = createFolder()
    const url = await startPage(folder, async () => undefined)
    expect(await (await fetch(`${url}/api/siwx/verify`)).text()).toContain('bundler')
  })

  it('forwards sign-in requests to the new sandbox after its URL has changed', async () => {
    using folder = createFolder()
    let origin: string | undefined = 'http://127.0.0.1:1'
    const url = await startPage(folder, async () => origin)
    await expect(fetch(`${url}/api/siwx/verify`)).rejects.toThrow()
    origin = sandbox
    expect((await fetch(`${url}/api/siwx/verify`)).status).toBe(201)
    origin = undefined
    expect(await (await fetch(`${url}/api/siwx/verify`)).text()).toContain('bundler')
  })

  it.each(['/.env', '/%2eenv', '/.git/config', '/a/%2e%2e/.env', '/..%5c.env', '/%ff'])('hides %s', async (path) => {
    using folder = createFolder()
    const url = await startPage(folder, async () => sandbox)
    const reply = await fetch(url + path)
    expect([reply.status, await reply.text()]).toEqual([404, ''])
  })

  it('refuses a URL in place of a path', async () => {
    using folder = createFolder()
    const url = await startPage(folder, async () => sandbox)
    expect(await rawStatus(url, `GET ${sandbox}/secret HTTP/1.1`, new URL(url).host)).toBe(404)
  })

  it.each(['/.\t./\t.env', '/\t.env', '/é'])('refuses the path %j', async (path) => {
    using folder = createFolder()
    const url = await startPage(folder, async () => sandbox)
    expect(await rawStatus(url, `GET ${path} HTTP/1.1`, new URL(url).host)).toBeGreaterThanOrEqual(400)
  })

  it.each([
    ['localhost:8000', 200],
    ['192.168.1.5:8000', 200],
    ['[fe80::1]:8000', 200],
    ['attacker.example:8000', 403],
    ['localhost.attacker.example', 403],
    ['a b', 403],
  ])('replies to requests for the host %s with %i', async (name, status) => {
    using folder = createFolder()
    const url = await startPage(folder, async () => sandbox)
    for (const path of ['/index.html', '/api/siwx/verify', eventsPath]) {
      const success = path.startsWith('/api') ? 201 : 200
      expect(await rawStatus(url, `GET ${path} HTTP/1.1`, name)).toBe(status === 200 ? success : status)
    }
  })

  it('sends an event when a file of the page changes, and none for node_modules, hidden files and data', async () => {
    using folder = createFolder()
    folder.write('index.html', '<p>')
    folder.write('node_modules/x/index.js', '')
    const url = await startPage(folder, async () => sandbox)
    const reply = await fetch(url + eventsPath)
    expect(reply.headers.get('content-type')).toBe('text/event-stream')
    const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader()
    const texts: string[] = []
    const reading = (async () => {
      for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) texts.push(next.value)
    })()
    const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1300))
    await settle()
    folder.write('node_modules/x/index.js', 'changed')
    folder.write('.env', 'A=b')
    folder.write('data/orders.json', '[]')
    await settle()
    expect(texts.join('')).not.toContain('data')
    folder.write('styles/page.css', 'p {}')
    await settle()
    expect(texts.join('')).toContain('data: changed\n\n')
    await reader?.cancel()
    await reading
  })
})
