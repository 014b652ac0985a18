import { expect, test } from 'vitest'
import { readWith } from '../plugins/schema.js'
import { slot } from '../plugins/token.js'
import { createFakeConnection } from './fake-connection.js'
import { createFakeContext, createFakeRpc, createFakeService } from './fake-context.js'
import { createFakeNetwork } from './fake-namespace.js'

const count = readWith((value) => {
  if (typeof value === 'number') return value
  throw new Error('not a number')
})

test('createFakeContext has the slots of a modal, and replaces members', () => {
  const messages: unknown[] = []
  const ctx = createFakeContext({ log: { warn: (message) => messages.push(message) }, t: (key) => `text ${key}` })
  const numbers = slot<number>('@test/fake-context#numbers')
  ctx.add(numbers, 7)
  ctx.log.warn('first')
  ctx.log.error('not replaced')
  expect([ctx.all(numbers).value, messages, ctx.t('key'), ctx.networks.value]).toEqual([[7], ['first'], 'text key', []])
  expect([ctx.router.current.value, ctx.connections.status.value]).toEqual([null, 'disconnected'])
})

test('createFakeRpc parses replies with the schema of the request', async () => {
  const requests: unknown[] = []
  const rpc = createFakeRpc(({ method, params, isWrite, caipNetworkId }) => {
    requests.push([caipNetworkId, method, params, isWrite])
    return method === 'count' ? 7 : 'seven'
  })
  const node = createFakeContext({ api: { rpc } }).api.rpc('fake:1')
  expect(await node.read('count', [1], { schema: count })).toBe(7)
  await expect(node.write('text', [], { schema: count })).rejects.toMatchObject({ code: 'INVALID_DATA' })
  expect(requests).toEqual([
    ['fake:1', 'count', [1], false],
    ['fake:1', 'text', [], true],
  ])
})

test('createFakeService parses replies with the schema of the request', async () => {
  const service = createFakeService(({ method, path, body }) => (path === '/count' ? 7 : [method, body]))
  expect(await service.get('/count', { schema: count })).toBe(7)
  await expect(service.post('/other', {}, { schema: count })).rejects.toMatchObject({ code: 'INVALID_DATA' })
})

test('createFakeConnection derives its fields from the network and the account', () => {
  const network = createFakeNetwork('eip155:1', { name: 'Ethereum' })
  const account = { address: '0x1', type: 'eoa' } as const
  const connection = createFakeConnection({ network, account, adapter: { title: 'EVM' } })
  expect(connection).toMatchObject({ namespace: 'eip155', caipNetworkId: 'eip155:1', network, accounts: [account] })
  expect([connection.adapter.namespace, connection.adapter.title]).toEqual(['eip155', 'EVM'])
})
