import { bytesToHex } from '@noble/hashes/utils.js'
import { withLock } from '../web-lock.js'

/**
 * Name of the IndexedDB database with this browser's secrets, such as the session and the device shares of the accounts' keys. Each record is
 * encrypted with an AES key that WebCrypto does not export. Browsers partition the database by embedding site.
 */
const NAME = 'wallet-modal-accounts'
const STORE = 'sealed'
const WRAPPING_KEY = 'wrapping-key'

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** The browser has aborted a transaction, or denies storage to the frame, for example because third-party storage is blocked. */
export class StorageError extends Error {
  override readonly name = 'StorageError'
}

async function open(): Promise<IDBDatabase> {
  try {
    const request = indexedDB.open(NAME, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE)
    return await resultOf(request)
  } catch (error) {
    throw new StorageError('The browser denies storage to this frame.', { cause: error })
  }
}

let connection: Promise<IDBDatabase> | undefined
function database(): Promise<IDBDatabase> {
  if (connection) return connection
  const reset = (): void => {
    connection = undefined
  }
  connection = open()
  connection.then((opened) => {
    opened.onclose = reset // the browser has closed the connection, for example while the page was in the background
  }, reset) // the visitor may allow storage before the next call
  return connection
}

/**
 * Runs a request in its own transaction. Resolves when the transaction is complete: the browser can still abort a transaction whose request has
 * succeeded, for example because the disk is full.
 */
async function run<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const transaction = (await database()).transaction(STORE, mode)
  const request = act(transaction.objectStore(STORE))
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result)
    transaction.onabort = () => reject(transaction.error ?? new StorageError('The browser aborted the transaction.'))
  })
}

/** AES key that encrypts the records. Created on the first call. */
async function wrappingKey(): Promise<CryptoKey> {
  const existing: unknown = await run('readonly', (store) => store.get(WRAPPING_KEY))
  if (existing instanceof CryptoKey) return existing
  if (existing !== undefined) await deleteRecord(WRAPPING_KEY) // the wrapping key is damaged: records encrypted with it are lost
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  // `add` fails if another tab has stored a key meanwhile: that key is read below
  await run('readwrite', (store) => store.add(key, WRAPPING_KEY)).catch(() => undefined)
  const stored: unknown = await run('readonly', (store) => store.get(WRAPPING_KEY))
  if (stored instanceof CryptoKey) return stored
  throw new StorageError('The browser denies storage to this frame.')
}

/** Length of an AES-GCM nonce, in bytes. */
const IV_BYTES = 12

/** Encrypts `value`, bound to `name`, and stores it under `name`. */
export async function storeRecord(name: string, value: Uint8Array<ArrayBuffer>): Promise<void> {
  const nonce = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const additionalData = new TextEncoder().encode(name)
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce, additionalData }, await wrappingKey(), value)
  const record = new Uint8Array(IV_BYTES + sealed.byteLength)
  record.set(nonce)
  record.set(new Uint8Array(sealed), IV_BYTES)
  await run('readwrite', (store) => store.put(record, name))
}

/** Decrypts the value stored under `name`. `undefined` if there is none, or if this browser's wrapping key cannot decrypt it. */
export async function readRecord(name: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const record: unknown = await run('readonly', (store) => store.get(name))
  if (!(record instanceof Uint8Array)) return undefined
  const key = await wrappingKey()
  const additionalData = new TextEncoder().encode(name)
  const parameters = { name: 'AES-GCM', iv: new Uint8Array(record.slice(0, IV_BYTES)), additionalData }
  try {
    return new Uint8Array(await crypto.subtle.decrypt(parameters, key, new Uint8Array(record.slice(IV_BYTES))))
  } catch {
    return undefined // damaged, or encrypted with a wrapping key that no longer exists
  }
}

export async function recordNames(prefix: string): Promise<readonly string[]> {
  const names = await run('readonly', (store) => store.getAllKeys())
  return names.filter((name) => typeof name === 'string' && name.startsWith(prefix)).map(String)
}

export const deleteRecord = (name: string): Promise<undefined> => run('readwrite', (store) => store.delete(name))

/**
 * Asks the browser not to delete the records when storage runs low. Browsers may refuse, and Safari can still delete them when the visitor has not
 * used the site for seven days.
 */
export async function keepRecords(): Promise<void> {
  await navigator.storage?.persist?.().catch(() => undefined) // without permission, the records stay deletable
}

const DEVICE = 'device'

/**
 * Secret by which the gateway recognizes this browser: 32 bytes in hex. Created on the first call, with a lock. Without the lock, two tabs could
 * register different secrets at the gateway, but the browser keeps only one.
 */
export async function deviceSecret(): Promise<string> {
  const stored = await readRecord(DEVICE)
  if (stored) return bytesToHex(stored)
  return withLock(`${NAME}:${DEVICE}`, async () => {
    const storedMeanwhile = await readRecord(DEVICE)
    if (storedMeanwhile) return bytesToHex(storedMeanwhile)
    const secret = crypto.getRandomValues(new Uint8Array(32))
    await storeRecord(DEVICE, secret)
    return bytesToHex(secret)
  })
}
