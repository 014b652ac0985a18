/// <reference types="node" />
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fetchRead, fetchWrite, MAX_REPLY_LENGTH, RETRY_AFTER_CAP_MS, RETRY_DELAYS_MS, TIMEOUT_MS } from './fetch.js'

type Handler = (request: IncomingMessage, response: ServerResponse, turn: number) => void

interface Local extends AsyncDisposable {
  readonly url: string
  readonly turns: { count: number; closed: number }
}

/** Real server on loopback. `handler` receives the number of earlier requests as `turn`. */
async function serve(handler: Handler): Promise<Local> {
  const turns = { count: 0, closed: 0 }
  const server = createServer((request, response) => {
    request.socket.once('close', () => turns.closed++)
    handler(request, response, turns.count++)
  })
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    turns,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => void server.close(closed))
    },
  }
}
const answers =
  (...statuses: readonly number[]): Handler =>
  (_, response, turn) => {
    response
      .writeHead(statuses[turn] ?? 200, { 'content-type': 'application/json', connection: 'close' })
      .end('{"ok":true}')
  }
const never = new AbortController().signal

/** Runs the timers between two attempts at once, and records their delays. */
const recordDelays = (): number[] => {
  const delays: number[] = []
  const original = globalThis.setTimeout
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms = 0, ...rest: unknown[]) => {
    if (ms === TIMEOUT_MS || ms > 100_000) return original(run, ms, ...rest)
    delays.push(ms)
    return original(run, 0, ...rest)
  }) as typeof setTimeout)
  return delays
}
afterEach(() => void vi.restoreAllMocks())

describe('B1: the timeout aborts the request', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())
  const until = async (holds: () => boolean): Promise<void> => {
    for (let turn = 0; turn < 2000 && !holds(); turn++) await new Promise((next) => void setImmediate(next))
    expect(holds()).toBe(true)
  }

  test.each([
    ['accepts the connection and never replies', () => undefined],
    [
      'sends the start of a reply and nothing more',
      (_: unknown, response: ServerResponse) => void response.writeHead(200).write('{"a":'),
    ],
  ] as const)('a server that %s times out after 10,000 ms, and its socket is closed', async (_, handler) => {
    await using server = await serve(handler)
    let failure: unknown
    fetchWrite(server.url, {}, never).catch((error: unknown) => {
      failure = error
    })
    await until(() => server.turns.count === 1)
    await new Promise((next) => void setImmediate(next))
    await vi.advanceTimersByTimeAsync(TIMEOUT_MS - 1)
    expect([failure, server.turns.closed]).toEqual([undefined, 0])
    await vi.advanceTimersByTimeAsync(1)
    await until(() => failure !== undefined && server.turns.closed === 1)
    expect(failure).toMatchObject({ code: 'TIMEOUT', message: expect.stringContaining('did not answer within 10 s.') })
  })

  test('aborting closes the socket at once', async () => {
    await using server = await serve(() => undefined)
    const stop = new AbortController()
    const read = expect(fetchRead(server.url, {}, stop.signal)).rejects.toMatchObject({ code: 'ABORTED' })
    await until(() => server.turns.count === 1)
    stop.abort()
    await read
    await until(() => server.turns.closed === 1)
    expect(server.turns.count).toBe(1)
  })

  test('aborting between two attempts ends the wait', async () => {
    await using server = await serve(answers(500, 500))
    const stop = new AbortController()
    const read = expect(fetchRead(server.url, {}, stop.signal)).rejects.toMatchObject({ code: 'ABORTED' })
    await until(() => vi.getTimerCount() === 1 && server.turns.closed === 1)
    stop.abort()
    await read
    expect(server.turns.count).toBe(1)
  })
})

