import { beforeEach, expect, test } from 'vitest'
import { memoryStore, type Store } from '../store.js'
import { createNameRegistry } from './name-registry.js'
import type { ProfileRegistration } from './profile.js'

const alice = '0x00000000000000000000000000000000000A11CE'
const bob = '0x0000000000000000000000000000000000000B0B'
let store: Store

beforeEach(() => {
  store = memoryStore()
})

/** Creates a registry on the shared store. Several registries stand for several processes. `verify` takes some time, like a call to a chain. */
const registry = () =>
  createNameRegistry({
    store,
    zones: ['w.eth'],
    verify: async () => {
      await new Promise((next) => setTimeout(next, 5))
      return true
    },
  })

const registration = (address: string, name: string): ProfileRegistration => ({
  address,
  coinType: 60,
  message: JSON.stringify({ name, timestamp: Math.floor(Date.now() / 1000) }),
  signature: '0x',
})

test('if two processes register a name at once, one succeeds, and the name resolves to the account that registered it', async () => {
  const results = await Promise.allSettled([
    registry().register(registration(alice, 'gold.w.eth')),
    registry().register(registration(bob, 'gold.w.eth')),
  ])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const owner = results[0]?.status === 'fulfilled' ? alice : bob
  expect(await registry().account('gold.w.eth')).toMatchObject({ addresses: { 60: { address: owner } } })
  expect(await registry().reverse(owner)).toHaveLength(1)
  expect(await registry().reverse(owner === alice ? bob : alice)).toEqual([])
})

test('an account that registers many names at once keeps all of them', async () => {
  const names = Array.from({ length: 10 }, (_, at) => `name-${at}.w.eth`)
  await Promise.all(names.map((name) => registry().register(registration(alice, name))))
  expect((await registry().reverse(alice)).map(({ name }) => name).sort()).toEqual(names)
})

test('reverse omits a name that resolves to another account', async () => {
  await registry().register(registration(bob, 'gold.w.eth'))
  await store.set(`name-owner:${alice.toLowerCase()}`, ['gold.w.eth'])
  expect(await registry().reverse(alice)).toEqual([])
})

test.each(['name:', 'name-owner:'])(
  'a registration during which the store fails at %s can be repeated',
  async (failing) => {
    const { update } = store
    let hasFailed = false
    store.update = async (key, ...rest) => {
      if (hasFailed || !key.startsWith(failing)) return update(key, ...rest)
      hasFailed = true
      throw new Error('The store failed.')
    }
    const register = () => registry().register(registration(alice, 'gold.w.eth'))
    await expect(register()).rejects.toThrow('The store failed.')
    await register()
    expect(await registry().reverse(alice)).toMatchObject([{ name: 'gold.w.eth' }])
  },
)
