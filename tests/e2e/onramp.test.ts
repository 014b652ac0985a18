import { localSolanaNetwork } from '@wallet-modal/sandbox/server'
import { sandboxAt } from '@wallet-modal/sandbox/testing'
import type { Page } from 'playwright-core'
import { formatUnits, parseEther } from 'viem'
import { describe, expect, it } from 'vitest'
import { findWithAxe } from './support/axe.js'
import { dialog, row } from './support/modal.js'
import { buttonAt, createOnRampStage, openCheckout, openForm, payField, receiveField } from './support/onramp.js'
import { openWith } from './support/scripted.js'
import { chainAt, fact, fundedKey, openConnected, sandboxToken, tokenBalance } from './support/send-page.js'
import { seedOf } from './support/solana.js'
import { keypairOf, solanaClient } from './support/solana-client.js'

const stage = createOnRampStage()

/** Opens the page with a connected wallet that holds 1 ETH. */
async function openVisitor(query = '') {
  const { key, address } = await fundedKey(stage.sandboxUrl, parseEther('1'))
  const { page } = await openConnected(stage, { query, plan: { keys: [key] } })
  const balance = () => chainAt(stage.sandboxUrl).getBalance({ address })
  return { page, address, balance }
}

/** Opens a provider's form and enters an amount. */
async function openQuoted(provider: string, amount: string) {
  const visitor = await openVisitor()
  await openForm(visitor.page, provider)
  await payField(visitor.page).fill(amount)
  return visitor
}

const progress = (page: Page, title: string) => dialog(page).getByText(title, { exact: true })
const PAYMENT_TIMEOUT_MS = 20_000

