import type { Page } from 'playwright-core'
import { parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, it } from 'vitest'
import { addressOn, codeFor, linkFor, newEmail, otpField, saveRecovery, serveEmailSite } from './support/email-site.js'
import { dialog, row } from './support/modal.js'
import { fundedKey, openConnected, openSend, review, sendButton } from './support/send-page.js'
import { createStage } from './support/stage.js'

const serve = (sandboxUrl: string, frame?: string) =>
  serveEmailSite(sandboxUrl, {
    ...(frame !== undefined && { frame }),
    socials: ['google', 'github'],
    imports: `
      import { analytics } from '@wallet-modal/analytics'
      import { history } from '@wallet-modal/history'
      import { names } from '@wallet-modal/names'`,
    plugins: 'analytics(), history(), names()',
  })
/** A site with features that report events to the sandbox. */
const stage = createStage({ serve: (sandboxUrl) => serve(sandboxUrl) })
/** The same site, where an email login first requires the registration of the device. */
const registering = createStage({
  serve: (sandboxUrl) => serve(sandboxUrl, `http://links.frame.localhost:${new URL(sandboxUrl).port}`),
})

interface Item {
  readonly props: { readonly event: string; readonly properties: Record<string, unknown> }
}

async function reported(): Promise<readonly Item['props'][]> {
  const reply = await fetch(`${stage.sandboxUrl}/sandbox/analytics`)
  const { items }: { readonly items: readonly Item[] } = await reply.json()
  return items.map(({ props }) => props)
}
/** Names of the events from index `from` on, once `last` is among them. */
async function eventsUntil(last: string, from = 0): Promise<readonly string[]> {
  const read = async () => (await reported()).slice(from).map(({ event }) => event)
  await expect.poll(read, { timeout: 20_000 }).toContain(last)
  return read()
}
const propertiesOf = async (event: string): Promise<unknown> =>
  (await reported()).findLast((one) => one.event === event)?.properties

const back = (page: Page) => row(page, 'Back').click()

it('analytics reports the events of the network list, a name registration and a transfer in order', async () => {
  const { key, address } = await fundedKey(stage.sandboxUrl, parseEther('5'))
  const start = (await reported()).length
  const { page, zephyr } = await openConnected(stage, { plan: { keys: [key] } })
  await page.click('#open')
  await row(page, /Choose Network/).click()
  await row(page, 'What is a Network?').click()
  await dialog(page).getByText('Fees in its own coin').waitFor()
  await back(page)
  await back(page)
  await row(page, 'Name').click()
  await row(page, 'Choose name').click()
  const name = `kim-${Date.now()}`
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill(name)
  await row(page, 'Register name').click()
  await dialog(page).getByRole('heading', { name: 'Name Registered' }).waitFor()
  await page.keyboard.press('Escape')
  await openSend(page)
  await review(page, { amount: '1', to: privateKeyToAddress(generatePrivateKey()) })
  zephyr.reject()
  await sendButton(page).click()
  await dialog(page).getByText('Signature declined').waitFor()
  zephyr.approve()
  await sendButton(page).click()
  await dialog(page).getByText('Transaction started').waitFor()
  const events = await eventsUntil('SEND_SUCCESS', start)
  expect(events.filter((event) => !event.startsWith('MODAL_'))).toEqual([
    ...['INITIALIZE', 'SELECT_WALLET', 'CONNECT_SUCCESS', 'CLICK_NETWORKS', 'CLICK_NETWORK_HELP'],
    ...['OPEN_ENS_FLOW', 'REGISTER_NAME_INITIATED', 'REGISTER_NAME_SUCCESS'],
    ...['OPEN_SEND', 'SEND_REJECTED', 'SEND_INITIATED', 'SEND_SUCCESS'],
  ])
  const account = { isSmartAccount: false }
  expect(await propertiesOf('REGISTER_NAME_SUCCESS')).toEqual({ ...account, ensName: `${name}.reown.id` })
  const transfer = { ...account, network: 'eip155:31337', token: 'ETH', amount: '1' }
  expect(await propertiesOf('SEND_REJECTED')).toMatchObject({ ...transfer, message: expect.any(String) })
  expect(await propertiesOf('SEND_SUCCESS')).toMatchObject({ ...transfer, hash: expect.stringMatching(/^0x/) })
  expect(JSON.stringify(await reported()).toLowerCase()).not.toContain(address.toLowerCase())
})

