import { afterEach, describe, expect, it } from 'vitest'
import { createSandboxApp } from './app.js'
import { developmentAccounts } from './evm/development-accounts.js'
import { type Sandbox, startSandbox } from './start.js'

let sandbox: Sandbox | undefined
afterEach(() => sandbox?.stop())

const start = async (): Promise<Sandbox> => {
  sandbox = await startSandbox({ port: 0, engines: false })
  return sandbox
}
const post = (url: string, path: string, body: object): Promise<Response> =>
  fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
const wallets = (url: string): Promise<Response> => fetch(`${url}/getWallets?projectId=test&page=1&entries=1`)

describe('a fault of the API', () => {
  it('returns a status on its path, for the given number of requests', async () => {
    const { url } = await start()
    await post(url, '/sandbox/faults', { on: 'api', path: '/getWallets', status: 503, times: 2 })
    expect((await fetch(`${url}/v1/supported-chains`)).status).not.toBe(503)
    expect([(await wallets(url)).status, (await wallets(url)).status, (await wallets(url)).status]).toEqual([
      503, 503, 200,
    ])
  })

  it('returns a reply that pages on other ports can read, like a real reply', async () => {
    const { url } = await start()
    await post(url, '/sandbox/faults', { on: 'api', status: 500 })
    const answer = await fetch(`${url}/getWallets`, { headers: { origin: 'http://localhost:5173' } })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([500, 'http://localhost:5173'])
  })

  it('can truncate a reply or close the connection, until the faults are removed', async () => {
    const { url } = await start()
    await post(url, '/sandbox/faults', { on: 'api', malformed: true, times: 1 })
    const malformed = await wallets(url)
    await expect(malformed.json()).rejects.toThrow(SyntaxError)
    await post(url, '/sandbox/faults', { on: 'api', drop: true })
    await expect(wallets(url)).rejects.toThrow('fetch failed')
    expect((await fetch(`${url}/health`)).status).toBe(200)
    await post(url, '/sandbox/heal', {})
    expect((await wallets(url)).status).toBe(200)
  })

  it('is rejected without effect if its fields are missing or contradictory', async () => {
    const { url } = await start()
    for (const body of [
      { on: 'api' },
      { on: 'api', status: 500, drop: true },
      { on: 'moon', status: 500 },
      { on: 'api', status: 200 },
    ])
      expect((await post(url, '/sandbox/faults', body)).status).toBe(400)
    expect((await wallets(url)).status).toBe(200)
  })

  it('cannot be added by a page of another origin', async () => {
    const app = createSandboxApp({ engines: [] })
    const answer = await app.request('http://127.0.0.1/sandbox/faults', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://elsewhere.test' },
      body: JSON.stringify({ on: 'api', status: 500 }),
    })
    expect(answer.status).toBe(403)
  })
})

describe('a fault of single calls', () => {
  const call = (method: string, params: readonly unknown[] = [], id = 1) => ({ jsonrpc: '2.0', id, method, params })
  const transfer = { from: developmentAccounts[0], to: `0x${'fa'.repeat(20)}`, value: '0x5' }
  const startChain = async () => {
    sandbox = await startSandbox({ port: 0 })
    const { url } = sandbox
    const ask = (body: object) => post(url, '/v1/?chainId=eip155:31337', body)
    const received = async () => (await (await ask(call('eth_getBalance', [transfer.to, 'latest']))).json()).result
    return { url, ask, received }
  }

  it('executes the call and drops the reply: exactly one transaction is on the chain (B3)', async () => {
    const { url, ask, received } = await startChain()
    await post(url, '/sandbox/faults', { on: 'rpc', method: 'eth_sendTransaction', drop: 'reply', times: 1 })
    expect((await ask(call('eth_chainId'))).status).toBe(200)
    await expect(ask(call('eth_sendTransaction', [transfer]))).rejects.toThrow('fetch failed')
    await expect.poll(received).toBe('0x5') // anvil replies before the block is mined
    expect((await ask(call('eth_sendTransaction', [transfer]))).status).toBe(200)
    await expect.poll(received).toBe('0xa')
  })

  it('can drop the request without executing it', async () => {
    const { url, ask, received } = await startChain()
    await post(url, '/sandbox/faults', { on: 'rpc', method: 'eth_sendTransaction', drop: true, times: 1 })
    await expect(ask(call('eth_sendTransaction', [transfer]))).rejects.toThrow('fetch failed')
    expect(await received()).toBe('0x0')
  })

  it('returns an error for its method only, also in a batch, without executing the call', async () => {
    const { url, ask, received } = await startChain()
    const error = { code: -32000, message: 'nonce too low', data: '0x' }
    await post(url, '/sandbox/faults', { on: 'rpc', method: 'eth_sendTransaction', error, times: 2 })
    expect(await (await ask(call('eth_sendTransaction', [transfer], 7))).json()).toEqual({
      jsonrpc: '2.0',
      id: 7,
      error,
    })
    const batch = [call('eth_chainId', [], 1), call('eth_sendTransaction', [transfer], 2)]
    expect(await (await ask(batch)).json()).toEqual([
      { jsonrpc: '2.0', id: 1, result: '0x7a69' },
      { jsonrpc: '2.0', id: 2, error },
    ])
    expect(await received()).toBe('0x0')
    expect(await (await ask(call('eth_sendTransaction', [transfer]))).json()).toHaveProperty('result')
  })

  it('can drop a reply of the API', async () => {
    const { url } = await start()
    await post(url, '/sandbox/faults', { on: 'api', drop: 'reply', times: 1 })
    await expect(wallets(url)).rejects.toThrow('fetch failed')
    expect((await wallets(url)).status).toBe(200)
  })

  it('is rejected if its fields do not fit its target, or if it has no effect', async () => {
    const { url } = await start()
    for (const fault of [
      { on: 'api', method: 'eth_call', status: 500 },
      { on: 'api', error: { code: 1, message: 'no' } },
      { on: 'relay', drop: 'reply' },
      { on: 'relay', path: '/relay', drop: true },
      { on: 'rpc', method: 'eth_call' },
    ])
      expect((await post(url, '/sandbox/faults', fault)).status).toBe(400)
  })
})

describe('the clock', () => {
  it('advances on request and is reset with the sandbox', async () => {
    const { url } = await start()
    const day = 24 * 3_600_000
    const { now } = await (await post(url, '/sandbox/clock', { advanceMs: day })).json()
    expect(Date.parse(now)).toBeGreaterThan(Date.now() + day - 60_000)
    await post(url, '/sandbox/reset', {})
    const later = await (await post(url, '/sandbox/clock', { advanceMs: 0 })).json()
    expect(Date.parse(later.now)).toBeLessThan(Date.now() + 60_000)
    expect((await post(url, '/sandbox/clock', { advanceMs: -1 })).status).toBe(400)
  })
})
