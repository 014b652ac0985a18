/// <reference types="node" />
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { StandardSchema } from '../plugins/schema.js'
import { MAX_BATCH } from './batch.js'
import { type Batchers, rpcRead, rpcWrite } from './rpc.js'

const anything: StandardSchema<unknown> = {
  '~standard': { version: 1, vendor: 'test', validate: (value) => ({ value }) },
}
const never = new AbortController().signal

interface Request {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}
type Node = (requests: readonly Request[], isBatch: boolean, url: string) => unknown

/** A node that answers from memory; what it was sent stays here. */
const posts: { url: string; requests: readonly Request[]; signal: AbortSignal }[] = []
const connect = (node: Node): void => {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const body: Request | readonly Request[] = JSON.parse(String(init.body))
    const requests = Array.isArray(body) ? body : [body as Request]
    posts.push({ url, requests, signal: init.signal as AbortSignal })
    init.signal?.throwIfAborted()
    const answer = await node(requests, Array.isArray(body), url)
    return answer instanceof Response ? answer : new Response(JSON.stringify(answer))
  })
}
const ok = ({ id, params }: Request) => ({ jsonrpc: '2.0', id, result: params[0] })
const target = (...urls: readonly string[]) => ({
  urls: urls.length ? urls : ['https://node.test/'],
  batchers: new Map() as Batchers,
})
const read = (to: ReturnType<typeof target>, method: string, params: readonly unknown[] = [], signal = never) =>
  rpcRead(to, { method, params, schema: anything, signal })