it('analytics reports each step of an email login; the events contain no email address, code or wallet address', async () => {
  const start = (await reported()).length
  const { page } = await registering.open({ wallets: [] })
  const email = newEmail()
  await page.click('#open')
  await dialog(page).getByPlaceholder('Enter your email').fill(email)
  await dialog(page).getByRole('button', { name: 'Continue', exact: true }).click()
  await dialog(page).getByRole('heading', { name: 'Register Device' }).waitFor()
  const link = await registering.open({ wallets: [], at: await linkFor(page, email) })
  await link.page.getByRole('button', { name: 'Approve' }).click()
  await dialog(page).getByRole('heading', { name: 'Confirm Email' }).waitFor({ timeout: 10_000 })
  const code = await codeFor(page, email)
  await otpField(page).fill(code === '111111' ? '222222' : '111111')
  await dialog(page).getByRole('status').getByText('The code is wrong.').waitFor()
  await otpField(page).fill(code)
  await saveRecovery(page)
  await dialog(page).waitFor({ state: 'hidden' })
  const events = await eventsUntil('CONNECT_SUCCESS', start)
  expect(events.filter((event) => !event.startsWith('MODAL_'))).toEqual([
    ...['INITIALIZE', 'EMAIL_LOGIN_SELECTED', 'EMAIL_SUBMITTED', 'DEVICE_REGISTERED_FOR_EMAIL'],
    ...['EMAIL_VERIFICATION_CODE_SENT', 'EMAIL_VERIFICATION_CODE_FAIL', 'EMAIL_VERIFICATION_CODE_PASS'],
    'CONNECT_SUCCESS',
  ])
  expect(await propertiesOf('CONNECT_SUCCESS')).toMatchObject({ method: 'email' })
  const text = JSON.stringify(await reported())
  for (const secret of [email, code, await addressOn(page)]) expect(text).not.toContain(secret)
})

it('analytics reports social logins that succeed, that are denied, and whose window is closed', async () => {
  const start = (await reported()).length
  const { page } = await stage.open({ wallets: [] })
  await page.click('#open')
  const openWindow = async (name: string): Promise<Page> => {
    const opened = page.waitForEvent('popup')
    await row(page, name).click()
    const popup = await opened
    await popup.getByRole('button', { name: 'Allow' }).waitFor({ timeout: 20_000 })
    return popup
  }
  await (await openWindow('Continue with Google')).getByRole('button', { name: 'Deny' }).click()
  await dialog(page).getByText('Login declined').waitFor()
  await back(page)
  await (await openWindow('Continue with GitHub')).close()
  await back(page)
  const popup = await openWindow('Continue with Google')
  await popup.getByLabel('Account').fill(`visitor-${Date.now()}`)
  await popup.getByRole('button', { name: 'Allow' }).click()
  await saveRecovery(page)
  const events = await eventsUntil('SOCIAL_LOGIN_SUCCESS', start)
  expect(events.filter((event) => event.startsWith('SOCIAL_'))).toEqual([
    ...['SOCIAL_LOGIN_STARTED', 'SOCIAL_LOGIN_CANCELED', 'SOCIAL_LOGIN_STARTED', 'SOCIAL_LOGIN_CANCELED'],
    ...['SOCIAL_LOGIN_STARTED', 'SOCIAL_LOGIN_REQUEST_USER_DATA', 'SOCIAL_LOGIN_SUCCESS'],
  ])
  expect(await propertiesOf('SOCIAL_LOGIN_SUCCESS')).toEqual({ provider: 'google' })
})
