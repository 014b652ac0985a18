import { memoryStore, type Store } from '@wallet-modal/gateway/server'
import { expect, test } from 'vitest'
import { createSandboxApp } from './app.js'
import type { Engine } from './engines/engine.js'
import { localEvmNetworks } from './networks.js'

const [network] = localEvmNetworks
if (!network) throw new Error('there is no local network')

/** A custom engine whose asynchronous methods all reject, except `stop`. */
const broken: Engine = {
  namespace: network.namespace,
  network,
  accounts: [],
  status: () => ({ state: 'idle' }),
  start: () => Promise.reject(new TypeError('broken start')),
  request: () => Promise.reject(new TypeError('broken request')),
  toAddress: (text) => text,
  nativeBalance: () => Promise.reject(new TypeError('broken balance')),
  setNativeBalance: () => Promise.reject(new TypeError('broken balance')),
  reset: () => Promise.reject(new TypeError('broken reset')),
  stop: () => Promise.resolve(),
}

test('an error of an engine is reported, returned as status 500 in JSON, and does not affect other routes', async () => {
  const faults: unknown[] = []
  const app = createSandboxApp({ engines: [broken], onFault: (fault) => faults.push(fault) })
  const rpc = await app.request('http://localhost/v1/?chainId=eip155:31337', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  expect([rpc.status, await rpc.json()]).toEqual([
    500,
    { error: { code: 'FAULT', message: 'The sandbox failed: broken request' } },
  ])
  expect((await app.request('http://localhost/v1/account/x/balance')).status).toBe(500)
  expect(faults).toEqual([new TypeError('broken request'), new TypeError('broken balance')])
  expect((await app.request('http://localhost/getWallets')).status).toBe(200)
})

test('names are saved in the given store and can be read by another app with the same store', async () => {
  const store: Store = memoryStore()
  const body = JSON.stringify({ address: 'x', name: 'x.example' })
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
  await createSandboxApp({ engines: [broken], store }).request('http://localhost/sandbox/identity', init)
  const again = createSandboxApp({ engines: [broken], store })
  expect(await (await again.request('http://localhost/v1/identity/x')).json()).toEqual({
    name: 'x.example',
    avatar: null,
  })
})

test('memoryStore copies values: changing an object after it was stored does not change the store', async () => {
  const store = memoryStore()
  const value = { list: [1] }
  await store.set('a', value)
  value.list.push(2)
  expect(await store.get('a')).toEqual({ list: [1] })
})

test('an address with an invalid stored record has no name', async () => {
  const store = memoryStore()
  await store.set('identity:x', { name: 7 })
  const app = createSandboxApp({ engines: [broken], store })
  expect(await (await app.request('http://localhost/v1/identity/x')).json()).toEqual({ name: null, avatar: null })
})
