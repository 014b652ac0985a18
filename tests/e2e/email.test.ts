import { request } from 'node:http'
import type { Page } from 'playwright-core'
import { type Hex, parseEther, verifyMessage } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import type { Watched } from './support/browser.js'
import {
  addressOn,
  advanceClock,
  askForCode,
  codeFor,
  frameOrigin,
  logIn,
  newEmail,
  otpField,
  press,
  pressOn,
  requestOf,
  serveEmailSite,
  wallet,
} from './support/email-site.js'
import { dialog, row } from './support/modal.js'
import { chainAt, openSend, review, sendButton } from './support/send-page.js'
import { createStage } from './support/stage.js'

const stage = createStage({ serve: serveEmailSite })
const chain = () => chainAt(stage.sandboxUrl)
const visit = (query = ''): Promise<Watched> => stage.open({ wallets: [], query })
const advance = (ms: number): Promise<unknown> => advanceClock(stage.sandboxUrl, ms)

/** Sends a request with headers that `fetch` forbids. */
const rawPost = (url: string, headers: Record<string, string>): Promise<{ readonly status: number }> =>
  new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method: 'POST', headers: { 'content-type': 'application/json', ...headers } },
      (reply) => {
        reply.resume()
        resolve({ status: reply.statusCode ?? 0 })
      },
    )
    sent.on('error', reject).end('{}')
  })

/** Sets a style of the frame as a hostile page would. If `name` is `cover`, covers the upper 200 px of the frame instead. `undo` reverts the change. */
const hide = (page: Page, name: string, value: string, undo = false): Promise<void> =>
  page.evaluate(
    ({ name, value, undo }) => {
      const frame = document.querySelector('[data-wallet-modal]')?.shadowRoot?.querySelector('iframe')
      if (!frame) throw new Error('There is no frame.')
      if (name !== 'cover') {
        const before = frame.dataset.before ?? ''
        frame.dataset.before = frame.style.getPropertyValue(name)
        return frame.style.setProperty(name, undo ? before : value, undo ? '' : 'important')
      }
      if (undo) return document.querySelector('#cover')?.remove()
      const { left, top, width } = frame.getBoundingClientRect()
      const cover = document.createElement('div')
      cover.id = 'cover'
      cover.popover = 'manual'
      cover.append('Claim your airdrop')
      const inset = `${top}px auto auto ${left}px`
      Object.assign(cover.style, { position: 'fixed', margin: '0', inset, width: `${width}px`, height: '200px' })
      document.body.append(cover)
      cover.showPopover()
    },
    { name, value, undo },
  )

const approveButton = (page: Page) => wallet(page).getByRole('button', { name: 'Approve' })

