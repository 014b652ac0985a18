import type { Page } from 'playwright-core'
import { type Hex, verifyMessage } from 'viem'
import { describe, expect, it } from 'vitest'
import { addAuthenticator } from './support/authenticator.js'
import {
  addressOn,
  advanceClock,
  askForCode,
  codeFor,
  newEmail,
  otpField,
  press,
  pressOn,
  requestOf,
  saveRecovery,
  serveEmailSite,
  wallet,
} from './support/email-site.js'
import { dialog } from './support/modal.js'
import { createStage } from './support/stage.js'

// replaces Playwright's own `--disable-features` list, which also disables the partitioning of third-party storage
const stage = createStage({
  serve: serveEmailSite,
  browserArgs: ['--disable-features=PaintHolding,HttpsUpgrades,Translate'],
})

/** The same pages at another host. This host is another site, so browsers partition the frame's storage. */
const otherSite = (host: string): string => {
  const url = new URL(stage.siteUrl)
  url.hostname = host
  return url.href
}

async function sign(page: Page, address: Hex): Promise<boolean> {
  const signature = requestOf(page, 'personal_sign', ['0x48656c6c6f', address])
  await press(page, 'Approve')
  return verifyMessage({ address, message: 'Hello', signature: (await signature) as Hex })
}

const enterCode = async (page: Page, email: string): Promise<void> => {
  await advanceClock(stage.sandboxUrl, 31_000)
  await askForCode(page, email)
  await otpField(page).fill(await codeFor(page, email))
}

describe('a passkey as second factor', () => {
  it('unlocks the same account on another site with the login code and the passkey', async () => {
    const { page } = await stage.open({ wallets: [], at: otherSite('localhost') })
    await addAuthenticator(page)
    const email = newEmail()
    await askForCode(page, email)
    await otpField(page).fill(await codeFor(page, email))
    await saveRecovery(page)
    await pressOn(page, 'Add a passkey')
    await dialog(page).waitFor({ state: 'hidden' })
    const address = await addressOn(page)

    await page.goto(otherSite('127.0.0.1'))
    await enterCode(page, email)
    await pressOn(page, 'Use a passkey')
    await dialog(page).waitFor({ state: 'hidden' })
    expect(await addressOn(page)).toBe(address)
    expect(await sign(page, address)).toBe(true)
  })

  it('without user verification, unlocks nothing; the recovery code still works, and a new passkey can be declined', async () => {
    const { page } = await stage.open({ wallets: [], at: otherSite('localhost') })
    const setVerified = await addAuthenticator(page)
    const email = newEmail()
    await askForCode(page, email)
    await otpField(page).fill(await codeFor(page, email))
    const recovery = await saveRecovery(page)
    await pressOn(page, 'Add a passkey')
    await dialog(page).waitFor({ state: 'hidden' })
    const address = await addressOn(page)

    await page.goto(otherSite('127.0.0.1'))
    await enterCode(page, email)
    await setVerified(false)
    await pressOn(page, 'Use a passkey')
    await wallet(page).getByText('The passkey was not confirmed. Try again.').waitFor()
    await pressOn(page, 'Use the recovery code')
    await wallet(page).getByLabel('Recovery code').fill(recovery)
    await press(page, 'Continue')
    await pressOn(page, 'Not now')
    await dialog(page).waitFor({ state: 'hidden' })
    expect(await addressOn(page)).toBe(address)
  })

  it('says that an authenticator without PRF cannot protect the wallet', async () => {
    const { page } = await stage.open({ wallets: [] })
    await addAuthenticator(page, false)
    const email = newEmail()
    await askForCode(page, email)
    await otpField(page).fill(await codeFor(page, email))
    await saveRecovery(page)
    await press(page, 'Add a passkey')
    await wallet(page)
      .getByText(/This passkey cannot protect the wallet/)
      .waitFor()
    await pressOn(page, 'Not now')
    await dialog(page).waitFor({ state: 'hidden' })
    await addressOn(page)
  })
})
