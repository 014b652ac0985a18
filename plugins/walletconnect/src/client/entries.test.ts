// @vitest-environment happy-dom
import { type Context, createWalletModal, definePlugin } from '@wallet-modal/kernel'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createEntries, type Entries } from './entries.js'

const STORED = 'wallet-modal/entries/holder/client'

afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

/** A page of the site: its entries, and those of the same page when it is loaded anew. */
function stage() {
  let own: Context | undefined
  const plugin = definePlugin({
    name: 'holder',
    kernel: '^0.1',
    permissions: { storage: ['client'] },
    setup(ctx) {
      own = ctx
    },
  })
  const modal = createWalletModal({ id: 'entries', plugins: [plugin()], prefetch: 'never', logLevel: 'silent' })
  const open = (): Entries => {
    if (!own) throw new Error('The plugin did not start.')
    return createEntries(own)
  }
  return { modal, open, entries: open() }
}

const store = (data: object): void => localStorage.setItem(STORED, JSON.stringify({ v: 1, data }))

test('keeps what the client writes, under one key that bears the name of the plugin', async () => {
  const { modal, entries, open } = stage()
  using _modal = modal
  await entries.setItem('wc@2:a', [1, { b: 'c' }])
  await entries.setItem('wc@2:d', 'e')
  expect([await entries.getItem('wc@2:a'), await entries.getItem('toString')]).toEqual([[1, { b: 'c' }], undefined])
  expect(await open().getKeys()).toEqual(['wc@2:a', 'wc@2:d'])
  await entries.removeItem('wc@2:a')
  expect([await entries.getEntries(), await open().getEntries()]).toEqual([[['wc@2:d', 'e']], [['wc@2:d', 'e']]])
  expect(Object.keys(localStorage)).toEqual([STORED])
})

test('J1: subscriptions that are no list any more are not handed to the client', async () => {
  const { modal, entries, open } = stage()
  using _modal = modal
  const key = 'wc@2:core:0.3:x//subscription'
  await entries.setItem(key, [{ topic: 'a' }])
  expect(await open().getItem(key)).toEqual([{ topic: 'a' }])
  for (const damaged of ['damaged', { topic: 'a' }, null, 7]) {
    store({ [key]: damaged })
    expect(await open().getItem(key)).toBeUndefined()
  }
})

test('what the client changes after it was written or read is not taken for written', async () => {
  const { modal, entries, open } = stage()
  using _modal = modal
  const given: { id: number; answer?: string }[] = [{ id: 1 }]
  await entries.setItem('history', given)
  for (const one of given) one.answer = 'yes'
  expect(await entries.getItem('history')).toEqual([{ id: 1 }])
  await entries.setItem('history', given)
  expect(await open().getItem('history')).toEqual([{ id: 1, answer: 'yes' }])
})

