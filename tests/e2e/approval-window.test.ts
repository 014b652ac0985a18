import { localSolanaNetwork } from '@wallet-modal/sandbox/server'
import type { Page } from 'playwright-core'
import { type Hex, parseEther, toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { approve, openNewVisitor, openWindow, signHello, windowOrigin } from './support/approval-window.js'
import { findWithAxe } from './support/axe.js'
import {
  addressOn,
  advanceClock,
  askForCode,
  codeFor,
  newEmail,
  otpField,
  press,
  requestOf,
  serveEmailSite,
  wallet,
} from './support/email-site.js'
import { dialog, row } from './support/modal.js'
import { chainAt } from './support/send-page.js'
import { createStage } from './support/stage.js'

const { caipNetworkId } = localSolanaNetwork
const stage = createStage({
  serve: (sandboxUrl) =>
    serveEmailSite(sandboxUrl, {
      frame: windowOrigin(sandboxUrl),
      imports: "import { solana } from '@wallet-modal/solana'",
      plugins: 'Object.assign(window, { solana }) && solana(),',
      networks: [{ ...localSolanaNetwork, rpcUrls: [`${sandboxUrl}/v1/?chainId=${caipNetworkId}&projectId=test`] }],
    }),
})

const REJECTED = { code: 4001 }

describe('an approval window', () => {
  it('shows the request that the frame signs, and the frame signs it after Approve in the window', async () => {
    const { page, address } = await openNewVisitor(stage)
    const signature = signHello(page, address)
    const opened = await openWindow(page)
    expect(new URL(opened.url()).origin).toBe(windowOrigin(stage.sandboxUrl))
    await opened.getByText('Hello').waitFor()
    await opened.getByText(new URL(stage.siteUrl).origin).waitFor()
    await approve(opened).click({ timeout: 10_000 })
    expect(
      await chainAt(stage.sandboxUrl).verifyMessage({ address, message: 'Hello', signature: (await signature) as Hex }),
    ).toBe(true)
    await expect.poll(() => opened.isClosed()).toBe(true)
  })

  it('approves a transaction, which arrives on the chain', async () => {
    const { page, address } = await openNewVisitor(stage)
    const to = `0x${'5b'.repeat(20)}` as const
    const chain = chainAt(stage.sandboxUrl)
    await chain.setBalance({ address, value: parseEther('3') })
    const before = await chain.getBalance({ address: to })
    const hash = requestOf(page, 'eth_sendTransaction', [{ from: address, to, value: toHex(parseEther('0.01')) }])
    const opened = await openWindow(page)
    await opened.getByRole('heading', { name: /0\.01/ }).waitFor()
    await approve(opened).click({ timeout: 10_000 })
    await chain.waitForTransactionReceipt({ hash: (await hash) as Hex })
    expect((await chain.getBalance({ address: to })) - before).toBe(parseEther('0.01'))
  })

  it.each([
    ['the visitor closes it', (opened: Page) => opened.close()],
    ['the visitor rejects in it', (opened: Page) => opened.getByRole('button', { name: 'Reject' }).click()],
  ])('rejects the request when %s', async (_, end) => {
    const { page, address } = await openNewVisitor(stage)
    const signature = signHello(page, address)
    const opened = await openWindow(page)
    await opened.getByText('Hello').waitFor()
    await end(opened)
    expect(await signature).toMatchObject(REJECTED)
    await expect.poll(() => opened.isClosed()).toBe(true)
  })

  it('is closed when the visitor closes the modal or rejects in the frame', async () => {
    const { page, address } = await openNewVisitor(stage)
    const ends = [() => row(page, 'Close').click(), () => press(page, 'Reject')]
    for (const end of ends) {
      const signature = signHello(page, address)
      const opened = await openWindow(page)
      await opened.getByText('Hello').waitFor()
      await end()
      expect(await signature).toMatchObject(REJECTED)
      await expect.poll(() => opened.isClosed()).toBe(true)
    }
  })

  it('is closed when the page leaves', async () => {
    const { page, address } = await openNewVisitor(stage)
    void signHello(page, address).catch(() => undefined) // the page has left
    const opened = await openWindow(page)
    await opened.getByText('Hello').waitFor()
    await page.goto('about:blank')
    await expect.poll(() => opened.isClosed()).toBe(true)
  })

  it('can be opened again: the first window closes, and the second one decides', async () => {
    const { page, address } = await openNewVisitor(stage)
    const signature = signHello(page, address)
    const first = await openWindow(page)
    await first.getByText('Hello').waitFor()
    const second = await openWindow(page, 'Open the window again')
    await expect.poll(() => first.isClosed()).toBe(true)
    await approve(second).click({ timeout: 10_000 })
    expect(await signature).toMatch(/^0x[\da-f]{130}$/)
  })

  it('that the browser blocks is explained, and opens at another try', async () => {
    const { page, address } = await openNewVisitor(stage)
    const signature = signHello(page, address)
    const frame = page.frames().find((one) => one.url().startsWith(windowOrigin(stage.sandboxUrl)))
    await frame?.evaluate(() => {
      const { open } = window
      window.open = () => {
        window.open = open
        return null
      }
    })
    await press(page, 'Review in a window')
    await wallet(page).getByText('The browser blocked the window.').waitFor()
    const opened = await openWindow(page)
    await approve(opened).click({ timeout: 10_000 })
    expect(await signature).toMatch(/^0x[\da-f]{130}$/)
  })
})

describe('a window shows and approves', () => {
  it('a batch that turns the account into a smart account, and then the removal of its contract', async () => {
    const { page, address } = await openNewVisitor(stage)
    const chain = chainAt(stage.sandboxUrl)
    await chain.setBalance({ address, value: parseEther('3') })
    const calls = ['5c', '5d'].map((byte) => ({ to: `0x${byte.repeat(20)}`, value: '0x7' }))
    const batch = { version: '2.0.0', from: address, chainId: '0x7a69', atomicRequired: true, calls }
    const sent = requestOf(page, 'wallet_sendCalls', [batch])
    const opened = await openWindow(page)
    await opened.getByText('2 calls in one transaction').waitFor()
    await opened.getByText(/^Allows the contract below, from now on, to run steps of this account on/).waitFor()
    await opened.locator('section').evaluate((list) => list.scrollTo(0, list.scrollHeight))
    await approve(opened).click({ timeout: 10_000 })
    expect(Object(await sent).id).toMatch(/^0x/)
    await expect.poll(() => chain.getCode({ address }), { timeout: 20_000 }).toMatch(/^0xef0100/)

    await page.click('#open')
    await row(page, 'Account type').click()
    await row(page, /^End the permission on /).click()
    const removal = await openWindow(page)
    await removal.getByRole('heading', { name: 'End the smart account permission' }).waitFor()
    await approve(removal).click({ timeout: 10_000 })
    await expect.poll(() => chain.getCode({ address }), { timeout: 20_000 }).toBeUndefined()
  })

  it('a message on Solana', async () => {
    const { page } = await openNewVisitor(stage)
    const signature = page.evaluate(async () => {
      const { adapter } = Reflect.get(window, 'modal').use(Reflect.get(window, 'solana'))
      while (!adapter.state.value.provider) await new Promise((resolve) => setTimeout(resolve, 100))
      const { provider } = adapter.state.value
      const message = new TextEncoder().encode('Hello')
      const [{ signature }] = await provider.features['solana:signMessage'].signMessage({
        account: provider.accounts[0],
        message,
      })
      return signature.length
    })
    const opened = await openWindow(page)
    await opened.getByText('Hello').waitFor()
    await approve(opened).click({ timeout: 10_000 })
    expect(await signature).toBe(64)
  })

  it('a message, without a violation of WCAG', async () => {
    const { page, address } = await openNewVisitor(stage, '?mode=dark')
    const signature = signHello(page, address)
    const opened = await openWindow(page)
    await expect.poll(() => approve(opened).isEnabled(), { timeout: 10_000 }).toBe(true)
    expect(await findWithAxe(opened)).toEqual([])
    await opened.close()
    await signature
  })
})

describe('the recovery code of a new wallet', () => {
  it('is shown in a window; a closed window can be opened again with the same code, and the code opens the wallet', async () => {
    const { page } = await stage.open({ wallets: [] })
    const email = newEmail()
    await askForCode(page, email)
    await otpField(page).fill(await codeFor(page, email))
    const first = await openWindow(page, 'Show the code in a window')
    const code = await first.locator('code').textContent()
    expect(await wallet(page).locator('code').count()).toBe(0)
    await first.close()
    await wallet(page).getByRole('button', { name: 'Show the code in a window' }).waitFor()
    const second = await openWindow(page, 'Show the code in a window')
    expect(await second.locator('code').textContent()).toBe(code)
    await second.getByText('I have saved the code').click()
    await second.getByRole('button', { name: 'Continue' }).click()
    const address = await addressOn(page)

    const { page: other } = await stage.open({ wallets: [] })
    await advanceClock(stage.sandboxUrl, 31_000)
    await askForCode(other, email)
    await otpField(other).fill(await codeFor(other, email))
    await wallet(other).getByLabel('Recovery code').fill(String(code))
    await press(other, 'Continue')
    expect(await addressOn(other)).toBe(address)
  })

  it('is no longer in the window when the page ends the login', async () => {
    const { page } = await stage.open({ wallets: [] })
    const email = newEmail()
    await askForCode(page, email)
    await otpField(page).fill(await codeFor(page, email))
    const opened = await openWindow(page, 'Show the code in a window')
    await opened.locator('code').waitFor()
    await page.reload()
    await expect.poll(() => opened.isClosed()).toBe(true)
  })
})

it('the export of the key leads to the wallet’s own page: the frame shows no key and sends no code', async () => {
  const { page } = await openNewVisitor(stage)
  await page.click('#open')
  await row(page, 'Export Key').click()
  await wallet(page).getByText('The key is exported on your wallet’s own page').waitFor()
  expect(await wallet(page).getByRole('button', { name: 'Send code' }).count()).toBe(0)
  const opened = await openWindow(page, 'Open wallet page')
  await opened.waitForURL(`${windowOrigin(stage.sandboxUrl)}/dashboard?locale=en`)
  expect(await opened.evaluate(() => window.opener)).toBeNull()
})

it('a change of the email address is approved in a window', async () => {
  const { page } = await openNewVisitor(stage)
  await advanceClock(stage.sandboxUrl, 31_000)
  await page.click('#open')
  await row(page, 'Edit Email').click()
  await dialog(page).getByLabel('New email').fill(newEmail())
  await row(page, 'Continue').click()
  const opened = await openWindow(page)
  await opened.getByRole('heading', { name: 'Change the email' }).waitFor()
  await approve(opened).click({ timeout: 10_000 })
  await otpField(page).waitFor()
})
