import type { APIResponse, Page, Route } from 'playwright-core'
import { expect, it } from 'vitest'
import {
  addressOn,
  advanceClock,
  askForCode,
  codeFor,
  logIn,
  newEmail,
  otpField,
  saveRecovery,
  serveEmailSite,
  wallet,
} from './support/email-site.js'
import { dialog } from './support/modal.js'
import { createStage } from './support/stage.js'

const stage = createStage({ serve: serveEmailSite })

const noSecondWallet = /No other wallet was created/

/** Addresses of the keys that the frame asks the gateway to store. */
function watchNewKeys(page: Page): readonly string[] {
  const addresses: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'PUT' || !request.url().endsWith('/accounts/key')) return
    addresses.push(request.postDataJSON().address)
  })
  return addresses
}

/** Requests and enters a code, for a visitor who has logged in before in this browser. */
async function enterCode(page: Page, email: string): Promise<void> {
  await advanceClock(stage.sandboxUrl, 31_000)
  await askForCode(page, email)
  await otpField(page).fill(await codeFor(page, email))
}

async function logInAgain(page: Page, email: string): Promise<string> {
  await enterCode(page, email)
  await dialog(page).waitFor({ state: 'hidden' })
  return addressOn(page)
}

const disconnect = (page: Page): Promise<void> => page.evaluate(() => Reflect.get(window, 'modal').disconnect())

/** Fetches the gateway's answer by IP address: Node does not resolve the frame's host. */
function fetchAnswer(route: Route): Promise<APIResponse> {
  const { host, port } = new URL(route.request().url())
  const url = route.request().url().replace(host, `127.0.0.1:${port}`)
  return route.fetch({ url, headers: { ...route.request().headers(), host } })
}

/** Replaces fields in the gateway's description of the account. As of a gateway that keeps its accounts, unlike the sandbox. */
async function answerWith(page: Page, fields: Record<string, unknown>): Promise<void> {
  await page.route('**/accounts/me', async (route) => {
    const response = await fetchAnswer(route)
    await route.fulfill({ response, json: { ...(await response.json()), hasTemporaryStore: false, ...fields } })
  })
}

it('a returning visitor gets no second wallet if the gateway replies that there is no wallet or names another one', async () => {
  const { page } = await stage.open({ wallets: [] })
  const email = newEmail()
  const { address } = await logIn(page, email)
  const newKeys = watchNewKeys(page)
  const falseAnswers = {
    'the wallet is denied': { wallet: null },
    'the gateway lost its data and names another account': { wallet: null, accountId: 'ab'.repeat(32) },
    'another wallet is named': { wallet: { address: `0x${'ab'.repeat(20)}` } },
  }
  for (const fields of Object.values(falseAnswers)) {
    await disconnect(page)
    await answerWith(page, fields)
    await enterCode(page, email)
    await dialog(page).getByText(noSecondWallet).waitFor()
    expect(await wallet(page).locator('code').count()).toBe(0)
    await page.unrouteAll()
    await page.reload()
  }
  expect(newKeys).toEqual([])
  expect(await logInAgain(page, email)).toBe(address)
})

it('a session has no account while the gateway replies that there is no wallet, and has the account again afterwards', async () => {
  const { page } = await stage.open({ wallets: [] })
  const { address } = await logIn(page, newEmail())
  const newKeys = watchNewKeys(page)
  await answerWith(page, { wallet: null })
  const denied = page.waitForResponse('**/accounts/me')
  await page.reload()
  await denied
  const error = await page.evaluate(async () => {
    const embedded = await Reflect.get(window, 'modal').use(Reflect.get(window, 'emailSocial')).wallet()
    return embedded.loadUser().catch(String)
  })
  expect(error).toMatch(noSecondWallet)
  await page.unrouteAll()
  await page.reload()
  expect(await addressOn(page)).toBe(address)
  expect(newKeys).toEqual([])
})

it('if the reply to storing a wallet’s key was lost, the next login uses that wallet, and no later login replaces it', async () => {
  const { page } = await stage.open({ wallets: [] })
  const newKeys = watchNewKeys(page)
  const email = newEmail()
  await page.route('**/accounts/key', async (route) => {
    await fetchAnswer(route)
    await route.abort()
  })
  await askForCode(page, email)
  await otpField(page).fill(await codeFor(page, email))
  await saveRecovery(page)
  await expect.poll(() => newKeys.length).toBe(1)
  await page.unrouteAll({ behavior: 'wait' })
  await page.reload()
  const address = await logInAgain(page, email)
  expect(address).toBe(newKeys[0])
  await disconnect(page)
  await answerWith(page, { wallet: null })
  await enterCode(page, email)
  await dialog(page).getByText(noSecondWallet).waitFor()
  expect(newKeys).toHaveLength(1)
})
