import { memoryStore, type Store } from '@wallet-modal/gateway/server'
import { expect, test } from 'vitest'
import { localEvmNetworks } from '../local-networks.js'
import { createSandboxApp } from './app.js'
import type { Engine } from './engines/engine.js'
import { createInbox } from './mail/inbox.js'

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

const post = (app: ReturnType<typeof createSandboxApp>, path: string, body: object) =>
  app.request(`http://localhost${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

test('a reset deletes everything in the store, also the accounts of email logins, and all mails', async () => {
  const [store, inbox] = [memoryStore(), createInbox()]
  const app = createSandboxApp({ engines: [broken], store, inbox })
  await store.set('account:email', { id: '1' })
  await post(app, '/sandbox/identity', { address: 'x', name: 'x.example' })
  inbox.add({ to: 'a@example.com', subject: 'Code', text: '123456' })
  expect((await post(app, '/sandbox/reset', { chainId: 'eip155:31337' })).status).toBe(500)
  expect([(await store.keys('')).length, inbox.list().length]).toEqual([2, 1])
  expect((await post(app, '/sandbox/reset', {})).status).toBe(200)
  expect([await store.keys(''), inbox.list()]).toEqual([[], []])
})

test('a fault on "login" affects the host of the embedded wallet only, and other faults do not affect it', async () => {
  const frameFiles = async () => new Map([['frame.js', '']])
  const app = createSandboxApp({ engines: [broken], frameFiles })
  const login = () => app.request('http://frame.localhost:4700/accounts/me')
  const service = () => app.request('http://localhost:4700/getWallets')
  const before = (await login()).status
  await post(app, '/sandbox/faults', { on: 'login', path: '/accounts', status: 503 })
  expect([(await login()).status, (await service()).status]).toEqual([503, 200])
  await post(app, '/sandbox/heal', {})
  await post(app, '/sandbox/faults', { on: 'api', status: 503 })
  expect([(await login()).status, (await service()).status]).toEqual([before, 503])
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
