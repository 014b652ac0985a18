import type { Page } from 'playwright-core'
import { type Address, type Hex, parseEther, verifyMessage } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, it } from 'vitest'
import {
  addressOn,
  advanceClock,
  askForCode,
  codeFor,
  logIn,
  newEmail,
  otpField,
  press,
  requestOf,
  serveEmailSite,
  wallet,
} from './support/email-site.js'
import { dialog, row } from './support/modal.js'
import { chainAt, openSend, review, sendButton } from './support/send-page.js'
import { createStage } from './support/stage.js'

const stage = createStage({ serve: serveEmailSite })
const visit = async (): Promise<Page> => (await stage.open({ wallets: [], query: '' })).page

/** Opens another browser and logs in there, with a code by email and the recovery code. */
async function logInAgain(email: string, recovery: string, address: Address): Promise<Page> {
  await advanceClock(stage.sandboxUrl, 31_000)
  const page = await visit()
  await askForCode(page, email)
  await otpField(page).fill(await codeFor(page, email))
  await wallet(page).getByLabel('Recovery code').fill(recovery)
  await press(page, 'Continue')
  await dialog(page).waitFor({ state: 'hidden' })
  expect(await addressOn(page)).toBe(address)
  return page
}

async function openDevices(page: Page): Promise<void> {
  await page.click('#open')
  await row(page, 'Devices').click()
  await wallet(page).getByText('This device').waitFor()
}

const isConnected = (page: Page): Promise<boolean> =>
  page.evaluate(
    () => Reflect.get(window, 'modal').use(Reflect.get(window, 'eip155')).adapter.state.value.status === 'connected',
  )

it('F3: a signed-out device disconnects at its next request and signs nothing; the other one still sends', async () => {
  const first = await visit()
  const email = newEmail()
  const { address, recovery } = await logIn(first, email)
  const second = await logInAgain(email, recovery, address)
  const chain = chainAt(stage.sandboxUrl)
  await chain.setBalance({ address, value: parseEther('3') })

  await openDevices(first)
  expect(await wallet(first).locator('article').count()).toBe(2)
  await press(first, 'Sign out Chrome on Linux')
  await wallet(first).getByText('Signed out: Chrome on Linux').waitFor()
  await wallet(first).getByText('No other device is logged in.').waitFor({ state: 'detached' })
  expect(await wallet(first).locator('article').count()).toBe(1)
  await press(first, 'Close')
  await row(first, 'Devices').waitFor() // back in the account
  await row(first, 'Close').click()

  expect(await isConnected(second)).toBe(true)
  const asked = requestOf(second, 'personal_sign', ['0x48656c6c6f', address])
  await press(second, 'Approve')
  expect(await asked).toMatchObject({ code: 4100, message: 'The login has ended. Log in again.' })
  await expect.poll(() => isConnected(second)).toBe(false)
  await second.getByText('Your login has ended. Log in again.').waitFor()
  await second.reload()
  await second.waitForTimeout(2_000)
  expect(await isConnected(second)).toBe(false)

  const receiver = privateKeyToAddress(generatePrivateKey())
  await openSend(first)
  await review(first, { amount: '1.25', to: receiver })
  await sendButton(first).click()
  await wallet(first).getByText('Send 1.25 ETH').waitFor()
  await press(first, 'Approve')
  await expect.poll(() => chain.getBalance({ address: receiver }), { timeout: 20_000 }).toBe(parseEther('1.25'))
})

it('one button signs out all other devices; closing the list signs out none', async () => {
  const first = await visit()
  const email = newEmail()
  const { address, recovery } = await logIn(first, email)
  const others = [await logInAgain(email, recovery, address), await logInAgain(email, recovery, address)]
  const read = (page: Page) => requestOf(page, 'eth_getBalance', [address, 'latest'])

  await openDevices(first)
  await row(first, 'Close').click()
  await dialog(first).waitFor({ state: 'hidden' })
  for (const page of others) expect(await read(page)).toBe('0x0')
  const asked = requestOf(first, 'personal_sign', ['0x48656c6c6f', address])
  await press(first, 'Approve')
  expect(await verifyMessage({ address, message: 'Hello', signature: (await asked) as Hex })).toBe(true)

  await openDevices(first)
  await press(first, 'Sign out all other devices')
  await wallet(first).getByText('All other devices are signed out.').waitFor()
  for (const page of others) {
    expect(await read(page)).toMatchObject({ code: 4100 })
    await expect.poll(() => isConnected(page)).toBe(false)
  }
  expect(await read(first)).toBe('0x0')
})

it('F4: the sign-out button is disabled while the page makes the frame half transparent', async () => {
  const first = await visit()
  const email = newEmail()
  const { address, recovery } = await logIn(first, email)
  const second = await logInAgain(email, recovery, address)
  await openDevices(first)
  const button = wallet(first).getByRole('button', { name: /^Sign out/ })
  await expect.poll(() => button.isDisabled()).toBe(false)
  await first.evaluate(() => {
    const frame = document.querySelector('[data-wallet-modal]')?.shadowRoot?.querySelector('iframe')
    frame?.style.setProperty('opacity', '0.5', 'important')
  })
  await wallet(first).getByText('The buttons work once the whole window is visible in a readable size.').waitFor()
  await expect.poll(() => button.isDisabled()).toBe(true)
  expect(await requestOf(second, 'eth_getBalance', [address, 'latest'])).toBe('0x0')
})
