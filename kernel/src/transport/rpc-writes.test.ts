/// <reference types="node" />
import { describe, expect, test } from 'vitest'
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

describe('B3: a write is sent once', () => {
  const write = (to: ReturnType<typeof target>, params: readonly unknown[] = []) =>
    rpcWrite(to, { method: 'eth_sendRawTransaction', params, schema: anything, signal: never })

  test.each([
    ['a temporary error', () => ({ id: 0, error: { code: -32603, message: 'busy' } }), 'RPC_ERROR'],
    [
      'a lost reply',
      () => {
        throw new TypeError('reset')
      },
      'NETWORK_ERROR',
    ],
    ['HTTP 503', () => new Response('', { status: 503 }), 'HTTP_STATUS'],
    ['an invalid reply', () => 'what', 'INVALID_DATA'],
  ])('even after %s, and not to a second URL', async (_, node, code) => {
    connect(node)
    await expect(finish(write(target('https://first.test/', 'https://second.test/')))).rejects.toMatchObject({ code })
    expect(posts.length).toBe(1)
  })

  test('in a request of its own, separate from a batch of reads', async () => {
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
  ])('%s cannot be sent as a read', async (method) => {
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
  ])('%s can be sent as a read', async (method) => {
    connect((requests) => ok(requests[0] as Request))
    expect(await read(target(), method, [1])).toBe(1)
  })
})
