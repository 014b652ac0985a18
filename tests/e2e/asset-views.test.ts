import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createAssetsStage, FRIEND, places } from './support/assets-page.js'
import { findWithAxe } from './support/axe.js'
import type { Watched } from './support/browser.js'
import { measureContrast, randomAccents } from './support/contrast.js'
import { connectWith, dialog } from './support/modal.js'
import { atRest } from './support/rest.js'
import { chainAt, fact, withMishaps } from './support/send-page.js'
import { goRound, lookAt, MARK } from './support/view-judge.js'

const stage = createAssetsStage()
const isLong = process.env.WALLET_MODAL_LONG !== undefined
const packages = ['account', 'balances', 'connect', 'history', 'receive', 'send'] as const
/** Secret in the page's URL. No request may contain it. */
const SECRET = 'page-secret-7f3a'

/** All texts of the string catalogues, each between two marks. A visible text without marks is not from a catalogue. */
async function markedStrings(): Promise<object> {
  const catalogues = [
    ...packages.map((name) => [`@wallet-modal/${name}`, `../../plugins/${name}/src/strings/en.js`] as const),
    ['@wallet-modal/kernel', '../../kernel/src/strings/en.js'] as const,
    ['@wallet-modal/kernel/ui/transactions', '../../kernel/src/ui/transactions/strings/en.js'] as const,
  ]
  const marked = await Promise.all(
    catalogues.map(async ([owner, file]) => {
      const { strings, en } = await import(file)
      const texts = Object.entries<string>(strings ?? en).map(([key, text]) => [key, `${MARK}${text}${MARK}`])
      return [owner, Object.fromEntries(texts)]
    }),
  )
  return Object.fromEntries(marked)
}

/** Opens the page with reduced motion, and connects. */
async function visit(strings: object, options: BrowserContextOptions = {}): Promise<Watched> {
  const watched = await stage.open({
    query: `?private=${SECRET}#${SECRET}`,
    options: { reducedMotion: 'reduce', ...options },
    async prepare(context) {
      await withMishaps.prepare?.(context)
      await context.addInitScript((given) => Object.assign(window, { markedStrings: given }), strings)
    },
  })
  watched.page.setDefaultTimeout(15_000)
  await connectWith(watched.page.locator('#open'))
  return watched
}

const setOption = async (page: Page, action: 'setTheme' | 'setLocale', value: string): Promise<void> => {
  await page.evaluate(([name, given]) => void Reflect.get(window, 'modal')[name](given), [action, value] as const)
  await atRest(page)
}

/** Visible texts that are not in Arabic. */
const notArabic = async (page: Page): Promise<readonly string[]> => (await lookAt(page, '\\p{Script=Arabic}')).bare

async function leave(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
}

/** I7: the screen shows the receiver and the amount of the transaction whose hash it shows. */
async function expectShownIsSent(page: Page): Promise<void> {
  const hash = await fact(page, `${MARK}Transaction${MARK}`)
  const sent = await chainAt(stage.sandboxUrl).getTransaction({ hash: `0x${hash.slice(2)}` })
  expect([await fact(page, `${MARK}To${MARK}`), await fact(page, `${MARK}Amount${MARK}`)]).toEqual([FRIEND, '0.5 ETH'])
  expect([sent.to, sent.value, sent.input]).toEqual([FRIEND.toLowerCase(), 5n * 10n ** 17n, '0x'])
}

describe('every view of the account, balances, history, receive and send, under the strictest CSP (G1)', () => {
  it('M1, M2, M3, L1: passes axe, keyboard, target size and contrast checks; all text is from a catalogue', async () => {
    const { page } = await visit(await markedStrings())
    const sent: string[] = []
    const accents = randomAccents(isLong ? 20 : 5)
    page.on('request', (request) => {
      const from = request.headers().referer ?? ''
      sent.push(`${request.url()} ${from} ${request.postData()}`)
    })
    for (const { name, reach } of places) {
      await reach(page)
      await atRest(page)
      const { small, bare, wide } = await lookAt(page)
      const light = await findWithAxe(page)
      await setOption(page, 'setTheme', 'dark')
      const dark = await findWithAxe(page)
      const faint = await page.evaluate(measureContrast, ['#3355ff', '#ffe14d', '#0f0f0f', ...accents])
      await setOption(page, 'setTheme', 'light')
      const { there, back } = await goRound(page)
      const label = (await dialog(page).getAttribute('aria-label')) ?? ''
      const titles = await dialog(page).getByRole('heading', { level: 1, name: MARK }).count()
      expect.soft({ name, small, bare, wide, light, dark, faint, isNamed: label.includes(MARK), titles }).toEqual({
        ...{ name, small: [], bare: [], wide: [], light: [], dark: [], faint: [] },
        isNamed: true,
        titles: 1,
      })
      expect
        .soft([name, there.length > 1, there.filter((stop) => /outside|nowhere/.test(stop))])
        .toEqual([name, true, []])
      expect.soft([name, back]).toEqual([name, there])
      if (/^WalletSend(Confirmed|Unknown)$/.test(name)) await expectShownIsSent(page)
      await leave(page)
      expect([name, await page.evaluate(() => document.activeElement?.id)]).toEqual([name, 'open'])
    }
    // H3: no request contains the page's query or fragment
    expect(sent.filter((one) => one.includes(SECRET))).toEqual([])
    expect(sent.length).toBeGreaterThan(20)
  })

  it('L1, L2, L3: keeps all numbers and fits a phone in each language; in Arabic, every text is translated', async () => {
    const { page } = await visit({}, { viewport: { width: 360, height: 740 } })
    for (const { name, reach } of places) {
      await reach(page)
      await atRest(page)
      const { figures } = await lookAt(page)
      for (const locale of ['de-DE', 'hi', 'ar']) {
        await setOption(page, 'setLocale', locale)
        if (locale === 'ar') await expect.poll(() => notArabic(page), { message: name }).toEqual([])
        const seen = await lookAt(page)
        expect.soft([name, locale, seen.figures]).toEqual([name, locale, figures])
        const { wide, turned, cut, clipped, broken, small } = seen
        expect.soft({ name, locale, wide, turned, cut, clipped, broken, small }).toEqual({
          ...{ name, locale, wide: [], turned: [], cut: [], clipped: [], broken: [], small: [] },
        })
        expect([name, locale, seen.direction]).toEqual([name, locale, locale === 'ar' ? 'rtl' : 'ltr'])
      }
      await setOption(page, 'setLocale', 'en')
      await leave(page)
    }
  })

  it.each(isLong ? ['en', 'de-DE', 'ar', 'hi'] : ['de-DE', 'ar'])(
    'L3, D3: in %s, keeps a typed amount to the last digit and rejects localized number formats',
    async (locale) => {
      const { page } = await visit({})
      await places.find(({ name }) => name === 'WalletSend filled in')?.reach(page)
      await setOption(page, 'setLocale', locale)
      const field = dialog(page).locator('input').first()
      for (const text of ['1,5', '1.234,5', '١٫٥', '１', '१', '1e3', '0.1234567890123456789']) {
        await field.fill(text)
        await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
      }
      await field.fill('0.123456789012345678')
      await expect.poll(() => field.getAttribute('aria-invalid')).not.toBe('true')
      await dialog(page).locator('.wm-view button').last().click()
      // the same row also shows the value in US dollars
      const amount = dialog(page).locator('.wm-fact').first().locator('.wm-amount').first()
      await expect.poll(() => amount.textContent()).toBe('0.123456789012345678 ETH')
    },
  )
})