describe('buying', () => {
  it('Coinbase: delivers the quoted amount on the chain, and Activity lists the purchase', async () => {
    const { page, balance } = await openQuoted('Coinbase', '100')
    await expect.poll(() => receiveField(page).inputValue(), { timeout: 20_000 }).not.toBe('')
    const quoted = await receiveField(page).inputValue()
    expect(await findWithAxe(page, 'html')).toEqual([])
    const checkout = await openCheckout(page, 'Coinbase')
    expect(await checkout.evaluate(() => window.opener)).toBe(null)
    await progress(page, 'Complete the purchase at Coinbase').waitFor()
    expect(await balance()).toBe(parseEther('1'))
    await buttonAt(checkout, 'Pay 100 USD').click()
    await checkout.getByText('Payment complete').waitFor({ timeout: PAYMENT_TIMEOUT_MS })
    await progress(page, 'Delivered').waitFor({ timeout: 30_000 })
    const grown = (await balance()) - parseEther('1')
    expect(grown > 0n && formatUnits(grown, 18).startsWith(quoted)).toBe(true)
    await page.keyboard.press('Escape')
    await page.evaluate(() => Reflect.get(window, 'openActivity')())
    await dialog(page).getByText(`Purchase of ${quoted} ETH from Coinbase`).first().waitFor()
  })

  it('Meld: delivers a token paid from a bank account, less the fees', async () => {
    const { page, address, balance } = await openQuoted('Meld', '250')
    const dollars = await sandboxToken(stage.sandboxUrl, 'SUSD')
    await row(page, 'ETH').click()
    await row(page, 'SUSD').click()
    await dialog(page).getByRole('tab', { name: 'Bank account' }).click()
    const checkout = await openCheckout(page, 'Meld')
    await buttonAt(checkout, 'Pay 250 USD').click()
    await progress(page, 'Delivered').waitFor({ timeout: 30_000 })
    // less a fee of 1 % and 0.25
    expect(await tokenBalance(stage.sandboxUrl, dollars, address)).toBe(247_250_000n)
    expect(await balance()).toBe(parseEther('1'))
  })

  it('Coinbase: delivers SOL on Solana, less the fees', async () => {
    const { publicKey } = keypairOf(7)
    const { connection } = solanaClient(stage.sandboxUrl)
    const balance = () => connection.getBalance(publicKey)
    const before = await balance()
    await sandboxAt(stage.sandboxUrl).price({ chainId: localSolanaNetwork.caipNetworkId, usd: '150' })
    const plan = { zephyr: { namespace: 'solana', keys: [seedOf(7)] } } as const
    const { page } = await openWith(stage, plan, { query: '?family=solana' })
    await page.click('#open')
    await row(page, 'Zephyr').click()
    await dialog(page).waitFor({ state: 'hidden' })
    await openForm(page, 'Coinbase')
    await payField(page).fill('151.25')
    const checkout = await openCheckout(page, 'Coinbase')
    await buttonAt(checkout, 'Pay 151.25 USD').click()
    await progress(page, 'Delivered').waitFor({ timeout: 30_000 })
    // fees of 3.03 and 0.25 leave 147.97, at a price of 150: 147.97 / 150, cut to 8 decimals
    expect((await balance()) - before).toBe(986_466_660)
    expect(localSolanaNetwork.nativeCurrency.decimals).toBe(9)
  })

  it('a purchase cancelled at checkout is shown as failed, and nothing is delivered', async () => {
    const { page, balance } = await openQuoted('Meld', '100')
    const checkout = await openCheckout(page, 'Meld')
    await buttonAt(checkout, 'Cancel').click()
    await checkout.getByText('You cancelled this purchase').waitFor()
    await progress(page, 'Purchase failed').waitFor({ timeout: 30_000 })
    expect(await balance()).toBe(parseEther('1'))
  })

  it('a purchase with a declined card is shown as failed, and nothing is delivered', async () => {
    const { page, balance } = await openQuoted('Coinbase', '100')
    const checkout = await openCheckout(page, 'Coinbase')
    await checkout.getByLabel('Card number').fill('4000 0000 0000 0002')
    await buttonAt(checkout, /^Pay/).click()
    await checkout.getByText('Your card was declined').waitFor()
    await progress(page, 'Purchase failed').waitFor({ timeout: 30_000 })
    expect(await balance()).toBe(parseEther('1'))
  })

  it('a purchase is still tracked after a reload, and paying twice delivers once', async () => {
    const { page, balance } = await openQuoted('Coinbase', '100')
    const checkout = await openCheckout(page, 'Coinbase')
    await page.reload()
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'modal').connections.active.value)).toBeTruthy()
    await page.click('#open')
    await row(page, 'Buy').click()
    await dialog(page).getByText('Purchases in progress').first().waitFor()
    await dialog(page).getByText('Pending', { exact: true }).click()
    await progress(page, 'Complete the purchase at Coinbase').waitFor()
    const url = checkout.url()
    await Promise.all(
      [1, 2].map(() => checkout.request.post(url, { form: { action: 'pay', card: '4242' }, maxRedirects: 0 })),
    )
    await progress(page, 'Delivered').waitFor({ timeout: 30_000 })
    const once = await balance()
    expect(once > parseEther('1') && once < parseEther('1.05')).toBe(true)
  })

  it('a purchase whose checkout was closed stays pending until the visitor discards it', async () => {
    const { page, balance } = await openQuoted('Coinbase', '100')
    await (await openCheckout(page, 'Coinbase')).close()
    await page.waitForTimeout(3_000)
    await progress(page, 'Complete the purchase at Coinbase').waitFor()
    await row(page, 'I did not buy').click()
    await row(page, 'Buy').click()
    await row(page, 'Meld').waitFor()
    expect(await dialog(page).getByText('Purchases in progress').count()).toBe(0)
    expect(await balance()).toBe(parseEther('1'))
  })
})

