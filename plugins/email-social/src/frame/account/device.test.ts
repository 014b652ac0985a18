import { afterEach, beforeEach, expect, it, vi } from 'vitest'

/**
 * Part of IndexedDB with one object store. `abortsWrites`: the requests of a write succeed, and the browser then aborts the transaction.
 * `hidesWrappingKey`: reading the wrapping key throws.
 */
function createFakeIndexedDb(state: { abortsWrites: boolean; hidesWrappingKey: boolean }) {
  const stored = new Map<string, unknown>()
  const requestOf = (result: unknown) => {
    const request: { result: unknown; onsuccess?: () => void } = { result }
    queueMicrotask(() => request.onsuccess?.())
    return request
  }
  const transaction = (_: string, mode: IDBTransactionMode) => {
    const changed = new Map(stored)
    const own: { error: DOMException | null; oncomplete?: () => void; onabort?: () => void } & object = {
      error: null,
      ...{
        objectStore: () => ({
          get(name: string) {
            if (state.hidesWrappingKey && name === 'wrapping-key')
              throw new DOMException('The connection is lost.', 'UnknownError')
            return requestOf(stored.get(name))
          },
          put: (value: unknown, name: string) => requestOf(void changed.set(name, value)),
          add: (value: unknown, name: string) => requestOf(void changed.set(name, value)),
          delete: (name: string) => requestOf(void changed.delete(name)),
        }),
      },
    }
    setTimeout(() => {
      if (mode === 'readwrite' && state.abortsWrites) {
        own.error = new DOMException('The disk is full.', 'QuotaExceededError')
        own.onabort?.()
        return
      }
      if (mode === 'readwrite') for (const [name, value] of changed) stored.set(name, value)
      own.oncomplete?.()
    })
    return own
  }
  return { open: () => requestOf({ transaction }) }
}

/** Web Locks of the browser. Runs the functions of all locks in turn. */
function createLocks() {
  let last: Promise<unknown> = Promise.resolve()
  return {
    request<T>(_: string, act: () => Promise<T>): Promise<T> {
      const result = last.then(act)
      last = result.catch(() => undefined)
      return result
    },
  }
}

const state = { abortsWrites: false, hidesWrappingKey: false }

beforeEach(() => {
  vi.resetModules()
  Object.assign(state, { abortsWrites: false, hidesWrappingKey: false })
  vi.stubGlobal('indexedDB', createFakeIndexedDb(state))
})
afterEach(() => {
  vi.resetModules()
  vi.unstubAllGlobals()
})

it('a record can be read after it was stored', async () => {
  const { storeRecord, readRecord } = await import('./device.js')
  await storeRecord('share', Uint8Array.of(1, 2, 3))
  expect(await readRecord('share')).toEqual(Uint8Array.of(1, 2, 3))
})

it('storing a record fails if the browser aborts the transaction after the request has succeeded', async () => {
  const { storeRecord, readRecord } = await import('./device.js')
  await storeRecord('other', Uint8Array.of(1))
  state.abortsWrites = true
  await expect(storeRecord('share', Uint8Array.of(1, 2, 3))).rejects.toThrow('The disk is full.')
  expect(await readRecord('share')).toBeUndefined()
})

it('two tabs that need the secret of this browser at the same time get the same secret', async () => {
  vi.stubGlobal('navigator', { locks: createLocks() })
  const first = await import('./device.js')
  await first.storeRecord('other', Uint8Array.of(1)) // the browser already has a wrapping key
  vi.resetModules()
  const second = await import('./device.js')
  const secrets = await Promise.all([first.deviceSecret(), second.deviceSecret()])
  expect(secrets[0]).toMatch(/^[\da-f]{64}$/)
  expect(secrets[1]).toBe(secrets[0])
  expect(await second.deviceSecret()).toBe(secrets[0])
})

it('the records can be read after the browser has closed the connection to the database', async () => {
  const database = createFakeIndexedDb(state)
  const connections: { transaction?: unknown; onclose?: () => void }[] = []
  const open = () => {
    const request = database.open()
    connections.push(request.result as object)
    return request
  }
  vi.stubGlobal('indexedDB', { open })
  const { storeRecord, readRecord } = await import('./device.js')
  await storeRecord('share', Uint8Array.of(1))
  Object.assign(connections[0] ?? {}, {
    transaction() {
      throw new DOMException('The connection is closed.', 'InvalidStateError')
    },
  })
  connections[0]?.onclose?.()
  expect(await readRecord('share')).toEqual(Uint8Array.of(1))
  expect(connections).toHaveLength(2)
})

it('a record that cannot be decrypted, because the browser does not return the wrapping key, is not reported as missing', async () => {
  const { storeRecord, readRecord, deviceSecret } = await import('./device.js')
  vi.stubGlobal('navigator', { locks: createLocks() })
  const secret = await deviceSecret()
  await storeRecord('share', Uint8Array.of(1))
  state.hidesWrappingKey = true
  await expect(readRecord('share')).rejects.toThrow('The connection is lost.')
  await expect(deviceSecret()).rejects.toThrow('The connection is lost.')
  state.hidesWrappingKey = false
  expect(await readRecord('share')).toEqual(Uint8Array.of(1))
  expect(await deviceSecret()).toBe(secret)
})
