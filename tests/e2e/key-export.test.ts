import { bytesToHex, type Hex, hexToBytes } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, it } from 'vitest'
import {
  advanceClock,
  codeFor,
  frameOrigin,
  logIn,
  newEmail,
  press,
  pressOn,
  serveEmailSite,
  wallet,
} from './support/email-site.js'
import { dialog, row } from './support/modal.js'
import { createStage } from './support/stage.js'

const stage = createStage({ serve: serveEmailSite })

/** Code of the newest mail to an address. */
async function newestCode(email: string): Promise<string> {
  const reply = await fetch(`${stage.sandboxUrl}/sandbox/inbox?to=${encodeURIComponent(email)}`)
  const { mails } = (await reply.json()) as { readonly mails: readonly { readonly subject: string }[] }
  return mails[0]?.subject.slice(0, 6) ?? ''
}

/** The key in the forms in which it could leak: hex, base64, and a list of bytes. */
const formsOf = (key: Hex): readonly string[] => {
  const bytes = hexToBytes(key)
  const base64 = Buffer.from(bytes).toString('base64')
  return [key.slice(2), key.slice(2).toUpperCase(), base64, base64.replace(/=+$/, ''), [...bytes].join(',')]
}

it('F8: the frame shows the key after a separate email code, and the page never gets the key', async () => {
  const { page } = await stage.open({ wallets: [], query: '' })
  const email = newEmail()
  const { address } = await logIn(page, email)
  await advanceClock(stage.sandboxUrl, 31_000)
  // records all messages that the page can read, including messages on its ports
  await page.evaluate(() => {
    const pageMessages: string[] = []
    Reflect.set(window, 'pageMessages', pageMessages)
    addEventListener('message', ({ data }) => pageMessages.push(JSON.stringify(data)))
    const add = MessagePort.prototype.postMessage
    MessagePort.prototype.postMessage = function (...given: unknown[]) {
      pageMessages.push(JSON.stringify(given[0]))
      return Reflect.apply(add, this, given)
    }
  })
  const consoleTexts: string[] = []
  page.on('console', (message) => consoleTexts.push(message.text()))
  const requests: string[] = []
  page.on('request', (request) => requests.push(`${request.url()} ${request.postData() ?? ''}`))

  await page.click('#open')
  await row(page, 'Export Key').click()
  await wallet(page).getByText('Whoever has this key can take everything').waitFor()
  expect(await dialog(page).getByRole('heading', { name: 'Export Key' }).count()).toBe(1)
  await press(page, 'Send code')
  const field = wallet(page).getByLabel('Code of six digits')
  await field.waitFor()
  const code = await codeFor(page, email)
  await field.fill(code === '000000' ? '000001' : '000000')
  await press(page, 'Continue')
  await wallet(page).getByText('The code is wrong.').waitFor()
  await field.fill(code)
  await press(page, 'Continue')
  const box = wallet(page).locator('code')
  await box.waitFor()
  expect(await box.textContent()).toMatch(/^•+$/)
  await press(page, 'Show key')
  const key = (await box.textContent()) as Hex
  expect(privateKeyToAccount(key).address).toBe(address)
  expect(key).toBe(bytesToHex(hexToBytes(key)))
  await press(page, 'Hide key')
  expect(await box.textContent()).toMatch(/^•+$/)

  await press(page, 'Show key')
  await page.evaluate(() => {
    const frame = document.querySelector('[data-wallet-modal]')?.shadowRoot?.querySelector('iframe')
    frame?.style.setProperty('opacity', '0.5', 'important')
  })
  await expect.poll(() => box.textContent()).toMatch(/^•+$/)
  await page.evaluate(() => {
    const frame = document.querySelector('[data-wallet-modal]')?.shadowRoot?.querySelector('iframe')
    frame?.style.removeProperty('opacity')
  })
  await press(page, 'Close')
  await row(page, 'Export Key').waitFor()
  expect(await wallet(page).locator('code').count()).toBe(0)

  const pageContents = await page.evaluate(() =>
    JSON.stringify([
      ...[Reflect.get(window, 'pageMessages'), { ...localStorage }, { ...sessionStorage }, document.body.innerHTML],
      document.querySelector('[data-wallet-modal]')?.shadowRoot?.innerHTML, // the modal's own DOM, which the body's HTML leaves out
    ]),
  )
  const frame = page.frames().find((one) => one.url().includes('/sdk'))
  const frameContents = await frame?.evaluate(async () => {
    const read = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const database = await read(indexedDB.open('wallet-modal-accounts'))
    const records = await read(database.transaction('sealed').objectStore('sealed').getAll())
    const bytes = records.map((one) => (one instanceof Uint8Array ? [...one].join(',') : ''))
    return JSON.stringify([bytes, { ...localStorage }, document.documentElement.outerHTML])
  })
  for (const form of formsOf(key)) {
    expect(pageContents).not.toContain(form)
    expect(frameContents).not.toContain(form)
    expect(consoleTexts.join()).not.toContain(form)
    expect(requests.join()).not.toContain(form)
  }
})

