import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { advanceClock, askForCode, codeFor, newEmail, otpField, serveEmailSite } from './support/email-site.js'
import { dialog } from './support/modal.js'
import { createStage } from './support/stage.js'

const stage = createStage({ serve: serveEmailSite })

const languages = {
  de: [/^Versuchen Sie es in \p{Nd}+ Sekunden erneut\./u, 'Der Code ist falsch.', 'Der Code ist abgelaufen.'],
  ar: [/^حاول مرة أخرى بعد \p{Nd}+ ثانية\./u, 'الرمز غير صحيح.', 'انتهت صلاحية الرمز.'],
} as const

it.each(Object.entries(languages))(
  'the login shows in the visitor’s language why the gateway rejected a request or a code: %s',
  async (locale, texts) => {
    const [cooldown, wrong, expired] = texts
    const email = newEmail()
    const submit = async (): Promise<Page> => {
      const { page } = await stage.open({ wallets: [], query: `?locale=${locale}` })
      await page.click('#open')
      const field = dialog(page).locator('input[type=email]')
      await field.fill(email)
      await field.press('Enter')
      return page
    }
    const page = await submit()
    const field = dialog(page).locator('input[autocomplete=one-time-code]')
    await field.waitFor()
    await dialog(await submit())
      .getByText(cooldown)
      .waitFor()

    const code = await codeFor(page, email)
    await field.fill(code === '000000' ? '000001' : '000000')
    await dialog(page).getByText(wrong).waitFor()
    await advanceClock(stage.sandboxUrl, 11 * 60_000)
    await field.fill(code)
    await dialog(page).getByText(expired).waitFor()
  },
)

it('the login shows why it failed if the browser denies storage to third-party frames', async () => {
  const { page } = await stage.open({
    wallets: [],
    prepare: (context) =>
      context.addInitScript(() => {
        if (location.hostname !== 'frame.localhost') return
        IDBFactory.prototype.open = () => {
          throw new DOMException('The user denied permission to access the database.', 'UnknownError')
        }
      }),
  })
  await page.click('#open')
  const field = dialog(page).locator('input[type=email]')
  await field.fill(newEmail())
  await field.press('Enter')
  await dialog(page).getByText('Your browser does not let this wallet store data.').waitFor()
})

it('M4: the code field supports autofill and paste; an expired code is announced, and a new code can be requested', async () => {
  const { page } = await stage.open({ wallets: [] })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.install()
  const email = newEmail()
  await askForCode(page, email)
  const field = otpField(page)
  expect(await field.evaluate(({ autocomplete, inputMode }: HTMLInputElement) => [autocomplete, inputMode])).toEqual([
    'one-time-code',
    'numeric',
  ])
  const paste = async (text: string): Promise<void> => {
    await page.evaluate((text) => navigator.clipboard.writeText(text), text)
    await field.focus()
    await page.keyboard.press('ControlOrMeta+V')
  }
  const old = await codeFor(page, email)
  await advanceClock(stage.sandboxUrl, 11 * 60_000)
  await page.clock.fastForward(31_000)
  await paste(`${old.slice(0, 3)} ${old.slice(3)}`)
  await dialog(page)
    .getByRole('status')
    .getByText(/expired/)
    .waitFor()
  await dialog(page).getByRole('button', { name: 'Resend' }).click()
  await page
    .locator('.wm-toasts')
    .getByRole('status')
    .getByText(/resent/)
    .waitFor()
  await paste(await codeFor(page, email))
  await field.waitFor({ state: 'detached' })
})
