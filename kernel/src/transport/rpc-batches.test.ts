/// <reference types="node" />
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { MAX_BATCH } from './batch.js'
import { connect, finish, ok, posts, type Request, read, resetEachTest, target } from './rpc.test.fixtures.js'

resetEachTest()

describe('B4: batches', () => {
  test('n calls are ⌈n/1000⌉ requests, and each gets its own reply, for n from 0 to 2500', async () => {
    connect((requests, isBatch) => (isBatch ? requests.map(ok).reverse() : ok(requests[0] as Request)))
    for (const n of [0, 1, 2, 999, 1000, 1001, 1999, 2000, 2001, 2500]) {
      posts.length = 0
      const to = target()
      const answers = await Promise.all(Array.from({ length: n }, (_, at) => read(to, 'eth_call', [at])))
      expect(answers).toEqual(Array.from({ length: n }, (_, at) => at))
      expect(posts.length).toBe(Math.ceil(n / MAX_BATCH))
    }
  })

  test('shuffled, missing, duplicate and invalid replies settle every call with its own reply or a typed error', async () => {
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

  test('the first of two replies with the same id is used', async () => {
    connect((requests) => requests.flatMap((request) => [ok(request), { id: request.id, result: 'second' }]))
    const to = target()
    expect(await Promise.all([read(to, 'a', [1]), read(to, 'b', [2])])).toEqual([1, 2])
  })

  test('an error for the whole batch rejects each call', async () => {
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
    ['with HTTP 500', () => new Response(JSON.stringify(tooMany), { status: 500 })],
    ['with HTTP 403', () => new Response('', { status: 403 })],
    ['with one error', () => tooMany],
    ['with a list of one error', ([first]) => [{ ...tooMany, id: first?.id }]],
  ])('a node that refuses batches, %s, then gets each call alone', async (_, refuse) => {
    connect((requests, isBatch) => (isBatch ? refuse(requests) : ok(requests[0] as Request)))
    const to = target()
    expect(await finish(Promise.all([1, 2, 3].map((n) => read(to, 'eth_call', [n]))))).toEqual([1, 2, 3])
    posts.length = 0
    expect(await finish(Promise.all([4, 5].map((n) => read(to, 'eth_call', [n]))))).toEqual([4, 5])
    expect(posts.map(({ requests }) => requests.length)).toEqual([1, 1])
  })

  test.each([
    ['is down', () => new Response('', { status: 500 }), [3, 3, 3, 3, 1], 'HTTP_STATUS'],
    ['rejects every request', () => ({ error: { message: 'no' } }), [3, 1], 'RPC_ERROR'],
  ])(
    'after a failed batch, a node that %s gets one single call, not one for each call',
    async (_, answer, lengths, code) => {
      connect(answer)
      const to = target()
      const answers = await finish(Promise.allSettled([1, 2, 3].map((n) => read(to, 'eth_call', [n]))))
      for (const one of answers) expect(one).toMatchObject({ status: 'rejected', reason: { code } })
      expect(posts.map(({ requests }) => requests.length)).toEqual(lengths)
    },
  )

  test.each([429, 503])('a node that replies with status %i gets no additional requests', async (status) => {
    connect(() => new Response('', { status }))
    const to = target()
    await finish(Promise.allSettled([1, 2].map((n) => read(to, 'eth_call', [n]))))
    expect(posts.map(({ requests }) => requests.length)).toEqual([2, 2, 2, 2])
  })

  test('a single result for several calls rejects every call', async () => {
    connect(() => ({ jsonrpc: '2.0', id: 0, result: '0x1' }))
    const to = target()
    const answers = await Promise.allSettled([read(to, 'a'), read(to, 'b')])
    expect(answers).toMatchObject([
      { status: 'rejected', reason: { code: 'INVALID_DATA' } },
      { status: 'rejected', reason: { code: 'INVALID_DATA' } },
    ])
  })

  test('a single error without an id is thrown', async () => {
    connect(() => ({ jsonrpc: '2.0', id: null, error: { code: -32601, message: 'no such method' } }))
    await expect(read(target(), 'a')).rejects.toMatchObject({
      code: 'RPC_ERROR',
      status: -32601,
      message: 'no such method',
    })
  })

  test('parameters that JSON does not support reject only their own call', async () => {
    connect((requests, isBatch) => (isBatch ? requests.map(ok) : ok(requests[0] as Request)))
    const to = target()
    const answers = await Promise.allSettled([read(to, 'a', [1n]), read(to, 'b', [2])])
    expect(answers).toMatchObject([
      { status: 'rejected', reason: { code: 'INVALID_ARGUMENT' } },
      { status: 'fulfilled', value: 2 },
    ])
  })

  test('an aborted call is not sent; the request is aborted when all of its calls are aborted', async () => {
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
