import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { bob, call, get, rpc, rpcUrl, sandbox, send, startOneSandbox } from './sandbox.test.fixtures.js'

startOneSandbox()

const page = 'http://localhost:5173'

describe('the sandbox', () => {
  test('allows local pages to read replies (CORS)', async () => {
    const response = await fetch(`${sandbox.url}/getWallets`, { headers: { origin: page } })
    expect(response.headers.get('access-control-allow-origin')).toBe(page)
    expect(response.headers.get('vary')).toBe('Origin')
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
    const refusal = await fetch(`${sandbox.url}/v1/identity/x`, { headers: { origin: page } })
    expect([refusal.status, refusal.headers.get('access-control-allow-origin')]).toEqual([400, page])
  })

  test('accepts a preflight request of a local page', async () => {
    const headers = {
      origin: page,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    }
    const response = await fetch(`${sandbox.url}/sandbox/fund`, { method: 'OPTIONS', headers })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-headers')).toBe('authorization, content-type, solana-client')
  })

  test.each(['https://example.com', 'null', 'http://localhost.example.com', 'http://192.168.0.7:3000'])(
    'rejects pages of %s on every route, without side effects',
    async (origin) => {
      const attempts = [
        fetch(`${sandbox.url}/getWallets`, { headers: { origin } }),
        fetch(`${sandbox.url}/openid/.well-known/openid-configuration`, { headers: { origin } }),
        fetch(`${sandbox.url}/sandbox/fund`, {
          method: 'OPTIONS',
          headers: { origin, 'access-control-request-method': 'POST' },
        }),
        send(rpcUrl('eip155:31337'), call('anvil_setBalance', [bob, '0x0']), { origin, 'content-type': 'text/plain' }),
        send(`${sandbox.url}/sandbox/reset`, {}, { origin, 'content-type': 'application/json' }),
      ]
      for (const response of await Promise.all(attempts)) {
        expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([403, null])
      }
      expect(await rpc(call('eth_getBalance', [bob, 'latest']))).toMatchObject({
        result: `0x${(10_000n * 10n ** 18n).toString(16)}`,
      })
    },
  )

  test('rejects foreign host names that resolve to this machine (DNS rebinding)', async () => {
    const ask = (host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        httpRequest(`${sandbox.url}/health`, { headers: { host } }, (response) => {
          response.resume()
          resolve(response.statusCode)
        })
          .on('error', reject)
          .end()
      })
    expect(await ask('rebound.example.com')).toBe(403)
    expect(await ask(`localhost:${sandbox.port}`)).toBe(200)
  })

  test('malformed HTTP does not stop the server', async () => {
    for (const text of [
      '\u0000\u0001',
      'GET / HTTP/9.9\r\n\r\n',
      'GET http://[ HTTP/1.1\r\nHost: [\r\n\r\n',
      'POST /v1/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n',
    ]) {
      await new Promise<void>((resolve) => {
        const socket = connect(sandbox.port, '127.0.0.1', () => socket.end(text))
        socket
          .on('close', () => resolve())
          .on('error', () => resolve())
          .resume()
      })
    }
    expect((await get('/health')).status).toBe(200)
  })
})