describe('B2: the retry schedule', () => {
  test('is exactly 150, 300, 600 ms, then the error', async () => {
    await using server = await serve(answers(500, 502, 503, 504, 200))
    const delays = recordDelays()
    await expect(fetchRead(server.url, {}, never)).rejects.toMatchObject({
      code: 'HTTP_STATUS',
      status: 504,
      message: 'HTTP status code: 504',
    })
    expect([delays, server.turns.count]).toEqual([[150, 300, 600], 4])
    expect(RETRY_DELAYS_MS).toEqual([150, 300, 600])
  })

  test.each([408, 413, 429, 500, 502, 503, 504, 599])('status %i is retried', async (status) => {
    await using server = await serve(answers(status))
    const delays = recordDelays()
    expect(await fetchRead(server.url, {}, never)).toEqual({ ok: true })
    expect([delays, server.turns.count]).toEqual([[150], 2])
  })

  test.each([400, 401, 403, 404, 405, 409, 410, 418, 422, 451])('status %i is not retried', async (status) => {
    await using server = await serve(answers(status))
    const delays = recordDelays()
    await expect(fetchRead(server.url, {}, never)).rejects.toMatchObject({
      code: 'HTTP_STATUS',
      status,
      cause: expect.any(Response),
    })
    expect([delays, server.turns.count]).toEqual([[], 1])
  })

  test.each(['{', '<!doctype html>', 'undefined'])('a reply that is not JSON is not retried: %j', async (body) => {
    await using server = await serve((_, response) => void response.writeHead(200, { connection: 'close' }).end(body))
    await expect(fetchRead(server.url, {}, never)).rejects.toMatchObject({ code: 'INVALID_DATA' })
    expect(server.turns.count).toBe(1)
  })

  test('a broken or refused connection is retried', async () => {
    await using server = await serve((request, response, turn) => {
      if (turn < 3) request.socket.destroy()
      else response.writeHead(200, { connection: 'close' }).end('1')
    })
    const delays = recordDelays()
    expect(await fetchRead(server.url, {}, never)).toBe(1)
    expect(delays).toEqual([150, 300, 600])
    delays.length = 0
    await expect(fetchRead('http://127.0.0.1:1/', {}, never)).rejects.toMatchObject({ code: 'NETWORK_ERROR' })
    expect(delays).toEqual([150, 300, 600])
  })

  test.each([
    ['2', 2000],
    ['0', 0],
    ['86400', RETRY_AFTER_CAP_MS],
    ['99999999999999999999', RETRY_AFTER_CAP_MS],
    ['soon', 150],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
    ['-5', 0],
    ['Fri, 31 Dec 9999 23:59:59 GMT', RETRY_AFTER_CAP_MS],
  ])('Retry-After %s is %i ms', async (header, ms) => {
    await using server = await serve((_, response, turn) => {
      response.writeHead(turn ? 200 : 429, { 'retry-after': header, connection: 'close' }).end('1')
    })
    const delays = recordDelays()
    await fetchRead(server.url, {}, never)
    expect(delays).toEqual([ms])
  })
})

describe('B3: a write is never retried', () => {
  test.each([408, 413, 429, 500, 503])('for status %i', async (status) => {
    await using server = await serve(answers(status))
    await expect(fetchWrite(server.url, { method: 'POST', body: '1' }, never)).rejects.toMatchObject({
      code: 'HTTP_STATUS',
      status,
    })
    expect(server.turns.count).toBe(1)
  })

  test('if the reply is lost', async () => {
    await using server = await serve((request) => void request.socket.destroy())
    await expect(fetchWrite(server.url, { method: 'POST', body: '1' }, never)).rejects.toMatchObject({
      code: 'NETWORK_ERROR',
    })
    expect(server.turns.count).toBe(1)
  })

  test('and is not sent if it was aborted before', async () => {
    await using server = await serve(answers(200))
    await expect(fetchWrite(server.url, { method: 'POST' }, AbortSignal.abort())).rejects.toMatchObject({
      code: 'ABORTED',
    })
    expect(server.turns.count).toBe(0)
  })
})

describe('A4: replies of any size and shape', () => {
  const reply = async (body: string): Promise<unknown> => {
    await using server = await serve((_, response) => void response.writeHead(200, { connection: 'close' }).end(body))
    return await fetchRead(server.url, {}, never)
  }
  test('a reply of 10 MB is rejected', async () => {
    expect(MAX_REPLY_LENGTH).toBeLessThan(10_000_000)
    await expect(reply(`"${'a'.repeat(10_000_000)}"`)).rejects.toMatchObject({
      code: 'INVALID_DATA',
      message: expect.stringContaining('longer than'),
    })
  })

  test('an endless reply is aborted', async () => {
    await using server = await serve((_, response) => {
      response.writeHead(200)
      const more = (): void => void (response.destroyed || response.write('a'.repeat(100_000), more))
      more()
    })
    await expect(fetchRead(server.url, {}, never)).rejects.toMatchObject({ code: 'INVALID_DATA' })
  })

  test('depth 10,000, 1e400 and __proto__ are parsed like other data', async () => {
    expect(await reply(`${'['.repeat(10_000)}${']'.repeat(10_000)}`)).toBeInstanceOf(Array)
    expect(await reply('1e400')).toBe(Number.POSITIVE_INFINITY)
    await reply('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}')
    expect('polluted' in {}).toBe(false)
    expect(await reply('')).toBeUndefined()
    expect(await reply('\ufeff"BOM"')).toBe('BOM')
  })

  test('a character that is split between two chunks is decoded', async () => {
    await using server = await serve((_, response) => {
      const bytes = Buffer.from('"€𝄞"')
      response.writeHead(200)
      response.write(bytes.subarray(0, 2))
      setTimeout(() => response.end(bytes.subarray(2)), 20)
    })
    expect(await fetchRead(server.url, {}, never)).toBe('€𝄞')
  })

  test('an invalid URL has a readable error', async () => {
    recordDelays()
    await expect(fetchRead('http://[', {}, never)).rejects.toMatchObject({ code: 'NETWORK_ERROR' })
  })
})
