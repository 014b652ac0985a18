// @vitest-environment happy-dom
/// <reference types="node" />
import naughtyStrings from 'big-list-of-naughty-strings' with { type: 'json' }
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { StandardSchema } from '../plugins/schema.js'
import { createStorage, createStore, type PluginStorage, type Store } from './storage.js'

const naughty = naughtyStrings as readonly string[]
const text: StandardSchema<string> = {
  '~standard': {
    version: 1,
    vendor: 'test',
    validate: (value) => (typeof value === 'string' ? { value } : { issues: [{ message: 'no text' }] }),
  },
}
const prefix = 'wallet-modal/default/p/'

interface Given {
  readonly store?: Store
  readonly version?: number
  readonly migrate?: (old: unknown, from: number) => unknown
  readonly isDisabled?: () => boolean
}
const create = ({ store = createStore(), version = 1, migrate, isDisabled = () => false }: Given = {}): PluginStorage =>
  createStorage(
    store,
    prefix,
    { permissions: { storage: ['a', 'b'] }, storage: { version, ...(migrate && { migrate }) } },
    {
      isDisabled,
      deny: (message) => {
        throw new Error(message)
      },
    },
  )

/** Lets `localStorage` reject every write. Returns a function that ends this. */
function fillStorage(): () => void {
  const page = localStorage
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => page.getItem(key),
    removeItem: (key: string) => page.removeItem(key),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  return () => void vi.unstubAllGlobals()
}

beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

test('a stored value is read back, also on a new page', () => {
  create().set('a', 'value')
  expect(create().get('a', text)).toBe('value')
  create().remove('a')
  expect(create().get('a', text)).toBeNull()
  expect(localStorage.length).toBe(0)
})

describe('J1: an invalid value is deleted, and no other', () => {
  const corrupt: readonly [string, string][] = [
    ['truncated', '{"v":1,"da'],
    ['of the wrong type', '{"v":1,"data":42}'],
    ['of another shape', '[1,2]'],
    ['null', 'null'],
    ['empty', ''],
    ['with the key __proto__', '{"__proto__":{"data":"x"},"v":1}'],
    ['deeply nested', `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
    ['of 5 MB', JSON.stringify({ v: 1, data: Array(500_000).fill('12345678') })],
  ]
  test.each(corrupt)('%s', (_, value) => {
    const store = createStore()
    create({ store }).set('b', 'kept')
    localStorage.setItem(`${prefix}a`, value)
    expect(create().get('a', text)).toBeNull()
    expect(Object.keys(localStorage)).toEqual([`${prefix}b`])
    expect(Object.hasOwn(Object.prototype, 'data')).toBe(false)
  })

  test('each text of the "naughty strings" list is invalid as the whole stored entry, and is read back unchanged if set() stored it', () => {
    for (const value of naughty) {
      localStorage.setItem(`${prefix}a`, value)
      expect(create().get('a', text)).toBeNull()
      create().set('a', value)
      expect(create().get('a', text)).toBe(value)
    }
  })
})

describe('J2: without browser storage, values are kept in memory', () => {
  test.each([
    ['localStorage is undefined', () => vi.stubGlobal('localStorage', undefined)],
    [
      'reading localStorage throws',
      () => {
        Object.defineProperty(globalThis, 'localStorage', {
          configurable: true,
          get: () => {
            throw new DOMException('blocked', 'SecurityError')
          },
        })
      },
    ],
    [
      'localStorage is full',
      () => {
        vi.stubGlobal('localStorage', {
          getItem: () => null,
          removeItem: () => undefined,
          setItem: () => {
            throw new DOMException('full', 'QuotaExceededError')
          },
        })
      },
    ],
  ])('%s', (_, deny) => {
    const original = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')
    deny()
    const store = createStore()
    const storage = create({ store })
    storage.set('a', 'value')
    expect(storage.get('a', text)).toBe('value')
    storage.remove('a')
    expect(storage.get('a', text)).toBeNull()
    storage.set('a', 'again')
    store.forget(prefix)
    expect(storage.get('a', text)).toBeNull()
    vi.unstubAllGlobals()
    if (original) Object.defineProperty(globalThis, 'localStorage', original)
  })

  test('a value that does not fit leaves the stored value for other tabs and later pages, and is used on this page', () => {
    create().set('a', 'old')
    const storage = create({ store: createStore() })
    const stop = fillStorage()
    expect(storage.set('a', 'longer value')).toBe(false)
    expect(storage.get('a', text)).toBe('longer value')
    expect(create().get('a', text)).toBe('old')
    stop()
    expect(storage.set('a', 'longer value')).toBe(true)
    expect(create().get('a', text)).toBe('longer value')
  })
})

describe('versions', () => {
  test('J4: an old value is migrated; if the migration fails, the value is deleted', () => {
    create({ version: 1 }).set('a', 'old')
    expect(create({ version: 3, migrate: (old, from) => `${String(old)} from ${from}` }).get('a', text)).toBe(
      'old from 1',
    )
    expect(
      create({
        version: 3,
        migrate: () => {
          throw new Error('no')
        },
      }).get('a', text),
    ).toBeNull()
    expect(localStorage.length).toBe(0)
  })

  test('a value of a newer version is read unchanged, without migration', () => {
    create({ version: 3 }).set('a', 'new')
    const migrate = vi.fn()
    expect(create({ version: 2, migrate }).get('a', text)).toBe('new')
    expect(migrate).not.toHaveBeenCalled()
  })
})

describe('H4', () => {
  test('forget deletes all keys with the prefix and no others, and calls the listeners', () => {
    const store = createStore()
    const storage = create({ store })
    const told = vi.fn()
    storage.watch('a', told)
    storage.set('a', '1')
    storage.set('b', '2')
    localStorage.setItem('the-site', 'kept')
    store.forget('wallet-modal/default/')
    expect(Object.keys(localStorage)).toEqual(['the-site'])
    expect(storage.get('a', text)).toBeNull()
    expect(told).toHaveBeenCalledOnce()
  })
})

test('I3: an unlisted key throws', () => {
  for (const key of ['c', '', '__proto__', 'toString', '../q/a', 'a/../b']) {
    expect(() => create().set(key, 1)).toThrow('permissions.storage')
    expect(() => create().get(key, text)).toThrow('permissions.storage')
  }
  expect(localStorage.length).toBe(0)
})

test('a disabled plugin cannot write or delete', () => {
  create().set('a', 'kept')
  const off = create({ isDisabled: () => true })
  off.set('a', 'late')
  off.remove('a')
  expect(create().get('a', text)).toBe('kept')
})

test('C6: changes of another tab are reported until the watch ends', () => {
  const storage = create()
  const told = vi.fn()
  const stop = storage.watch('a', told)
  dispatchEvent(new StorageEvent('storage', { key: `${prefix}b` }))
  expect(told).not.toHaveBeenCalled()
  dispatchEvent(new StorageEvent('storage', { key: `${prefix}a` }))
  dispatchEvent(new StorageEvent('storage', { key: null }))
  expect(told).toHaveBeenCalledTimes(2)
  stop()
  dispatchEvent(new StorageEvent('storage', { key: null }))
  expect(told).toHaveBeenCalledTimes(2)
})
