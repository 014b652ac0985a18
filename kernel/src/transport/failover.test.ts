// @vitest-environment node
/// <reference types="node" />
import { createServer, type Server } from 'node:http'
import { type AddressInfo, createServer as createListener, type Server as Listener } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readWith } from '../plugins/schema.js'
import { AVOID_MS, rpcRead, rpcWrite } from './rpc.js'

const text = readWith((value) => String(value))
const call = (method: string) => ({ method, params: [], schema: text, signal: new AbortController().signal })

const open: (Server | Listener)[] = []
const addressOf = (server: Server | Listener): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
async function listen<S extends Server | Listener>(server: S, port = 0): Promise<S> {
  open.push(server)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return server
}
/** JSON-RPC node that returns `name` as the result of every call, and counts its requests. */
async function node(
  name: string,
  port = 0,
): Promise<{ url: string; requestCount: () => number; die(): Promise<void> }> {
  let requestCount = 0
  const server = createServer((request, response) => {
    requestCount++
    request.resume()
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 0, result: name }))
  })
  await listen(server, port)
  return {
    url: addressOf(server),
    requestCount: () => requestCount,
    die: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
/** Host whose node has crashed: accepts connections and closes them. Resolves to a function that returns the number of connections. */
async function crashedHost(port: number): Promise<() => number> {
  let connectionCount = 0
  await listen(
    createListener((socket) => {
      connectionCount++
      socket.destroy()
    }),
    port,
  )
  return () => connectionCount
}

beforeEach(() => void vi.spyOn(performance, 'now').mockReturnValue(1000))
afterEach(() => {
  vi.restoreAllMocks()
  for (const server of open.splice(0)) server.close()
})

test('a read continues with the next node if one fails; the failed node is avoided for a time, then used again', async () => {
  const first = await node('first')
  const second = await node('second')
  const target = { urls: [first.url, second.url], batchers: new Map() }
  expect(await rpcRead(target, call('eth_chainId'))).toBe('first')

  await first.die()
  const connectionCount = await crashedHost(Number(new URL(first.url).port))
  expect(await rpcRead(target, call('eth_chainId'))).toBe('second')
  const attempts = connectionCount()
  expect(attempts).toBeGreaterThan(0)

  for (let again = 0; again < 5; again++) expect(await rpcRead(target, call('eth_chainId'))).toBe('second')
  expect(await rpcWrite(target, call('eth_sendRawTransaction'))).toBe('second')
  expect(connectionCount()).toBe(attempts)

  vi.mocked(performance.now).mockReturnValue(1000 + AVOID_MS)
  for (const server of open.splice(2)) await new Promise((resolve) => server.close(resolve))
  const back = await node('first, again', Number(new URL(first.url).port))
  expect(await rpcRead(target, call('eth_chainId'))).toBe('first, again')
  expect(back.requestCount()).toBe(1)
})

test('if all nodes fail, the read rejects; the next read tries them again', async () => {
  const [first, second] = [await node('first'), await node('second')]
  const target = { urls: [first.url, second.url], batchers: new Map() }
  await Promise.all([first.die(), second.die()])
  await expect(rpcRead(target, call('eth_chainId'))).rejects.toMatchObject({ code: 'NETWORK_ERROR' })
  const again = await node('first', Number(new URL(first.url).port))
  expect(await rpcRead(target, call('eth_chainId'))).toBe('first')
  expect(again.requestCount()).toBe(1)
})

test('a write is sent once: if the node fails, the write is not sent to another node', async () => {
  const [first, second] = [await node('first'), await node('second')]
  await first.die()
  const target = { urls: [first.url, second.url], batchers: new Map() }
  await expect(rpcWrite(target, call('eth_sendRawTransaction'))).rejects.toMatchObject({ code: 'NETWORK_ERROR' })
  expect(second.requestCount()).toBe(0)
})
