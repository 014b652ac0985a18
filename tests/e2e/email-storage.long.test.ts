import type { Frame, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import {
  addressOn,
  advanceClock,
  askForCode,
  codeFor,
  frameOrigin,
  logIn,
  newEmail,
  otpField,
  press,
  requestOf,
  serveEmailSite,
  wallet,
} from './support/email-site.js'
import { dialog } from './support/modal.js'
import { createStage } from './support/stage.js'

const stage = createStage({ serve: serveEmailSite })
const origin = (): string => frameOrigin(stage.sandboxUrl)

async function frameOf(page: Page): Promise<Frame> {
  const find = (): Frame | undefined => page.frames().find((one) => one.url().startsWith(origin()))
  await expect.poll(() => find() !== undefined, { timeout: 10_000 }).toBe(true)
  return find() ?? expect.fail('There is no frame.')
}

/** Ways in which a record of the browser's storage can be damaged. */
const damages = ['missing', 'truncated', 'text', 'an older shape', 'five megabytes', 'other bytes'] as const
type Damage = (typeof damages)[number]

interface Change {
  readonly name: string
  readonly damage: Damage | 'none'
}

/** Replaces one record of the frame's storage. The first call copies all records; each later call first restores this copy. Runs in the frame. */
async function damageRecord({ name, damage }: Change): Promise<readonly string[]> {
  const settled = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const open = async (database: string): Promise<IDBDatabase> => {
    const request = indexedDB.open(database, 1)
    request.onupgradeneeded = () => request.result.createObjectStore('sealed')
    return settled(request)
  }
  const copyAll = async (from: string, to: string): Promise<readonly string[]> => {
    const [source, target] = [await open(from), await open(to)]
    const store = source.transaction('sealed').objectStore('sealed')
    const [keys, values] = await Promise.all([settled(store.getAllKeys()), settled(store.getAll())])
    const written = target.transaction('sealed', 'readwrite').objectStore('sealed')
    await settled(written.clear())
    for (const [at, key] of keys.entries()) await settled(written.put(values[at], key))
    source.close()
    target.close()
    return keys.map(String)
  }
  const [original, copy] = ['wallet-modal-accounts', 'copy-of-the-test']
  const isCopied = (await indexedDB.databases()).some((one) => one.name === copy)
  const names = isCopied ? await copyAll(copy, original) : await copyAll(original, copy)
  if (damage === 'none') return names
  const database = await open(original)
  const store = () => database.transaction('sealed', 'readwrite').objectStore('sealed')
  const before: unknown = await settled(store().get(name))
  const bytes = before instanceof Uint8Array ? before : new Uint8Array(32)
  const values: Readonly<Record<string, unknown>> = {
    truncated: bytes.slice(0, 5),
    text: '"><img src=x onerror=alert(1)> ﷽ 田中',
    'an older shape': { v: 0, data: [1, { __proto__: null }] },
    'five megabytes': new Uint8Array(5_000_000),
    'other bytes': bytes.map((byte) => byte ^ 255),
  }
  if (damage === 'missing') await settled(store().delete(name))
  else await settled(store().put(values[damage], name))
  database.close()
  return names
}

/** Reply of a newly loaded frame to IS_CONNECTED, or `no answer` after five seconds. The page embeds the frame as the modal does. */
const askNewFrame = (page: Page): Promise<unknown> =>
  page.evaluate(async (origin) => {
    const frame = document.createElement('iframe')
    frame.src = `${origin}/sdk?version=4`
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
    document.body.append(frame)
    await loaded
    const { port1, port2 } = new MessageChannel()
    const answer = new Promise((resolve) => {
      port1.onmessage = ({ data }) => data.id === 'ask' && resolve(data)
      setTimeout(() => resolve('no answer'), 5_000)
    })
    frame.contentWindow?.postMessage({ type: '@w3m-app/HELLO' }, origin, [port2])
    port1.postMessage({ type: '@w3m-app/IS_CONNECTED', id: 'ask' })
    const given = await answer
    frame.remove()
    return given
  }, origin())

const connected = (isConnected: boolean) => ({
  ...{ type: '@w3m-frame/IS_CONNECTED_SUCCESS', id: 'ask' },
  payload: { isConnected },
})

it('J1: the frame answers if any record is damaged, in each of six ways; only damaged session, key and share records log the visitor out', async () => {
  const { page } = await stage.open({ wallets: [] })
  const { address } = await logIn(page, newEmail())
  const frame = await frameOf(page)
  const names = await frame.evaluate(damageRecord, { name: '', damage: 'none' } satisfies Change)
  expect(names.length).toBeGreaterThan(4)
  for (const name of names)
    for (const damage of damages) {
      await frame.evaluate(damageRecord, { name, damage } satisfies Change)
      const isNeeded = /^(session:|wrapping-key$|share:)/.test(name)
      expect.soft([name, damage, await askNewFrame(page)]).toEqual([name, damage, connected(!isNeeded)])
    }
  await frame.evaluate(damageRecord, { name: '', damage: 'none' } satisfies Change)
  await page.reload()
  expect(await addressOn(page)).toBe(address)
})

it('J1: the recovery code restores the account if the wrapping key in the frame’s storage is damaged', async () => {
  const { page } = await stage.open({ wallets: [] })
  const email = newEmail()
  const { address, recovery } = await logIn(page, email)
  const frame = await frameOf(page)
  await frame.evaluate(damageRecord, { name: '', damage: 'none' } satisfies Change)
  await frame.evaluate(damageRecord, { name: 'wrapping-key', damage: 'text' } satisfies Change)
  await advanceClock(stage.sandboxUrl, 31_000)
  await page.reload()
  await askForCode(page, email)
  await otpField(page).fill(await codeFor(page, email))
  await wallet(page).getByLabel('Recovery code').fill(recovery)
  await press(page, 'Continue')
  await dialog(page).waitFor({ state: 'hidden' })
  expect(await addressOn(page)).toBe(address)
  const signature = requestOf(page, 'personal_sign', ['0x48656c6c6f', address])
  await press(page, 'Approve')
  expect(await signature).toMatch(/^0x[\da-f]{130}$/)
})

it('J1: the modal opens with any damaged localStorage entry, keeps the other entries, and reconnects once the entry is restored', async () => {
  const { page } = await stage.open({ wallets: [] })
  const { address } = await logIn(page, newEmail())
  const storedEntries = await page.evaluate(() => Object.entries({ ...localStorage }))
  expect(storedEntries.length).toBeGreaterThan(0)
  for (const [key, value] of storedEntries)
    for (const damaged of [value.slice(0, -3), '{"v":1,"data":[{}]}', '7', '"><img src=x>', 'x'.repeat(1_000_000)]) {
      await page.evaluate(
        ([key, damaged, storedEntries]) => {
          localStorage.clear()
          for (const [name, value] of storedEntries) localStorage.setItem(name, value)
          localStorage.setItem(key, damaged)
        },
        [key, damaged, storedEntries] as const,
      )
      await page.reload()
      await page.click('#open')
      await dialog(page).waitFor()
      const others = await page.evaluate((key) => Object.keys(localStorage).filter((one) => one !== key), key)
      expect(others).toEqual(expect.arrayContaining(storedEntries.map(([name]) => name).filter((name) => name !== key)))
    }
  await page.evaluate((storedEntries) => {
    for (const [name, value] of storedEntries) localStorage.setItem(name, value)
  }, storedEntries)
  await page.reload()
  expect(await addressOn(page)).toBe(address)
})
