import type { Page } from 'playwright-core'
import { type Address, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, it } from 'vitest'
import { addressOn, press, saveRecovery, serveEmailSite, wallet } from './support/email-site.js'
import { dialog, row } from './support/modal.js'
import { chainAt, openSend, review, sendButton } from './support/send-page.js'
import { createStage } from './support/stage.js'

/** A site that logs visitors in by Farcaster. */
const stage = createStage({
  serve: (sandboxUrl) => serveEmailSite(sandboxUrl, { socials: ['farcaster', 'google'] }),
})

const chain = () => chainAt(stage.sandboxUrl)
const visit = (query = '') => stage.open({ wallets: [], query })

/** Opens the login and resolves with the page that simulates the phone. */
async function openPhone(page: Page): Promise<Page> {
  await page.click('#open')
  await row(page, 'Continue with Farcaster').click()
  return scan(page)
}

async function scan(page: Page): Promise<Page> {
  await row(page, 'Open Farcaster').waitFor({ timeout: 20_000 })
  const [phone] = await Promise.all([page.waitForEvent('popup'), row(page, 'Open Farcaster').click()])
  await phone.getByRole('button', { name: 'Approve' }).waitFor({ timeout: 20_000 })
  return phone
}

async function answer(phone: Page, account: string, button = 'Approve'): Promise<void> {
  await phone.getByLabel('Account').selectOption(account)
  await phone.getByRole('button', { name: button }).click()
  await phone.getByText('The answer was sent.').waitFor()
  await phone.close()
}

async function logIn(page: Page, account: string): Promise<Address> {
  await answer(await openPhone(page), account)
  await saveRecovery(page)
  await dialog(page).waitFor({ state: 'hidden' })
  return addressOn(page)
}

it('a Farcaster login creates a wallet that sends a transaction, and has the same address next time', async () => {
  const { page } = await visit()
  const address = await logIn(page, 'ann')
  await chain().setBalance({ address, value: parseEther('3') })
  const receiver = privateKeyToAddress(generatePrivateKey())
  await openSend(page)
  await review(page, { amount: '1.25', to: receiver })
  await sendButton(page).click()
  await wallet(page).getByText('Send 1.25 ETH').waitFor()
  await press(page, 'Approve')
  await expect.poll(() => chain().getBalance({ address: receiver }), { timeout: 20_000 }).toBe(parseEther('1.25'))

  await page.reload()
  await page.evaluate(() => Reflect.get(window, 'modal').disconnect())
  await answer(await openPhone(page), 'ann')
  await dialog(page).waitFor({ state: 'hidden' })
  expect(await addressOn(page)).toBe(address)
})

it('a Farcaster login rejects an answer with another account’s key, and a second attempt succeeds', async () => {
  const { page } = await visit()
  await answer(await openPhone(page), 'bo', 'Sign with the key of another account')
  await dialog(page).getByText('does not prove that the account is yours').waitFor({ timeout: 20_000 })
  await row(page, 'Try again').click()
  await answer(await scan(page), 'bo')
  await wallet(page).getByText('I have saved the code').waitFor({ timeout: 20_000 })
})

it('a Farcaster login does not connect after the visitor has left its view, and an expired QR code is reported', async () => {
  const { page } = await visit()
  const phone = await openPhone(page)
  await dialog(page).getByRole('button', { name: 'Back' }).click()
  await row(page, 'Continue with Farcaster').waitFor()
  await answer(phone, 'cy')
  await row(page, 'Continue with Farcaster').click()
  await row(page, 'Open Farcaster').waitFor({ timeout: 20_000 })
  await expect
    .poll(() =>
      dialog(page)
        .getByRole('img', { name: /Scan with your phone/ })
        .count(),
    )
    .toBe(1)
  await fetch(`${stage.sandboxUrl}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceMs: 11 * 60_000 }),
  })
  await dialog(page).getByText('The code has expired').waitFor({ timeout: 20_000 })
  const account = await page.evaluate(
    () => Reflect.get(window, 'modal').use(Reflect.get(window, 'eip155')).adapter.state.value.account ?? null,
  )
  expect(account).toBeNull()
})
