import type { Page, Route } from 'playwright-core'
import { expect, it } from 'vitest'
import {
  askForCode,
  codeFor,
  frameOrigin,
  logIn,
  newEmail,
  otpField,
  saveRecovery,
  serveEmailSite,
} from './support/email-site.js'
import { dialog, row } from './support/modal.js'
import { createStage } from './support/stage.js'

const stage = createStage({ serve: serveEmailSite })

async function submit(page: Page, email: string): Promise<void> {
  await dialog(page).getByPlaceholder('Enter your email').fill(email)
  await row(page, 'Continue').click()
}

it('F9: a frame that does not load is reported after 20 s, and the next attempt loads it again', async () => {
  const { page } = await stage.open({ wallets: [] })
  await page.clock.install()
  await page.route('**/sdk?**', (route) => route.abort())
  await page.click('#open')
  const asked = page.waitForRequest('**/sdk?**')
  const email = newEmail()
  await submit(page, email)
  await asked
  await page.clock.runFor(21_000)
  await dialog(page).getByText('Unable to load email login dependency').waitFor()
  await page.unrouteAll()
  await row(page, 'Continue').click()
  await otpField(page).waitFor()
})

it('F9: a request without an answer fails after 30 s, and a late answer does not affect the next login', async () => {
  const { page } = await stage.open({ wallets: [] })
  await page.clock.install()
  let unansweredRoute: Route | undefined
  await page.route('**/accounts/email/code', async (route) => {
    if (unansweredRoute) return route.continue()
    unansweredRoute = route
  })
  await page.click('#open')
  const email = newEmail()
  await submit(page, email)
  await expect.poll(() => unansweredRoute !== undefined).toBe(true)
  await page.clock.runFor(31_000)
  await dialog(page).getByText('Request was aborted').waitFor()
  await row(page, 'Continue').click()
  await otpField(page).waitFor()
  await unansweredRoute?.fulfill({ json: { request: 'ab'.repeat(32), retryInSeconds: 30 } })
  await otpField(page).fill(await codeFor(page, email))
  await saveRecovery(page)
  await dialog(page).waitFor({ state: 'hidden' })
})

it('F6: a reload resumes a login in the same browser and for the same email address only', async () => {
  const { page } = await stage.open({ wallets: [] })
  const email = newEmail()
  await askForCode(page, email)
  const code = await codeFor(page, email)
  await page.reload()
  await askForCode(page, email.toUpperCase())
  expect(await codeFor(page, email)).toBe(code) // no other mail was sent
  await row(page, 'Back').click()
  await submit(page, newEmail())
  await otpField(page).waitFor()
  await otpField(page).fill(code)
  await dialog(page).getByText('The code is wrong').waitFor()
  const { page: other } = await stage.open({ wallets: [] })
  await other.click('#open')
  await submit(other, email)
  await dialog(other)
    .getByText(/try again after/)
    .waitFor()
})

it('F6: the code of a mail logs in after a reload, once', async () => {
  const { page } = await stage.open({ wallets: [] })
  const email = newEmail()
  await askForCode(page, email)
  await page.reload()
  await askForCode(page, email)
  await otpField(page).fill(await codeFor(page, email))
  await saveRecovery(page)
  await dialog(page).waitFor({ state: 'hidden' })
  await page.evaluate(() => Reflect.get(window, 'modal').disconnect())
  await page.click('#open')
  await submit(page, email)
  await dialog(page)
    .getByText(/try again after/)
    .waitFor()
})

it('F9: disconnecting ends the session on the server and leaves no email or address in the page’s storage', async () => {
  const { page } = await stage.open({ wallets: [] })
  const email = newEmail()
  const described = page.waitForRequest('**/accounts/me')
  const { address } = await logIn(page, email)
  const { authorization = '' } = (await described).headers()
  expect(authorization).toMatch(/^Bearer [\da-f]{64}$/)
  await page.evaluate(() => Reflect.get(window, 'modal').disconnect())
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
  )
  for (const trace of [email, address.slice(2).toLowerCase()]) expect(stored.toLowerCase()).not.toContain(trace)
  const frame = page.frames().find((one) => one.url().startsWith(frameOrigin(stage.sandboxUrl)))
  const records = await frame?.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const database = await settled(indexedDB.open('wallet-modal-accounts'))
    return (await settled(database.transaction('sealed').objectStore('sealed').getAllKeys())).map(String)
  })
  expect(records?.filter((name) => name.startsWith('session'))).toEqual([])
  const answer = await frame?.evaluate(
    async (authorization) => (await fetch('/accounts/me', { headers: { authorization } })).status,
    authorization,
  )
  expect(answer).toBe(401)
})
