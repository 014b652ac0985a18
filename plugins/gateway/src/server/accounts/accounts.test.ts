import { expect, it } from 'vitest'
import { memoryStore, type Store } from '../store.js'
import { createAccounts } from './accounts.js'
import { createSecrets } from './secrets.js'

const [EMAIL, OTHER, THIRD] = ['visitor@shop.example', 'other@shop.example', 'third@shop.example']
const from = { site: 'https://shop.example', browser: 'Firefox on Linux' }
const key = { address: `0x${'5a'.repeat(20)}`, share: 'ab'.repeat(33), recovery: 'cd'.repeat(61) }

function fresh(store: Store = memoryStore()) {
  const secrets = createSecrets(new Uint8Array(32).fill(7))
  const clock = { now: Date.now() }
  const faults: unknown[] = []
  const accounts = createAccounts({ store, secrets, now: () => clock.now, onFault: (error) => faults.push(error) })
  const logIn = (email = EMAIL) => accounts.logIn({ email }, from)
  const idOf = async (token: string) => (await accounts.session(token)).accountId
  return { accounts, logIn, idOf, store, clock, faults }
}

it('an account keeps its first key, and another one is refused', async () => {
  const { accounts, logIn, idOf } = fresh()
  const id = await idOf(await logIn())
  await accounts.storeKey(id, key)
  const second = { ...key, address: `0x${'6b'.repeat(20)}`, share: 'ef'.repeat(33) }
  await expect(accounts.storeKey(id, second)).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await accounts.key(id)).toEqual(key)
})

it('the gateway’s key share is not stored as plain text, and is bound to its account', async () => {
  const { accounts, store } = fresh()
  await accounts.storeKey('one', key)
  expect(JSON.stringify(await store.get('key:one'))).not.toContain(key.share)
  await store.set('key:two', await store.get('key:one'))
  await expect(accounts.key('two')).rejects.toThrow()
})

it('of two changes of the address at the same time, one succeeds, and the address of the other stays free', async () => {
  const { accounts, logIn, idOf } = fresh()
  const token = await logIn()
  const id = await idOf(token)
  const changes = await Promise.allSettled([OTHER, THIRD].map((email) => accounts.changeEmail(token, email)))
  expect(changes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const { email } = await accounts.session(token)
  expect(await accounts.logins.list(id)).toHaveLength(1)
  const free = email === OTHER ? THIRD : OTHER
  expect(await idOf(await logIn(email))).toBe(id)
  expect(await idOf(await logIn(free))).not.toBe(id)
  expect(await idOf(await logIn(EMAIL))).not.toBe(id)
})

it('a change of the address removes all other logins from the list, and refuses the address of another account', async () => {
  const { accounts, logIn, idOf } = fresh()
  const token = await logIn()
  const id = await idOf(token)
  await logIn()
  const theirs = await logIn(OTHER)
  await expect(accounts.changeEmail(token, OTHER)).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await accounts.logins.list(id)).toHaveLength(2)
  expect(await accounts.session(theirs)).toMatchObject({ email: OTHER })
  await accounts.changeEmail(token, THIRD)
  expect(await accounts.logins.list(id)).toHaveLength(1)
})

it('a login with the old address that was under way while the address changed has no session', async () => {
  const memory = memoryStore()
  let change: (() => Promise<void>) | undefined
  /** Changes the address after the login has found the account, and before it is listed. */
  const store: Store = {
    ...memory,
    async update(name, to, options) {
      const run = name.startsWith('logins:') ? change : undefined
      if (run) change = undefined
      await run?.()
      return memory.update(name, to, options)
    },
  }
  const { accounts, logIn } = fresh(store)
  const first = await logIn()
  change = () => accounts.changeEmail(first, OTHER)
  const late = await logIn()
  expect(await accounts.session(first)).toMatchObject({ email: OTHER })
  await expect(accounts.session(late)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

it.each([
  ['a different service', { socialProvider: 'google', subject: 'a' }, { socialProvider: 'github', subject: 'a' }],
  ['an email address', { socialProvider: 'google', subject: EMAIL }, { email: EMAIL }],
])('an account of a service is not shared with the same name at %s', async (_, one, other) => {
  const { accounts, idOf } = fresh()
  expect(await idOf(await accounts.logIn(one, from))).not.toBe(await idOf(await accounts.logIn(other, from)))
})

it('a session can be read while the store cannot write the time of its last use, and the failure is reported', async () => {
  const memory = memoryStore()
  let isFull = false
  const full = new Error('The disk is full.')
  const update: Store['update'] = (...given) => (isFull ? Promise.reject(full) : memory.update(...given))
  const { accounts, logIn, clock, faults } = fresh({ ...memory, update })
  const token = await logIn()
  isFull = true
  clock.now += 60_001
  expect(await accounts.session(token)).toMatchObject({ email: EMAIL })
  expect(faults).toEqual([full])
  isFull = false
  const { accountId, login } = await accounts.session(token)
  await accounts.logins.end(accountId, ({ id }) => id === login)
  await expect(accounts.session(token)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})