it('F6: a second code within seconds is refused, and closing the export leaves the frame empty', async () => {
  const { page } = await stage.open({ wallets: [], query: '' })
  const email = newEmail()
  await logIn(page, email)
  const login = await codeFor(page, email)
  await page.click('#open')
  await row(page, 'Export Key').click()
  await pressOn(page, 'Send code')
  await wallet(page)
    .getByText(/Please try again after \d+ seconds/)
    .waitFor()
  expect(await codeFor(page, email)).toBe(login)
  await press(page, 'Cancel')
  await row(page, 'Export Key').click()
  await wallet(page).getByText('Whoever has this key').waitFor()
  await row(page, 'Close').click()
  await dialog(page).waitFor({ state: 'hidden' })
  await expect.poll(() => wallet(page).locator('main').count()).toBe(0)
})

it('F8: over HTTP, an export code works only with the session and device that requested it', async () => {
  const { page } = await stage.open({ wallets: [], query: '' })
  const [email, site] = [newEmail(), frameOrigin(stage.sandboxUrl)]
  await page.goto(`${site}/dashboard`)
  const post = (path: string, body: object, session = '', method = 'POST') =>
    page.evaluate(
      async ({ path, body, session, method }) => {
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${session}` }
        const reply = await fetch(`/accounts/${path}`, { method, headers, body: JSON.stringify(body) })
        return { status: reply.status, body: (await reply.json()) as Readonly<Record<string, string>> }
      },
      { path, body, session, method },
    )
  const device = 'a1'.repeat(32)
  const logInBy = async (secret: string): Promise<string> => {
    const { request } = (await post('email/code', { email, site, device: secret })).body
    const { session } = (await post('email/verify', { request, code: await newestCode(email) })).body
    await advanceClock(stage.sandboxUrl, 31_000)
    return String(session)
  }
  const [own, other] = [await logInBy(device), await logInBy('b2'.repeat(32))]
  const share = 'ab'.repeat(33)
  const key = { address: `0x${'5a'.repeat(20)}`, share, recovery: 'cd'.repeat(61) }
  expect((await post('key', key, own, 'PUT')).status).toBe(200)
  const { request } = (await post('key/export/code', { device }, own)).body
  const code = await newestCode(email)
  const stolen = [
    await post('key/export', { request, code, device }, other),
    await post('key/export', { request, code, device: 'b2'.repeat(32) }, other),
    await post('key/export', { request, code, device: 'b2'.repeat(32) }, own),
    await post('key/export', { request, code }, own),
    await post('key/export', { request, code, device }),
  ]
  expect(stolen.map(({ status }) => status)).toEqual([400, 400, 400, 400, 401])
  expect(JSON.stringify(stolen)).not.toContain(share)
  expect((await post('key/export', { request, code, device }, own)).body).toMatchObject({ share })
})
