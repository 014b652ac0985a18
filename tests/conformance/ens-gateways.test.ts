import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createWalletModal, definePlugin } from '@wallet-modal/kernel'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createGateways } from '../../plugins/ens/src/gateways.js'

const sender = '0xAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAb'
const receivedRequests: string[] = []
let reply: { readonly status: number; readonly text: string }
const server = createServer(async (request, response) => {
  let body = ''
  for await (const part of request) body += part
  receivedRequests.push(`${request.method} ${request.url} ${request.headers['content-type'] ?? ''} ${body}`.trim())
  response.writeHead(reply.status).end(reply.text)
})
let url: string
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())
beforeEach(() => {
  receivedRequests.length = 0
  reply = { status: 200, text: '{"data":"0xbeef"}' }
})

const host = definePlugin({
  name: 'host',
  kernel: '^0.1',
  permissions: { api: ['ens-gateway-*:/*'] },
  setup: (ctx) => ctx,
})

/** Requests an ENS record from the gateways `urls`, on a site that allows only the test server. */
async function request(...urls: readonly string[]): Promise<string> {
  using modal = createWalletModal({ plugins: [host()], projectId: 'secret', prefetch: 'never', logLevel: 'silent' })
  const ctx = modal.use(host)
  if (!ctx) throw new Error('There is no context.')
  return await createGateways(ctx, [url]).request({ sender, data: '0x1234', urls }, AbortSignal.timeout(10_000))
}

describe('an offchain ENS record', () => {
  it('is read by GET if the URL template contains {data}; the request does not identify the site', async () => {
    expect(await request(`${url}/read/{sender}/{data}.json?network=base`)).toBe('0xbeef')
    expect(receivedRequests).toEqual([`GET /read/${sender.toLowerCase()}/0x1234.json?network=base`])
  })

  it('is read by POST otherwise', async () => {
    expect(await request(`${url}/read?network=base`)).toBe('0xbeef')
    expect(receivedRequests).toEqual([
      `POST /read?network=base application/json {"data":"0x1234","sender":"${sender}"}`,
    ])
  })

  it.each(['https://gateway.example/{data}', 'data:text/plain,{data}', 'nonsense'])(
    'is not requested from %s, which the site does not allow, but from the next server',
    async (other) => {
      await expect(request(other)).rejects.toThrow()
      expect(receivedRequests).toEqual([])
      expect(await request(other, `${url}/{data}`)).toBe('0xbeef')
    },
  )

  it.each([
    [200, '{"data":"beef"}'],
    [200, '{}'],
    [200, 'nothing'],
    [404, '{"data":"0xbeef"}'],
  ])('is rejected if the server answers %i with %s', async (status, text) => {
    reply = { status, text }
    await expect(request(`${url}/{data}`)).rejects.toThrow()
    await expect(request(`${url}/`)).rejects.toThrow()
  })
})
