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

/** A page with the stored entries of its client. `open` returns the entries as after a reload or in another tab. */
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

test('all entries are stored under one key, which contains the name of the plugin', async () => {
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

test('J1: stored subscriptions that are no list are returned as undefined', async () => {
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

test('a later change of the written object is not stored until it is written again', async () => {
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
  test('keep a session of one tab, and its key, when the other tab writes sessions and keys', async () => {
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

  test('do not restore a session that was ended in one tab and is written by the other tab', async () => {
    const { modal, open } = stage()
    using _modal = modal
    await open().setItem('session', [{ topic: 'topic' }])
    const [a, b] = [open(), open()]
    await a.setItem('session', [])
    await b.setItem('session', [{ topic: 'topic', expiry: 2 }, { topic: 'other' }])
    expect(await open().getItem('session')).toEqual([{ topic: 'other' }])
  })

  test('do not see each other’s new sessions, because a client without the key of a session would end it', async () => {
    const { modal, open } = stage()
    using _modal = modal
    const [a, b] = [open(), open()]
    await a.setItem('session', [{ topic: 'topic' }])
    expect([await b.getItem('session'), await b.getKeys()]).toEqual([undefined, []])
  })

  test('write an entry again if another tab overwrote it without having read it', async () => {
    const { modal, entries, open } = stage()
    using _modal = modal
    await entries.setItem('keychain', { topic: 'key' })
    store({ keychain: { other: 'key' } })
    dispatchEvent(new StorageEvent('storage', { key: STORED }))
    expect(await open().getItem('keychain')).toEqual({ other: 'key', topic: 'key' })
  })

  test('write an overwritten entry again only once, so that two tabs do not overwrite each other forever', async () => {
    const { modal, open } = stage()
    using _modal = modal
    const session = (expiry: number) => [{ topic: 'topic', expiry }]
    store({ session: session(1) })
    await open().setItem('session', session(2))
    for (const expiry of [2, 3]) {
      store({ session: session(3) })
      dispatchEvent(new StorageEvent('storage', { key: STORED }))
      expect(await open().getItem('session')).toEqual(session(expiry))
    }
  })

  test('do not write a removed entry again if all storage was cleared, or if the entry was written more than a second ago', async () => {
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

  test('keep the additions and removals of both tabs, in any order', async () => {
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
          // each tab adds only its own sessions, but may end shared ones
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

test.each(['[]', '"text"', 'null', 'no JSON', '{"v":1,"data":[1]}'])(
  'J1: the invalid stored text %s is treated as empty',
  async (broken) => {
    const { modal, open } = stage()
    using _modal = modal
    localStorage.setItem(STORED, broken)
    const entries = open()
    expect(await entries.getKeys()).toEqual([])
    localStorage.setItem(STORED, broken)
    await entries.setItem('a', 1)
    expect([await entries.getItem('a'), await open().getItem('a')]).toEqual([1, 1])
  },
)

test('modal.forget() erases all entries, and later writes of the client do not restore them', async () => {
  const { modal, entries, open } = stage()
  using _modal = modal
  await entries.setItem('session', [{ topic: 'topic' }])
  await modal.forget()
  expect([await open().getKeys(), Object.keys(localStorage)]).toEqual([[], []])
  await entries.setItem('session', [{ topic: 'topic', expiry: 2 }])
  expect(await open().getItem('session')).toEqual([])
})

test('clear() erases all entries; the same entry can then be written again', async () => {
  const { modal, entries, open } = stage()
  using _modal = modal
  await entries.setItem('keychain', { a: 'A' })
  entries.clear()
  expect([await entries.getItem('keychain'), await open().getKeys()]).toEqual([undefined, []])
  await entries.setItem('keychain', { a: 'A' })
  expect(await open().getItem('keychain')).toEqual({ a: 'A' })
})
