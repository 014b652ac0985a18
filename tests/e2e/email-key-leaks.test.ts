import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
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
  saveRecovery,
  serveEmailSite,
  wallet,
} from './support/email-site.js'
import { watchKey } from './support/key-leaks.js'
import { dialog, row } from './support/modal.js'
import { allow, newAccount, openWindow } from './support/social-login.js'
import { createStage } from './support/stage.js'

const stage = createStage({ serve: (sandboxUrl) => serveEmailSite(sandboxUrl, { socials: ['google'] }) })
const visit = async (): Promise<Page> => (await stage.open({ wallets: [], query: '' })).page

describe('F8: the private key is in no storage, request or log, in any of five encodings', () => {
  it('after a login and a signature', async () => {
    const page = await visit()
    const watch = watchKey(page, stage.sandboxUrl)
    const { address, recovery } = await logIn(page, newEmail())
    const signature = requestOf(page, 'personal_sign', ['0x48656c6c6f', address])
    await press(page, 'Approve')
    expect(await signature).toMatch(/^0x[\da-f]{130}$/)
    await watch.expectNoLeak(address, { recovery })
  })

  it('after a login on another device with the recovery code', async () => {
    const email = newEmail()
    const { address, recovery } = await logIn(await visit(), email)
    await advanceClock(stage.sandboxUrl, 31_000)
    const page = await visit()
    const watch = watchKey(page, stage.sandboxUrl)
    await askForCode(page, email)
    await otpField(page).fill(await codeFor(page, email))
    await wallet(page).getByLabel('Recovery code').fill(recovery)
    await press(page, 'Continue')
    await dialog(page).waitFor({ state: 'hidden' })
    expect(await addressOn(page)).toBe(address)
    await watch.expectNoLeak(address, { recovery })
  })

  it('after a social login and a signature', async () => {
    const page = await visit()
    const watch = watchKey(page, stage.sandboxUrl)
    await page.click('#open')
    await allow(await openWindow(page, 'Google'), newAccount())
    const recovery = await saveRecovery(page)
    await dialog(page).waitFor({ state: 'hidden' })
    const address = await addressOn(page)
    const signature = requestOf(page, 'personal_sign', ['0x48656c6c6f', address])
    await press(page, 'Approve')
    expect(await signature).toMatch(/^0x[\da-f]{130}$/)
    await watch.expectNoLeak(address, { recovery })
  })

  it('after a change of the email address', async () => {
    const page = await visit()
    const watch = watchKey(page, stage.sandboxUrl)
    const [before, after] = [newEmail(), newEmail()]
    const { address, recovery } = await logIn(page, before)
    await advanceClock(stage.sandboxUrl, 31_000)
    await page.click('#open')
    await row(page, 'Edit Email').click()
    await dialog(page).getByLabel('New email').fill(after)
    await row(page, 'Continue').click()
    await press(page, 'Approve')
    await dialog(page).getByRole('heading', { name: 'Confirm Current Email' }).waitFor()
    await otpField(page).fill(await codeFor(page, before))
    await dialog(page).getByRole('heading', { name: 'Confirm New Email' }).waitFor()
    await otpField(page).fill(await codeFor(page, after))
    await dialog(page).waitFor({ state: 'hidden' })
    await watch.expectNoLeak(address, { recovery })
  })
})
