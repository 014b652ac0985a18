import { base58 } from '@scure/base'
import type { Frame, Page } from 'playwright-core'
import { combine } from 'shamir-secret-sharing'
import type { Address } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { expect } from 'vitest'
import { frameOrigin } from './email-site.js'

const encodingsOf = (secret: Uint8Array): Readonly<Record<string, string>> => {
  const bytes = Buffer.from(secret)
  return {
    hex: bytes.toString('hex'),
    base64: bytes.toString('base64').replace(/=+$/, ''),
    base64url: bytes.toString('base64url'),
    base58: base58.encode(bytes),
    decimal: [...bytes].join(','),
  }
}

/**
 * Contents of `localStorage`, `sessionStorage`, the cookies and IndexedDB of a document's origin, as text. Bytes are in hex, base64 and decimal
 * numbers.
 */
const dump = (frame: Frame | Page): Promise<string> =>
  frame.evaluate(async () => {
    const wait = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const write = (value: unknown): string => {
      if (!(value instanceof Uint8Array))
        return value instanceof CryptoKey ? `extractable:${value.extractable}` : JSON.stringify(value)
      const hex = Array.from(value, (byte) => byte.toString(16).padStart(2, '0')).join('')
      return `${hex} ${btoa(String.fromCharCode(...value))} ${[...value].join(',')}`
    }
    const parts = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }), document.cookie]
    for (const { name } of await indexedDB.databases()) {
      const database = await wait(indexedDB.open(name ?? ''))
      for (const store of database.objectStoreNames)
        for (const value of await wait(database.transaction(store).objectStore(store).getAll()))
          parts.push(write(value))
      database.close()
    }
    return parts.join('\n')
  })
/** The device's share of the key (bytes) and the server's (hex). They are read inside the frame, because other origins cannot read them. */
const sharesIn = (frame: Frame): Promise<readonly [device: number[], server: string]> =>
  frame.evaluate(async () => {
    const wait = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const store = (await wait(indexedDB.open('wallet-modal-accounts'))).transaction('sealed').objectStore('sealed')
    const [names, key] = [await wait(store.getAllKeys()), await wait(store.get('wrapping-key'))]
    const open = async (name: string): Promise<Uint8Array> => {
      const again = (await wait(indexedDB.open('wallet-modal-accounts'))).transaction('sealed').objectStore('sealed')
      const record: Uint8Array = await wait(again.get(name))
      const parameters = { name: 'AES-GCM', iv: record.slice(0, 12), additionalData: new TextEncoder().encode(name) }
      return new Uint8Array(
        await crypto.subtle.decrypt(parameters as AesGcmParams, key, new Uint8Array(record.slice(12))),
      )
    }
    const nameOf = (kind: string): string => names.map(String).find((name) => name.startsWith(`${kind}:`)) ?? ''
    const session = new TextDecoder().decode(await open(nameOf('session')))
    const share = nameOf('share')
    const answer = await fetch('/accounts/key', { headers: { authorization: `Bearer ${session}` } })
    return [[...(await open(share))], (await answer.json()).share] as const
  })

/** Records the requests and logs of a page. */
export function watchKey(page: Page, sandboxUrl: string) {
  const seen: string[] = []
  page.on('console', (message) => seen.push(message.text()))
  page.on('request', (request) => seen.push(request.url(), request.postData() ?? ''))
  return {
    /**
     * Asserts that neither the recorded texts nor the storage of the page and its frame contain the account's key or the device's share, in any of
     * five encodings, or the text of one of the `secrets`.
     */
    async expectNoLeak(address: Address, secrets: Readonly<Record<string, string>> = {}): Promise<void> {
      const frame = page.frames().find((one) => one.url().startsWith(`${frameOrigin(sandboxUrl)}/sdk`))
      if (!frame) throw new Error('There is no frame.')
      const kept = `${await dump(page)}\n${await dump(frame)}\n${seen.join('\n')}`
      const [device, server] = await sharesIn(frame)
      const key = await combine([Uint8Array.from(device), Uint8Array.from(Buffer.from(server, 'hex'))])
      expect(privateKeyToAddress(`0x${Buffer.from(key).toString('hex')}`)).toBe(address) // the combined key belongs to the account
      expect(kept).toContain('extractable:false')
      expect(kept).not.toContain('extractable:true')
      for (const [name, text] of Object.entries({ ...encodingsOf(key), ...secrets }))
        expect(kept.toLowerCase().includes(text.toLowerCase()), name).toBe(false)
      for (const [encoding, text] of Object.entries(encodingsOf(Uint8Array.from(device))))
        expect(kept.includes(text), `device share in ${encoding}`).toBe(false)
    },
  }
}
