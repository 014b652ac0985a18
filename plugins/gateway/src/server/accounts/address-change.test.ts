import fc from 'fast-check'
import { expect, it } from 'vitest'
import { memoryStore, type Store } from '../store.js'
import { createAccounts } from './accounts.js'
import { createSecrets } from './secrets.js'

const [A, B, C] = ['a@shop.example', 'b@shop.example', 'c@shop.example']
const from = { site: 'https://shop.example', browser: 'Firefox on Linux' }

function fresh(store: Store = memoryStore()) {
  const secrets = createSecrets(new Uint8Array(32).fill(7))
  const accounts = createAccounts({ store, secrets, now: Date.now, onFault: () => undefined })
  const logIn = (email: string) => accounts.logIn({ email }, from)
  const idOf = async (token: string) => (await accounts.session(token)).accountId
  return { accounts, logIn, idOf, accountAt: async (email: string) => idOf(await logIn(email)) }
}

/** Store whose operations each wait for `schedule`. */
const scheduledStore = (store: Store, schedule: () => Promise<unknown>): Store => ({
  ...store,
  get: (key) => schedule().then(() => store.get(key)),
  set: (...args) => schedule().then(() => store.set(...args)),
  update: (key, change, options) => schedule().then(() => store.update(key, change, options)),
})

it('an account keeps its address if a login changes it to the same address twice, one after the other', async () => {
  const { accounts, logIn, idOf, accountAt } = fresh()
  const token = await logIn(A)
  const id = await idOf(token)
  await accounts.changeEmail(token, B)
  await accounts.changeEmail(token, B)
  expect(await accounts.session(token)).toMatchObject({ accountId: id, email: B })
  expect(await accountAt(B)).toBe(id)
})

it('after changes of address in any order and at the same time, exactly one address belongs to the account', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.array(fc.constantFrom(A, B, C), { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 3 }),
      async (scheduler, tabs) => {
        const store = memoryStore()
        const start = fresh(store)
        const token = await start.logIn(A)
        const id = await start.idOf(token)
        const { accounts } = fresh(scheduledStore(store, () => scheduler.schedule(Promise.resolve())))
        /** Changes of one tab, one after the other. */
        const change = async (addresses: readonly string[]) => {
          for (const email of addresses) await accounts.changeEmail(token, email).catch(() => undefined)
        }
        await scheduler.waitFor(Promise.all(tabs.map(change)))
        const ids = []
        for (const email of [A, B, C]) ids.push(await start.accountAt(email))
        expect(ids.filter((one) => one === id)).toHaveLength(1)
      },
    ),
    { numRuns: 300 },
  )
})

it('an account keeps its new address if the store fails while it deletes the old one', async () => {
  const memory = memoryStore()
  let isFailing = false
  const store: Store = {
    ...memory,
    async update(key, change, options) {
      const after = await memory.update(key, change, options)
      if (isFailing && after === undefined) throw new Error('connection lost')
      return after
    },
  }
  const { accounts, logIn, idOf, accountAt } = fresh(store)
  const token = await logIn(A)
  const id = await idOf(token)
  isFailing = true
  await expect(accounts.changeEmail(token, B)).rejects.toThrow('connection lost')
  isFailing = false
  expect(await accountAt(B)).toBe(id)
})