beforeEach(() => {
  posts.length = 0
  vi.useFakeTimers()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Lets all retries pass at once. */
const finish = async <T>(work: Promise<T>): Promise<T> => {
  work.catch(() => null)
  await vi.runAllTimersAsync()
  return work
}

describe('B4: batches', () => {
  test('n calls are ⌈n/1000⌉ posts, and each gets its own answer, for n from 0 to 2500', async () => {
    connect((requests, isBatch) => (isBatch ? requests.map(ok).reverse() : ok(requests[0] as Request)))
    for (const n of [0, 1, 2, 999, 1000, 1001, 1999, 2000, 2001, 2500]) {
      posts.length = 0
      const to = target()
      const answers = await Promise.all(Array.from({ length: n }, (_, at) => read(to, 'eth_call', [at])))
      expect(answers).toEqual(Array.from({ length: n }, (_, at) => at))
      expect(posts.length).toBe(Math.ceil(n / MAX_BATCH))
    }
  })

  test('replies that are shuffled, missing, doubled, strange or errors settle every call with its own answer or a typed error', async () => {
    const fate = fc.constantFrom('answer', 'missing', 'double', 'error', 'null', 'text', 'foreign', 'empty')
    await fc.assert(
      fc.asyncProperty(fc.array(fate, { minLength: 2, maxLength: 60 }), fc.boolean(), async (fates, isShuffled) => {
        connect((requests) => {
          const replies = requests.flatMap((request): unknown[] => {
            const { id } = request
            const all: Record<string, unknown[]> = {
              answer: [ok(request)],
              missing: [],
              double: [ok(request), { id, result: 'a second answer' }],
              error: [{ id, error: { code: -32000, message: 'no' } }],
              null: [null],
              text: ['x', 7],
              foreign: [{ id: id + 10_000, result: 'foreign' }],
              empty: [{ id }],
            }
            return all[String(request.params[1])] ?? []
          })
          return isShuffled
            ? replies
                .sort(() => 0)
                .toReversed()
                .sort((a, b) => JSON.stringify(a).length - JSON.stringify(b).length)
            : replies
        })
        const to = target()
        const answers = await finish(Promise.allSettled(fates.map((one, at) => read(to, 'eth_call', [at, one]))))
        answers.forEach((answer, at) => {
          const [one] = [fates[at]]
          if (one === 'answer') expect(answer).toEqual({ status: 'fulfilled', value: at })
          else if (one === 'double')
            expect([at, 'a second answer']).toContain(answer.status === 'fulfilled' && answer.value)
          else
            expect(answer).toMatchObject({
              status: 'rejected',
              reason: { code: one === 'error' ? 'RPC_ERROR' : 'INVALID_DATA' },
            })
        })
      }),
      { numRuns: 200 },
    )
  })

  test('the first of two answers counts', async () => {
    connect((requests) => requests.flatMap((request) => [ok(request), { id: request.id, result: 'second' }]))
    const to = target()
    expect(await Promise.all([read(to, 'a', [1]), read(to, 'b', [2])])).toEqual([1, 2])
  })

  test('an error for the whole batch is the error of each', async () => {
    connect(() => ({ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'batches are off' } }))
    const to = target()
    const answers = await Promise.allSettled([read(to, 'a'), read(to, 'b')])
    expect(answers).toMatchObject(
      [1, 2].map(() => ({
        status: 'rejected',
        reason: { code: 'RPC_ERROR', status: -32600, message: 'batches are off' },
      })),
    )
  })

  const tooMany = { jsonrpc: '2.0', error: { code: 31, message: 'Batch of more than 3 requests are not allowed' } }
  test.each<readonly [string, (requests: readonly Request[]) => unknown]>([
    ['by HTTP 500', () => new Response(JSON.stringify(tooMany), { status: 500 })],
    ['by HTTP 403', () => new Response('', { status: 403 })],
    ['by one error', () => tooMany],
    ['by a list of one error', ([first]) => [{ ...tooMany, id: first?.id }]],
  ])('a node that refuses several calls at once, %s, gets each alone, from then on', async (_, refuse) => {
    connect((requests, isBatch) => (isBatch ? refuse(requests) : ok(requests[0] as Request)))
    const to = target()
    expect(await finish(Promise.all([1, 2, 3].map((n) => read(to, 'eth_call', [n]))))).toEqual([1, 2, 3])
    posts.length = 0
    expect(await finish(Promise.all([4, 5].map((n) => read(to, 'eth_call', [n]))))).toEqual([4, 5])
    expect(posts.map(({ requests }) => requests.length)).toEqual([1, 1])
  })

  test.each([
    ['is down', () => new Response('', { status: 500 }), [3, 3, 3, 3, 1], 'HTTP_STATUS'],
    ['lets nobody in', () => ({ error: { message: 'no' } }), [3, 1], 'RPC_ERROR'],
  ])('a node that %s is asked for one call alone, and not for each', async (_, answer, lengths, code) => {
    connect(answer)
    const to = target()
    const answers = await finish(Promise.allSettled([1, 2, 3].map((n) => read(to, 'eth_call', [n]))))
    for (const one of answers) expect(one).toMatchObject({ status: 'rejected', reason: { code } })
    expect(posts.map(({ requests }) => requests.length)).toEqual(lengths)
  })

  test.each([429, 503])('a node that answers %i gets no more requests for that', async (status) => {
    connect(() => new Response('', { status }))
    const to = target()
    await finish(Promise.allSettled([1, 2].map((n) => read(to, 'eth_call', [n]))))
    expect(posts.map(({ requests }) => requests.length)).toEqual([2, 2, 2, 2])
  })

  test('one result in answer to several calls is the answer to none of them', async () => {
    connect(() => ({ jsonrpc: '2.0', id: 0, result: '0x1' }))
    const to = target()
    const answers = await Promise.allSettled([read(to, 'a'), read(to, 'b')])
    expect(answers).toMatchObject([
      { status: 'rejected', reason: { code: 'INVALID_DATA' } },
      { status: 'rejected', reason: { code: 'INVALID_DATA' } },
    ])
  })

  test('a single error without id is told as it is', async () => {
    connect(() => ({ jsonrpc: '2.0', id: null, error: { code: -32601, message: 'no such method' } }))
    await expect(read(target(), 'a')).rejects.toMatchObject({
      code: 'RPC_ERROR',
      status: -32601,
      message: 'no such method',
    })
  })

  test('parameters that are no JSON fail alone', async () => {
    connect((requests, isBatch) => (isBatch ? requests.map(ok) : ok(requests[0] as Request)))
    const to = target()
    const answers = await Promise.allSettled([read(to, 'a', [1n]), read(to, 'b', [2])])
    expect(answers).toMatchObject([
      { status: 'rejected', reason: { code: 'INVALID_ARGUMENT' } },
      { status: 'fulfilled', value: 2 },
    ])
  })

  test('whoever gives up is left out; the request ends when nobody waits any more', async () => {
    connect(() => new Promise(() => undefined))
    const to = target()
    const [a, b, c] = [new AbortController(), new AbortController(), new AbortController()]
    const calls = [a, b, c].map((one) =>
      read(to, 'eth_call', [], one.signal).catch((error: { code: string }) => error.code),
    )
    c.abort()
    await vi.advanceTimersByTimeAsync(0)
    expect(posts.map(({ requests }) => requests.length)).toEqual([2])
    a.abort()
    expect(posts[0]?.signal.aborted).toBe(false)
    b.abort()
    expect(posts[0]?.signal.aborted).toBe(true)
    expect(await Promise.all(calls)).toEqual(['ABORTED', 'ABORTED', 'ABORTED'])
  })
})

describe('B2: a node that answers with an error', () => {
  const failing = (code: number) => {
    const times: number[] = []
    connect((requests) => {
      times.push(Date.now())
      return { id: requests[0]?.id, error: { code, message: 'no' } }
    })
    return times
  }
  test.each([-1, -32005, -32603, 429])('%i is tried again after 150, 300 and 600 ms', async (code) => {
    const times = failing(code)
    await expect(finish(read(target(), 'eth_call'))).rejects.toMatchObject({ code: 'RPC_ERROR', status: code })
    expect(times.slice(1).map((at, index) => at - (times[index] ?? 0))).toEqual([150, 300, 600])
  })

  test.each([4001, 5000, 3, -32602, -32601, -32000, 0])('%i is not', async (code) => {
    const times = failing(code)
    await expect(finish(read(target(), 'eth_call'))).rejects.toMatchObject({ status: code })
    expect(times.length).toBe(1)
  })

  test('the next URL is asked where another node may know, and not where none would', async () => {
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

describe('a node that says by HTTP as well that a call failed, as bitcoind does up to version 27', () => {
  const failed = (status: number, code: number) => () =>
    new Response(JSON.stringify({ result: null, error: { code, message: 'no' }, id: 0 }), { status })

  test.each([
    [500, -5],
    [404, -32601],
    [400, -32600],
  ])('is understood at HTTP %i: asked once, and not held to be away', async (status, code) => {
    connect(failed(status, code))
    const to = target()
    const failure = { code: 'RPC_ERROR', status: code }
    await expect(finish(read(to, 'getmempoolentry'))).rejects.toMatchObject(failure)
    expect([posts.length, to.batchers.get('https://node.test/')?.avoidUntil]).toEqual([1, 0])
  })

  test('B3: refuses a write for sure', async () => {
    connect(failed(500, -26))
    const asked = rpcWrite(target(), { method: 'sendrawtransaction', params: [], schema: anything, signal: never })
    await expect(finish(asked)).rejects.toMatchObject({ code: 'RPC_ERROR', status: -26 })
    expect(posts.length).toBe(1)
  })

  test.each([
    ['is too busy', failed(503, -32603)],
    ['does not say why', () => new Response('{"error":"out of order"}', { status: 500 })],
    ['says a result', () => new Response('{"id":0,"result":"0x1"}', { status: 500 })],
  ])('but not where it %s', async (_, node) => {
    connect(node)
    await expect(finish(read(target(), 'eth_call'))).rejects.toMatchObject({ code: 'HTTP_STATUS' })
    expect(posts.length).toBe(4)
  })
})

describe('B3: a write goes out once', () => {
  const write = (to: ReturnType<typeof target>, params: readonly unknown[] = []) =>
    rpcWrite(to, { method: 'eth_sendRawTransaction', params, schema: anything, signal: never })

  test.each([
    ['an error that may pass', () => ({ id: 0, error: { code: -32603, message: 'busy' } }), 'RPC_ERROR'],
    [
      'a lost reply',
      () => {
        throw new TypeError('reset')
      },
      'NETWORK_ERROR',
    ],
    ['a server in trouble', () => new Response('', { status: 503 }), 'HTTP_STATUS'],
    ['a reply that is none', () => 'what', 'INVALID_DATA'],
  ])('after %s, and to no second URL', async (_, node, code) => {
    connect(node)
    await expect(finish(write(target('https://first.test/', 'https://second.test/')))).rejects.toMatchObject({ code })
    expect(posts.length).toBe(1)
  })

  test('alone, beside a batch of reads', async () => {
    connect((requests, isBatch) => (isBatch ? requests.map(ok) : ok(requests[0] as Request)))
    const to = target()
    expect(await Promise.all([read(to, 'a', [1]), write(to, [2]), read(to, 'b', [3])])).toEqual([1, 2, 3])
    expect(posts.map(({ requests }) => requests.length).sort()).toEqual([1, 2])
  })

  test.each([
    'eth_sendRawTransaction',
    'eth_sendTransaction',
    'sendTransaction',
    'author_submitExtrinsic',
    'sendrawtransaction',
    'personal_sign',
    'eth_signTypedData_v4',
    'wallet_sendCalls',
    'requestAirdrop',
  ])('%s is refused as a read', async (method) => {
    connect(() => null)
    await expect(read(target(), method)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
    expect(posts.length).toBe(0)
  })

  test.each([
    'eth_call',
    'getSignatureStatuses',
    'getSignaturesForAddress',
    'eth_getTransactionByHash',
    'eth_estimateGas',
    'getSlot',
  ])('%s is a read', async (method) => {
    connect((requests) => ok(requests[0] as Request))
    expect(await read(target(), method, [1])).toBe(1)
  })
})

describe('a node that takes nothing but application/json (415)', () => {
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

  test('gets a read again with that type, and from then on at once', async () => {
    const to = target()
    expect(await finish(read(to, 'state_getStorage', ['a']))).toBe('a')
    expect(await finish(read(to, 'state_getStorage', ['b']))).toBe('b')
    expect(types).toEqual(['text/plain', 'application/json', 'application/json'])
  })

  test('gets a write again, since it has read nothing of the first', async () => {
    const call = { method: 'author_submitExtrinsic', params: ['0x'], schema: anything, signal: never }
    expect(await finish(rpcWrite(target(), call))).toBe('0x')
    expect(types).toEqual(['text/plain', 'application/json'])
  })

  test('that refuses JSON as well is asked twice and no more', async () => {
    vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
      types.push(new Headers(headers).get('content-type'))
      return new Response('', { status: 415 })
    })
    await expect(finish(read(target(), 'state_getStorage'))).rejects.toMatchObject({ code: 'HTTP_STATUS', status: 415 })
    expect(types).toEqual(['text/plain', 'application/json'])
  })
})
