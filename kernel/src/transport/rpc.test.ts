/// <reference types="node" />
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { rpcWrite } from './rpc.js'
import {
  anything,
  connect,
  finish,
  never,
  ok,
  posts,
  type Request,
  read,
  resetEachTest,
  target,
} from './rpc.test.fixtures.js'

resetEachTest()

describe('B2: a node that replies with an error', () => {
  const failing = (code: number) => {
    const times: number[] = []
    connect((requests) => {
      times.push(Date.now())
      return { id: requests[0]?.id, error: { code, message: 'no' } }
    })
    return times
  }

  test.each([-1, -32005, -32603, 429])('code %i is retried after 150, 300 and 600 ms', async (code) => {
    const times = failing(code)
    await expect(finish(read(target(), 'eth_call'))).rejects.toMatchObject({ code: 'RPC_ERROR', status: code })
    expect(times.slice(1).map((at, index) => at - (times[index] ?? 0))).toEqual([150, 300, 600])
  })

  test.each([4001, 5000, 3, -32602, -32601, -32000, 0])('code %i is not retried', async (code) => {
    const times = failing(code)
    await expect(finish(read(target(), 'eth_call'))).rejects.toMatchObject({ status: code })
    expect(times.length).toBe(1)
  })

  test('the next URL is used after HTTP 404, but not after a reverted execution', async () => {
    connect((requests, _, url) =>
      url.includes('first') ? new Response('', { status: 404 }) : ok(requests[0] as Request),
    )
    expect(await finish(read(target('https://first.test/', 'https://second.test/'), 'eth_call', [7]))).toBe(7)
    posts.length = 0
    connect((requests) => ({ id: requests[0]?.id, error: { code: 3, message: 'execution reverted' } }))
    await expect(finish(read(target('https://first.test/', 'https://second.test/'), 'eth_call'))).rejects.toMatchObject(
      { status: 3 },
    )
    expect(posts.length).toBe(1)
  })
})

describe('a node that repeats a JSON-RPC error as HTTP status, like bitcoind up to version 27', () => {
  const failed = (status: number, code: number) => () =>
    new Response(JSON.stringify({ result: null, error: { code, message: 'no' }, id: 0 }), { status })

  test.each([
    [500, -5],
    [404, -32601],
    [400, -32600],
  ])('gets one request for status %i, and stays available for later requests', async (status, code) => {
    connect(failed(status, code))
    const to = target()
    const failure = { code: 'RPC_ERROR', status: code }
    await expect(finish(read(to, 'getmempoolentry'))).rejects.toMatchObject(failure)
    expect([posts.length, to.batchers.get('https://node.test/')?.avoidUntil]).toEqual([1, 0])
  })

  test('B3: a write fails with the JSON-RPC error, after one request', async () => {
    connect(failed(500, -26))
    const write = rpcWrite(target(), { method: 'sendrawtransaction', params: [], schema: anything, signal: never })
    await expect(finish(write)).rejects.toMatchObject({ code: 'RPC_ERROR', status: -26 })
    expect(posts.length).toBe(1)
  })

  test.each([
    ['replies with 503', failed(503, -32603)],
    ['returns an error without a code', () => new Response('{"error":"out of order"}', { status: 500 })],
    ['returns a result', () => new Response('{"id":0,"result":"0x1"}', { status: 500 })],
  ])('a read is retried, and fails with HTTP_STATUS, if the node %s', async (_, node) => {
    connect(node)
    await expect(finish(read(target(), 'eth_call'))).rejects.toMatchObject({ code: 'HTTP_STATUS' })
    expect(posts.length).toBe(4)
  })
})

describe('a node that accepts only application/json (415)', () => {
  const types: (string | null)[] = []
  const strict = async (_: string, { headers, body }: RequestInit): Promise<Response> => {
    const type = new Headers(headers).get('content-type')
    types.push(type)
    if (type !== 'application/json') return new Response('', { status: 415 })
    return new Response(JSON.stringify(ok(JSON.parse(String(body)))))
  }
  beforeEach(() => {
    types.length = 0
    vi.stubGlobal('fetch', strict)
  })

  test('gets a read again with that content type; later reads use it at once', async () => {
    const to = target()
    expect(await finish(read(to, 'state_getStorage', ['a']))).toBe('a')
    expect(await finish(read(to, 'state_getStorage', ['b']))).toBe('b')
    expect(types).toEqual(['text/plain', 'application/json', 'application/json'])
  })

  test('gets a write again with that content type, because it did not process the first request', async () => {
    const call = { method: 'author_submitExtrinsic', params: ['0x'], schema: anything, signal: never }
    expect(await finish(rpcWrite(target(), call))).toBe('0x')
    expect(types).toEqual(['text/plain', 'application/json'])
  })

  test('gets only two requests if it refuses application/json as well', async () => {
    vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
      types.push(new Headers(headers).get('content-type'))
      return new Response('', { status: 415 })
    })
    await expect(finish(read(target(), 'state_getStorage'))).rejects.toMatchObject({ code: 'HTTP_STATUS', status: 415 })
    expect(types).toEqual(['text/plain', 'application/json'])
  })
})
