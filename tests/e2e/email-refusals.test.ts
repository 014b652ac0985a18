import type { Page } from 'playwright-core'
import { it } from 'vitest'
import { advanceClock, codeFor, newEmail, serveEmailSite } from './support/email-site.js'
import { dialog } from './support/modal.js'
import { createStage } from './support/stage.js'

const stage = createStage({ serve: serveEmailSite })

const languages = {
  de: [/^Versuchen Sie es in \p{Nd}+ Sekunden erneut\./u, 'Der Code ist falsch.', 'Der Code ist abgelaufen.'],
  ar: [/^حاول مرة أخرى بعد \p{Nd}+ ثانية\./u, 'الرمز غير صحيح.', 'انتهت صلاحية الرمز.'],
} as const

it.each(Object.entries(languages))(
  'a visitor reads in their language why the gateway refused: %s',
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
