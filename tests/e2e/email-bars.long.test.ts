import type { Frame, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { axeSource, findWithAxe, runAxe } from './support/axe.js'
import { measureContrast, randomAccents } from './support/contrast.js'
import {
  codeFor,
  frameOrigin,
  logIn,
  newEmail,
  otpField,
  pressOn,
  requestOf,
  saveRecovery,
  serveEmailSite,
  wallet,
} from './support/email-site.js'
import { dialog, row } from './support/modal.js'
import { atRest } from './support/rest.js'
import { createStage } from './support/stage.js'
import { goRound, lookAt } from './support/view-judge.js'

const stage = createStage({
  serve: (sandboxUrl) =>
    serveEmailSite(sandboxUrl, { socials: ['google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook'] }),
})
const accents = ['#3355ff', '#ffe14d', '#0f0f0f', ...randomAccents(process.env.WALLET_MODAL_LONG ? 20 : 3)]

const frameOf = (page: Page): Frame | undefined =>
  page.frames().find((one) => one.url().startsWith(frameOrigin(stage.sandboxUrl)))

/** Buttons, links and fields of the frame that are smaller than 24 px. Runs in the frame. */
const smallTargets = (): readonly string[] =>
  [...document.querySelectorAll('button, a, input')].flatMap((one) => {
    const { width, height } = (one.closest('label') ?? one).getBoundingClientRect()
    return Math.min(width, height) < 24 ? [`${one.outerHTML} ${width}×${height}`] : []
  })

async function judgeFrame(page: Page): Promise<object> {
  const frame = frameOf(page)
  if (!frame || (await frame.locator('main').count()) === 0) return { axe: [], small: [] }
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeSource)
  return { axe: await frame.evaluate(runAxe, 'html'), small: await frame.evaluate(smallTargets) }
}

async function expectNoFault(page: Page, name: string): Promise<void> {
  await atRest(page)
  const { small, wide } = await lookAt(page)
  const axe = await findWithAxe(page, '[data-wallet-modal]')
  const title = await dialog(page).getByRole('heading', { level: 1 }).count()
  expect.soft([name, { small, wide, axe, title }]).toEqual([name, { small: [], wide: [], axe: [], title: 1 }])
  expect.soft([name, await judgeFrame(page)]).toEqual([name, { axe: [], small: [] }])
}

/** Calls `judge` in each view and screen of the email login and of the embedded wallet. */
async function walk(page: Page, judge: (name: string) => Promise<void>): Promise<void> {
  const email = newEmail()
  const back = (): Promise<void> => row(page, 'Back').click()
  await page.click('#open')
  await dialog(page).getByPlaceholder('Enter your email').waitFor()
  await judge('Connect')
  const more = row(page, 'All socials')
  if ((await more.count()) > 0) {
    await more.click()
    await row(page, 'Farcaster').waitFor()
    await judge('ConnectSocials')
    await row(page, 'Farcaster').click()
    await dialog(page).getByRole('button', { name: 'Copy link' }).waitFor({ timeout: 20_000 })
    await judge('ConnectingFarcaster')
    await back()
    await back()
  }
  await dialog(page).getByPlaceholder('Enter your email').fill('no email')
  await dialog(page).getByPlaceholder('Enter your email').press('Enter')
  await judge('Connect with a mistake')
  await dialog(page).getByPlaceholder('Enter your email').fill(email)
  await dialog(page).getByPlaceholder('Enter your email').press('Enter')
  await otpField(page).waitFor()
  await judge('EmailVerifyOtp')
  const code = await codeFor(page, email)
  await otpField(page).fill(code === '000000' ? '000001' : '000000')
  await dialog(page).getByText('The code is wrong.').waitFor()
  await judge('EmailVerifyOtp with a mistake')
  await otpField(page).fill(code)
  await wallet(page).locator('code').waitFor({ timeout: 20_000 })
  await judge('EmailWalletSetup')
  await saveRecovery(page)
  await dialog(page).waitFor({ state: 'hidden' })

  await page.click('#open')
  await row(page, 'Devices').click()
  await wallet(page).getByText('This device').waitFor()
  await judge('ManageDevices')
  await pressOn(page, 'Close')
  await row(page, 'Export Key').click()
  await wallet(page).getByText('Whoever has this key can take everything').waitFor()
  await judge('ExportKey')
  await pressOn(page, 'Cancel')
  await row(page, 'Account type').click()
  await dialog(page).getByText('Standard account').waitFor()
  await judge('SmartAccountSettings')
  await back()
  await row(page, 'Upgrade Your Wallet').click()
  await dialog(page).getByText('It opens in a new tab').waitFor()
  await judge('UpgradeEmailWallet')
  await back()
  await row(page, 'Edit Email').click()
  await dialog(page).getByLabel('New email').waitFor()
  await judge('UpdateEmailWallet')
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })

  const [address] = (await requestOf(page, 'eth_accounts', [])) as readonly string[]
  const signature = requestOf(page, 'personal_sign', ['0x48656c6c6f', address])
  await expect
    .poll(() => wallet(page).getByRole('button', { name: 'Approve' }).isEnabled(), { timeout: 20_000 })
    .toBe(true)
  await judge('ApproveTransaction')
  await page.evaluate(() => Reflect.get(window, 'modal').close())
  await signature
}

