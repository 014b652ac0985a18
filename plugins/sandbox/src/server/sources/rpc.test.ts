import { createFakeNetwork } from '@wallet-modal/kernel/testing'
import { expect, test } from 'vitest'
import type { Engine } from '../engines/engine.js'
import { SandboxError } from '../errors.js'
import { rpcSource } from './rpc.js'

const caipNetworkId = 'eip155:31337'
const network = createFakeNetwork(caipNetworkId)

/** Reply of an engine that is down. */
async function request(body: unknown): Promise<string> {
  const down = () => Promise.reject(new SandboxError('ENGINE_DOWN', 'The engine is down.'))
  const engine: Engine = {
    ...{ namespace: 'eip155', network, accounts: [], status: () => ({ state: 'idle' }), start: down, request: down },
    ...{ toAddress: (text) => text, nativeBalance: down, setNativeBalance: down, reset: down, stop: down },
  }
  return rpcSource([engine]).request(caipNetworkId, JSON.stringify(body), new AbortController().signal)
}
const call = (id?: unknown) => ({ jsonrpc: '2.0', method: 'eth_chainId', ...(id !== undefined && { id }) })
const error = { code: -32002, message: 'The engine is down.' }

test('if the engine is down, each call of a batch gets an error with its id', async () => {
  const reply = JSON.parse(await request([call(1), call('two'), call(null), 5]))
  expect(reply).toEqual([1, 'two', null, null].map((id) => ({ jsonrpc: '2.0', id, error })))
})

test('if the engine is down, a single call gets an error with its id', async () => {
  expect(JSON.parse(await request(call(7)))).toEqual({ jsonrpc: '2.0', id: 7, error })
})

test('if the engine is down, notifications get no reply', async () => {
  expect(await request(call())).toBe('')
  expect(await request([call(), call()])).toBe('')
  expect(JSON.parse(await request([call(), call(3)]))).toEqual([{ jsonrpc: '2.0', id: 3, error }])
})
