import { HttpProvider } from '@polkadot/api'
import { cryptoWaitReady } from '@polkadot/util-crypto'
import { describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { startSandbox } from '../start.js'
import {
  caipNetworkId,
  call,
  createApi,
  isAlive,
  post,
  processIdOf,
  sandbox,
  startOneSandbox,
  url,
} from './polkadot-engine.test.fixtures.js'

startOneSandbox()
// a node compiles its runtime when it starts
vi.setConfig({ testTimeout: 60_000 })
await cryptoWaitReady()

describe('JSON-RPC 2.0 of the sandbox, although the node does not follow the standard strictly', () => {
  test('answers each call of a batch, also next to invalid entries', async () => {
    const { text } = await post([
      call('system_chain', [], 'a'),
      { jsonrpc: '2.0', method: 'system_chain' },
      5,
      call('system_chain', { named: 1 }, 7),
      call('no_such_method', [], 8),
    ])
    expect(JSON.parse(text)).toEqual([
      { jsonrpc: '2.0', id: 'a', result: 'asset-hub-rococo' },
      expect.objectContaining({ id: null, error: expect.objectContaining({ code: -32600 }) }),
      expect.objectContaining({ id: 7, error: expect.objectContaining({ code: -32602 }) }),
      expect.objectContaining({ id: 8, error: expect.objectContaining({ code: -32601 }) }),
    ])
  })

  test('does not answer notifications', async () => {
    expect(await post({ jsonrpc: '2.0', method: 'system_chain' })).toEqual({ status: 204, text: '' })
  })

  test('works with @polkadot/api over HTTP', async () => {
    const api = await createApi(new HttpProvider(url()))
    expect(String(await api.rpc.system.chain())).toBe('asset-hub-rococo')
    await api.disconnect()
  })
})

describe('WebSockets on the port of the sandbox', () => {
  const upgrade = (path: string, headers: Record<string, string> = {}): Promise<number> =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket(`${sandbox.url.replace(/^http/, 'ws')}${path}`, { headers })
      socket.on('open', () => resolve(101))
      socket.on('unexpected-response', (_, { statusCode = 0 }) => resolve(statusCode))
      socket.on('error', reject)
      socket.on('open', () => socket.close())
    })

  test('are accepted from local pages, for chains with WebSockets', async () => {
    expect(await upgrade(`/v1/?chainId=${caipNetworkId}`, { origin: 'http://localhost:5173' })).toBe(101)
    expect(await upgrade(`/v1/?chainId=${caipNetworkId}`, { origin: 'https://example.org' })).toBe(403)
    expect(await upgrade(`/v1/?chainId=${caipNetworkId}`, { host: 'example.org' })).toBe(403)
    expect(await upgrade('/v1/?chainId=eip155:31337')).toBe(404)
    expect(await upgrade('/v1/')).toBe(404)
    const chains = await (await fetch(`${sandbox.url}/v1/supported-chains`)).json()
    expect(chains.ws).toEqual([caipNetworkId])
  })

  test('are closed when the sandbox stops, which also ends the node', async () => {
    const own = await startSandbox({ port: 0 })
    const socket = new WebSocket(`${own.url.replace(/^http/, 'ws')}/v1/?chainId=${caipNetworkId}`)
    await new Promise((resolve) => socket.once('open', resolve))
    const node = own.engines.find(({ network }) => network.caipNetworkId === caipNetworkId)
    if (!node) throw new Error('The sandbox has no Polkadot chain.')
    const processId = processIdOf(node)
    const closed = new Promise((resolve) => socket.once('close', resolve))
    await own.stop()
    await closed
    expect(isAlive(processId)).toBe(false)
  })
})