describe('the views of the email login and the screens of the wallet frame', () => {
  it.each([
    ['light', { width: 1200, height: 800 }],
    ['dark', { width: 390, height: 844 }],
  ] as const)('M1, M3: have no axe violations and no targets below 24 px: %s', async (mode, viewport) => {
    const { page } = await stage.open({ wallets: [], query: `?mode=${mode}`, options: { viewport } })
    await walk(page, (name) => expectNoFault(page, name))
  })

  it('change to dark mode with the modal while the frame is displayed', async () => {
    const { page } = await stage.open({ wallets: [] })
    const { address } = await logIn(page, newEmail())
    const signature = requestOf(page, 'personal_sign', ['0x48656c6c6f', address])
    await wallet(page).getByRole('button', { name: 'Approve' }).waitFor({ timeout: 20_000 })
    const mode = () => frameOf(page)?.evaluate(() => document.documentElement.dataset.mode)
    expect(await mode()).toBe('light')
    await page.evaluate(() => Reflect.get(window, 'modal').setTheme('dark'))
    await expect.poll(mode).toBe('dark')
    await page.evaluate(() => Reflect.get(window, 'modal').close())
    await signature
  })

  it('M3: have a text contrast of at least 4.5:1 with random accents', async () => {
    const { page } = await stage.open({ wallets: [] })
    const contrastInFrame = async (): Promise<readonly string[]> => {
      const frame = frameOf(page)
      if (!frame || (await frame.locator('main').count()) === 0) return []
      if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeSource)
      const faint: string[] = []
      for (const accent of accents) {
        await page.evaluate(async (accent) => {
          const modal = Reflect.get(window, 'modal')
          modal.setTheme({ accent })
          const { wallet } = modal.use(Reflect.get(window, 'emailSocial'))
          ;(await wallet()).syncTheme()
        }, accent)
        const read = () => frame.evaluate(() => document.documentElement.style.getPropertyValue('--accent'))
        await expect.poll(read).toBe(accent)
        faint.push(...(await frame.evaluate(runAxe, 'html')).map((one) => `${accent} ${one}`))
      }
      return faint
    }
    await walk(page, async (name) => {
      await atRest(page)
      const faint = await page.evaluate(measureContrast, accents)
      const inFrame = /Approve|Setup/.test(name) ? await contrastInFrame() : []
      expect.soft([name, faint, inFrame]).toEqual([name, [], []])
    })
  })
})

describe('M2: keyboard', () => {
  /** The currently focused element of the modal or of the frame; `outside` if neither has the focus. */
  const readFocus = async (page: Page): Promise<string> => {
    const inPage = await page.evaluate(() => {
      let active = document.activeElement
      while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
      if (!active?.closest('dialog')) return 'outside'
      return active.tagName === 'IFRAME' ? 'frame' : `modal: ${active.getAttribute('aria-label') ?? active.textContent}`
    })
    const inFrame = inPage === 'frame' ? await frameOf(page)?.evaluate(() => document.activeElement?.outerHTML) : ''
    return inPage === 'frame' ? `frame: ${inFrame}` : inPage
  }
  /**
   * The focused element of the modal or the frame, or `outside` if neither has the focus for two seconds. The focus is
   * briefly nowhere while it moves between the processes of the page and the frame.
   */
  const focused = async (page: Page): Promise<string> => {
    let focus = await readFocus(page)
    for (let attempt = 0; focus === 'outside' && attempt < 40; attempt++) {
      await page.waitForTimeout(50)
      focus = await readFocus(page)
    }
    return focus
  }

  it('M2: Tab and Shift+Tab cycle through each view, including the frame', async () => {
    const { page } = await stage.open({ wallets: [] })
    await walk(page, async (name) => {
      if (/mistake/.test(name)) return
      await atRest(page)
      if (!/Setup|Devices|Export|Approve/.test(name)) {
        const { there, back } = await goRound(page)
        expect.soft([name, there.length > 1, back]).toEqual([name, true, there])
        return
      }
      const round = async (key: string): Promise<readonly string[]> => {
        const stops: string[] = []
        for (let presses = 0; presses < 14; presses++) {
          await page.keyboard.press(key)
          stops.push(await focused(page))
        }
        return stops
      }
      for (const key of ['Tab', 'Shift+Tab']) {
        const stops = await round(key)
        const kinds = new Set(stops.map((stop) => stop.split(':')[0]))
        expect.soft([name, key, kinds]).toEqual([name, key, new Set(['modal', 'frame'])])
        expect.soft([name, key, new Set(stops).size < stops.length]).toEqual([name, key, true]) // the focus cycles
      }
    })
  })

  it('M2: Tab and Enter approve a request; Escape rejects it, with the focus in the frame or in the modal', async () => {
    const { page } = await stage.open({ wallets: [] })
    const { address } = await logIn(page, newEmail())
    const approve = wallet(page).getByRole('button', { name: 'Approve' })
    const isFocused = () => approve.evaluate((one) => one === document.activeElement)
    const ask = async () => {
      await page.locator('#open').focus()
      const answer = requestOf(page, 'personal_sign', ['0x48656c6c6f', address])
      await expect.poll(() => approve.isEnabled(), { timeout: 20_000 }).toBe(true)
      return { answer }
    }
    const focusApprove = async (): Promise<void> => {
      for (let presses = 0; presses < 12 && !(await isFocused()); presses++) await page.keyboard.press('Tab')
      expect(await isFocused()).toBe(true)
    }
    const expectReturned = async (): Promise<void> => {
      await dialog(page).waitFor({ state: 'hidden' })
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('open')
    }
    const approved = await ask()
    await focusApprove()
    await page.keyboard.press('Enter')
    expect(await approved.answer).toMatch(/^0x[\da-f]{130}$/)
    await expectReturned()
    const leftInFrame = await ask()
    await focusApprove()
    await page.keyboard.press('Escape')
    expect(await leftInFrame.answer).toMatchObject({ code: 4001 })
    await expectReturned()
    const left = await ask()
    await page.keyboard.press('Escape')
    expect(await left.answer).toMatchObject({ code: 4001 })
    await expectReturned()
  })
})