describe('the form for buying', () => {
  it('an amount outside the limits of the payment method gets no quote and no checkout', async () => {
    const { page } = await openQuoted('Coinbase', '9.99')
    let quotes = 0
    page.on('request', (request) => {
      if (request.url().includes('/onramp/quote')) quotes++
    })
    await dialog(page).getByText('The minimum for this payment method is \u2066$10.00\u2069.').waitFor()
    await payField(page).fill('7500.01')
    await dialog(page).getByText('The maximum for this payment method is \u2066$7,500.00\u2069.').waitFor()
    await page.waitForTimeout(1_000)
    expect(quotes).toBe(0)
    await dialog(page).getByRole('tab', { name: 'Bank account' }).click()
    await row(page, 'Review purchase').waitFor({ timeout: 20_000 })
    await payField(page).fill('25000.01')
    await row(page, 'Amount too high').waitFor()
    await row(page, 'USD').click()
    await row(page, 'EUR').click()
    await dialog(page).getByText('The maximum for this payment method is \u2066€25,000.00\u2069.').waitFor()
  })

  it('shows pictures of currencies and tokens, from the catalogue if the provider has none', async () => {
    const { page } = await openVisitor()
    const seen: string[] = []
    page.on('response', (response) => seen.push(`${response.status()} ${new URL(response.url()).pathname}`))
    const width = (label: string) =>
      row(page, label)
        .locator('img')
        .evaluate((picture: HTMLImageElement) => picture.naturalWidth)
    await openForm(page, 'Coinbase')
    await row(page, 'USD').click()
    await expect.poll(() => width('EUR')).toBeGreaterThan(0)
    expect(seen).toContain('200 /public/getCurrencyImage/EUR')
    await row(page, 'EUR').click()
    await row(page, 'ETH').click()
    await expect.poll(() => width('SUSD')).toBeGreaterThan(0)
    expect(seen.filter((line) => /getTokenImage/.test(line)).length).toBeGreaterThan(0)
  })

  it('shows an error and no amount if the quote fails; the visitor can try again', async () => {
    const { page } = await openVisitor()
    await page.route('**/v1/onramp/quote*', (route) => route.fulfill({ status: 500, json: {} }))
    await openForm(page, 'Coinbase')
    await payField(page).fill('100')
    await dialog(page).getByText('No quote could be fetched.').waitFor()
    expect(await receiveField(page).inputValue()).toBe('')
    await page.unroute('**/v1/onramp/quote*')
    await row(page, 'Try again').click()
    await row(page, 'Review purchase').waitFor({ timeout: 20_000 })
  })

  it('keeps the visitor’s choices in place of the values that the site has filled in', async () => {
    const { page } = await openVisitor()
    await page.evaluate(() => Reflect.get(window, 'openBuy')({ amount: '100', currency: 'USD' }))
    await payField(page).fill('150')
    await row(page, 'USD').click()
    await row(page, 'EUR').click()
    await row(page, 'EUR').waitFor()
    expect(await payField(page).inputValue()).toBe('150')
  })

  it('is not offered in an excluded time zone', async () => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    const { page } = await openVisitor(`?without=${encodeURIComponent(zone)}`)
    await page.click('#open')
    await dialog(page).getByText('Activity').first().waitFor()
    expect(await row(page, 'Buy').count()).toBe(0)
  })
})

describe('a checkout link', () => {
  it('is requested again if the visitor switches the account during the review', async () => {
    const [first, second] = [await fundedKey(stage.sandboxUrl, 1n), await fundedKey(stage.sandboxUrl, 1n)]
    const { page, zephyr } = await openConnected(stage, { plan: { keys: [first.key, second.key] } })
    await openForm(page, 'Coinbase')
    await payField(page).fill('100')
    await row(page, 'Review purchase').click({ timeout: 20_000 })
    await expect.poll(() => fact(page, 'Delivered to')).toContain(first.address)
    await zephyr.switchAccount(1)
    await expect.poll(() => fact(page, 'Delivered to'), { timeout: 20_000 }).toContain(second.address)
    const [checkout] = await Promise.all([
      page.context().waitForEvent('page', { timeout: 20_000 }),
      row(page, 'Continue to Coinbase').click(),
    ])
    await buttonAt(checkout, 'Pay 100 USD').click()
    await progress(page, 'Delivered').waitFor({ timeout: 30_000 })
    const client = chainAt(stage.sandboxUrl)
    expect(await client.getBalance({ address: first.address })).toBe(1n)
    expect(await client.getBalance({ address: second.address })).toBeGreaterThan(1n)
  })

  it('can be opened only once', async () => {
    const { page } = await openQuoted('Coinbase', '100')
    let url = ''
    page.context().on('request', (request) => {
      if (request.url().includes('/buy/select-asset')) url = request.url()
    })
    await openCheckout(page, 'Coinbase')
    expect(new URL(url).searchParams.get('sessionToken')).toMatch(/^[\w-]{43}$/)
    const again = await page.request.get(url)
    expect([again.status(), await again.text()]).toEqual([410, expect.stringContaining('has expired or was used')])
  })
})