describe('two tabs of a site', () => {
  test('the session that one makes is there after a reload, with its key, whatever the other writes', async () => {
    const { modal, open } = stage()
    using _modal = modal
    await open().setItem('keychain', { seed: 's' })
    const [a, b] = [open(), open()]
    await a.setItem('keychain', { seed: 's', topic: 'key' })
    await a.setItem('session', [{ topic: 'topic' }])
    await b.setItem('keychain', { seed: 's', other: 'key' })
    await b.setItem('session', [{ topic: 'other' }])
    await b.setItem('session', [])
    const next = open()
    expect(await next.getItem('keychain')).toEqual({ seed: 's', topic: 'key', other: 'key' })
    expect(await next.getItem('session')).toEqual([{ topic: 'topic' }])
  })

  test('a session that one ends does not come back with what the other writes', async () => {
    const { modal, open } = stage()
    using _modal = modal
    await open().setItem('session', [{ topic: 'topic' }])
    const [a, b] = [open(), open()]
    await a.setItem('session', [])
    await b.setItem('session', [{ topic: 'topic', expiry: 2 }, { topic: 'other' }])
    expect(await open().getItem('session')).toEqual([{ topic: 'other' }])
  })

  test('each goes on with what it knows: the client would end what it has no key for', async () => {
    const { modal, open } = stage()
    using _modal = modal
    const [a, b] = [open(), open()]
    await a.setItem('session', [{ topic: 'topic' }])
    expect([await b.getItem('session'), await b.getKeys()]).toEqual([undefined, []])
  })

  test('what a tab wrote is written again where another, which had not heard of it, wrote over it', async () => {
    const { modal, entries, open } = stage()
    using _modal = modal
    await entries.setItem('keychain', { topic: 'key' })
    store({ keychain: { other: 'key' } })
    dispatchEvent(new StorageEvent('storage', { key: STORED }))
    expect(await open().getItem('keychain')).toEqual({ other: 'key', topic: 'key' })
  })

  test('and only once: two that change one record come to rest', async () => {
    const { modal, open } = stage()
    using _modal = modal
    const session = (expiry: number) => [{ topic: 'topic', expiry }]
    store({ session: session(1) })
    await open().setItem('session', session(2))
    for (const kept of [2, 3]) {
      store({ session: session(3) })
      dispatchEvent(new StorageEvent('storage', { key: STORED }))
      expect(await open().getItem('session')).toEqual(session(kept))
    }
  })

  test('but not what is gone long after, and not where all was forgotten', async () => {
    vi.useFakeTimers()
    const { modal, entries, open } = stage()
    using _modal = modal
    const tell = () => dispatchEvent(new StorageEvent('storage', { key: STORED }))
    await entries.setItem('keychain', { topic: 'key' })
    localStorage.clear()
    tell()
    expect(localStorage.length).toBe(0)
    await entries.setItem('keychain', { topic: 'key', other: 'key' })
    vi.advanceTimersByTime(2_000)
    store({ keychain: {} })
    tell()
    expect(await open().getItem('keychain')).toEqual({})
  })

  test('in any order of what two tabs add and drop, what is kept is what both of them did', async () => {
    const { modal, open } = stage()
    using _modal = modal
    const names = ['shared-1', 'shared-2', 'a-1', 'a-2', 'b-1', 'b-2']
    const step = fc.record({
      tab: fc.constantFrom('a' as const, 'b' as const),
      name: fc.constantFrom(...names),
      isAdded: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        localStorage.clear()
        const shared = ['shared-1', 'shared-2']
        await open().setItem('keychain', Object.fromEntries(shared.map((name) => [name, 'key'])))
        await open().setItem(
          'session',
          shared.map((topic) => ({ topic })),
        )
        const tabs = { a: open(), b: open() }
        const held = { a: new Set(shared), b: new Set(shared) }
        const expected = new Set(shared)
        for (const { tab, name, isAdded } of steps) {
          // each makes sessions of its own, and either may end those that were there when both began
          if (isAdded ? !name.startsWith(tab) : !held[tab].has(name)) continue
          for (const set of [held[tab], expected]) isAdded ? set.add(name) : set.delete(name)
          const mine = [...held[tab]]
          await tabs[tab].setItem('keychain', Object.fromEntries(mine.map((one) => [one, 'key'])))
          await tabs[tab].setItem(
            'session',
            mine.map((topic) => ({ topic })),
          )
        }
        const next = open()
        const [keys, sessions] = [await next.getItem<object>('keychain'), await next.getItem<object[]>('session')]
        expect(Object.keys(keys ?? {}).toSorted()).toEqual([...expected].toSorted())
        expect(sessions?.map((one) => Reflect.get(one, 'topic')).toSorted()).toEqual([...expected].toSorted())
      }),
    )
  })
})

test.each(['[]', '"text"', 'null', 'no JSON', '{"v":1,"data":[1]}'])('J1: %s counts as nothing', async (broken) => {
  const { modal, open } = stage()
  using _modal = modal
  localStorage.setItem(STORED, broken)
  const entries = open()
  expect(await entries.getKeys()).toEqual([])
  localStorage.setItem(STORED, broken)
  await entries.setItem('a', 1)
  expect([await entries.getItem('a'), await open().getItem('a')]).toEqual([1, 1])
})

test('modal.forget() erases all of it, and what the client writes afterwards brings nothing of it back', async () => {
  const { modal, entries, open } = stage()
  using _modal = modal
  await entries.setItem('session', [{ topic: 'topic' }])
  await modal.forget()
  expect([await open().getKeys(), Object.keys(localStorage)]).toEqual([[], []])
  await entries.setItem('session', [{ topic: 'topic', expiry: 2 }])
  expect(await open().getItem('session')).toEqual([])
})

test('a client that begins anew begins with nothing', async () => {
  const { modal, entries, open } = stage()
  using _modal = modal
  await entries.setItem('keychain', { a: 'A' })
  entries.clear()
  expect([await entries.getItem('keychain'), await open().getKeys()]).toEqual([undefined, []])
  await entries.setItem('keychain', { a: 'A' })
  expect(await open().getItem('keychain')).toEqual({ a: 'A' })
})
