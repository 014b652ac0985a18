import { memoryStore, type Store } from '@wallet-modal/gateway/server'
import { expect, test } from 'vitest'
import { createSandboxApp } from './app.js'
import type { Engine } from './engines/engine.js'
import { localEvmNetworks } from './networks.js'

const [network] = localEvmNetworks
if (!network) throw new Error('there is no local network')

/** An engine of somebody else's: it breaks whatever it is asked. */
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

test('a fault of an engine is reported, answered as 500 in JSON, and the rest goes on', async () => {
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

test('names are kept in the store that is given, and are there for another app on the same store', async () => {
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

test('what a store gives back cannot be changed from outside', async () => {
  const store = memoryStore()
  const value = { list: [1] }
  await store.set('a', value)
  value.list.push(2)
  expect(await store.get('a')).toEqual({ list: [1] })
})

test('a store that holds nonsense under a name is read as no name', async () => {
  const store = memoryStore()
  await store.set('identity:x', { name: 7 })
  const app = createSandboxApp({ engines: [broken], store })
  expect(await (await app.request('http://localhost/v1/identity/x')).json()).toEqual({ name: null, avatar: null })
})