describe('login by email', () => {
  it('creates a wallet, and a transaction approved in the frame is mined', async () => {
    const { page } = await visit()
    const { address } = await logIn(page, newEmail())
    await chain().setBalance({ address, value: parseEther('3') })
    const receiver = privateKeyToAddress(generatePrivateKey())
    await openSend(page)
    await review(page, { amount: '1.25', to: receiver })
    await sendButton(page).click()
    await wallet(page).getByText('Send 1.25 ETH').waitFor()
    await press(page, 'Approve')
    await expect.poll(() => chain().getBalance({ address: receiver }), { timeout: 20_000 }).toBe(parseEther('1.25'))
    expect(await chain().getTransactionCount({ address })).toBe(1)
  })

  it('signs nothing if the request is rejected in the frame or its view is closed', async () => {
    const { page } = await visit()
    const { address } = await logIn(page, newEmail())
    await chain().setBalance({ address, value: parseEther('3') })
    const ask = () => requestOf(page, 'personal_sign', ['0x48656c6c6f', address])
    const rejected = ask()
    await wallet(page).getByText('Hello').waitFor()
    await press(page, 'Reject')
    expect(await rejected).toMatchObject({ code: 4001 })
    const left = ask()
    await wallet(page).getByText('Hello').waitFor()
    await row(page, 'Close').click()
    expect(await left).toMatchObject({ code: 4001 })
  })

  it('F5: forwards read requests, and rejects RPC methods that are not allowed', async () => {
    const { page } = await visit()
    const { address } = await logIn(page, newEmail())
    expect(await requestOf(page, 'eth_getBalance', [address, 'latest'])).toBe('0x0')
    for (const method of ['eth_sign', 'ETH_CALL', 'eth_call ', 'eth_call\u0000', 'toString', 'eth_sendRawTransaction'])
      expect(await requestOf(page, method, [])).toMatchObject({ message: 'Requested RPC call is not allowed' })
  })

  it('F6: reports a wrong code, and requires a delay before another code is sent', async () => {
    const { page } = await visit()
    const email = newEmail()
    await askForCode(page, email)
    const code = await codeFor(page, email)
    await otpField(page).fill(code === '000000' ? '000001' : '000000')
    await dialog(page).getByText('The code is wrong.').waitFor()
    expect(
      await dialog(page)
        .getByRole('button', { name: /^Resend in \d+s$/ })
        .isDisabled(),
    ).toBe(true)
    await row(page, 'Back').click()
    await dialog(page).getByPlaceholder('Enter your email').waitFor()
    expect(await dialog(page).getByText('The code is wrong').count()).toBe(0)
    await dialog(page).getByPlaceholder('Enter your email').fill(email)
    await row(page, 'Continue').click()
    await dialog(page)
      .getByText(/Please try again after \d+ seconds/)
      .waitFor()
  })

  it('keeps the session after a reload, and the same browser gets the same address at the next login', async () => {
    const { page } = await visit()
    const email = newEmail()
    const { address } = await logIn(page, email)
    await page.reload()
    expect(await addressOn(page)).toBe(address)
    await page.evaluate(() => Reflect.get(window, 'modal').disconnect())
    await advance(31_000)
    await askForCode(page, email)
    await otpField(page).fill(await codeFor(page, email))
    await dialog(page).waitFor({ state: 'hidden' })
    expect(await addressOn(page)).toBe(address)
  })

  it('needs the recovery code in another browser, which then has the same address', async () => {
    const email = newEmail()
    const { address, recovery } = await logIn((await visit()).page, email)
    await advance(31_000)
    const { page } = await visit()
    await askForCode(page, email)
    await otpField(page).fill(await codeFor(page, email))
    const field = wallet(page).getByLabel('Recovery code')
    await field.fill(recovery.replace(/[^-]$/, (last) => (last === '0' ? '1' : '0')))
    await pressOn(page, 'Continue')
    await wallet(page).getByText('This code does not belong to your wallet.').waitFor()
    await field.fill(recovery.toLowerCase())
    await press(page, 'Continue')
    await dialog(page).waitFor({ state: 'hidden' })
    expect(await addressOn(page)).toBe(address)
    const signature = requestOf(page, 'personal_sign', ['0x48656c6c6f', address])
    await press(page, 'Approve')
    expect(await verifyMessage({ address, message: 'Hello', signature: (await signature) as Hex })).toBe(true)
  })
})

describe('a hostile page', () => {
  it('F4: cannot get an approval while it makes the frame transparent, shrinks it or covers it', async () => {
    const { page } = await visit()
    const { address } = await logIn(page, newEmail())
    const signature = requestOf(page, 'personal_sign', ['0x48656c6c6f', address])
    const isEnabled = () => approveButton(page).isEnabled()
    const attacks = [
      ['opacity', '0.5'],
      ['height', '110px'],
      ['cover', ''],
    ] as const
    for (const [name, value] of attacks) {
      await expect.poll(isEnabled, { timeout: 20_000, message: `before ${name}` }).toBe(true)
      await hide(page, name, value)
      await expect.poll(isEnabled, { timeout: 20_000, message: name }).toBe(false)
      await hide(page, name, value, true)
    }
    await row(page, 'Close').click()
    expect(await signature).toMatchObject({ code: 4001 })
  })

  it('cannot move the Approve button by changing the language during a request', async () => {
    const { page } = await visit()
    const { address } = await logIn(page, newEmail())
    const signature = requestOf(page, 'personal_sign', ['0x48656c6c6f', address])
    await expect.poll(() => approveButton(page).isEnabled(), { timeout: 20_000 }).toBe(true)
    const before = await approveButton(page).boundingBox()
    await page.evaluate(async () => {
      const modal = Reflect.get(window, 'modal')
      const { wallet } = modal.use(Reflect.get(window, 'emailSocial'))
      modal.setLocale('ar')
      const { syncTheme } = await wallet()
      syncTheme()
    })
    await page.waitForTimeout(500)
    expect(await approveButton(page).boundingBox()).toEqual(before)
    await page.evaluate(() => Reflect.get(window, 'modal').close())
    await signature
  })

  it('is refused by the gateway’s routes, which serve only the frame', async () => {
    const ask = async (headers: Record<string, string>): Promise<number> => {
      const url = `${stage.sandboxUrl}/accounts/email/code`
      const { status } = await rawPost(url, { host: new URL(frameOrigin(stage.sandboxUrl)).host, ...headers })
      return status
    }
    expect(await ask({ origin: stage.siteUrl.replace(/\/$/, '') })).toBe(403)
    expect(await ask({ origin: frameOrigin(stage.sandboxUrl), 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await ask({ origin: frameOrigin(stage.sandboxUrl) })).toBe(400)
  })
})
