import type { Page } from 'playwright-core'
import { parseEther } from 'viem'
import { afterEach, describe, expect, it } from 'vitest'
import { dialog, row } from './support/modal.js'
import { buttonAt, openCheckout, openForm, payField, receiveField } from './support/onramp.js'
import { createOnRampGateway, VISITOR } from './support/onramp-gateway.js'
import { chainAt, fundedKey, openConnected } from './support/send-page.js'

const world = createOnRampGateway()
const { stage, prepare } = world

async function openQuoted(provider: string, amount: string) {
  const { key, address } = await fundedKey(stage.sandboxUrl, parseEther('1'))
  const { page } = await openConnected(stage, { plan: { keys: [key] }, prepare })
  await openForm(page, provider)
  await payField(page).fill(amount)
  const balance = () => chainAt(stage.sandboxUrl).getBalance({ address })
  return { page, address, balance }
}
const progress = (page: Page, title: string) => dialog(page).getByText(title, { exact: true })

afterEach(() => {
  Object.assign(world.coinbase, { fault: undefined, checkout: 'https://pay.coinbase.com' })
  world.meld.fault = undefined
})

describe('buying through a site’s own gateway', () => {
  it('Coinbase: shows a quote, opens the checkout without `window.opener`, and delivers the coins', async () => {
    const { page, address, balance } = await openQuoted('Coinbase', '100')
    await expect.poll(() => receiveField(page).inputValue(), { timeout: 20_000 }).toBe('0.0395')
    const checkout = await openCheckout(page, 'Coinbase')
    expect(new URL(checkout.url()).host).toBe('pay.coinbase.com')
    expect(await checkout.evaluate(() => window.opener)).toBe(null)
    const session = world.coinbase.sessions.get(new URL(checkout.url()).searchParams.get('sessionToken') ?? '')
    expect(session).toMatchObject({ clientIp: VISITOR, destinationAddress: address, paymentAmount: '100' })
    await progress(page, 'Complete the purchase at Coinbase').waitFor()
    await buttonAt(checkout, 'Pay').click()
    await progress(page, 'Delivered').waitFor({ timeout: 30_000 })
    expect(await balance()).toBe(parseEther('1.0395'))
  })

  it('Meld: a declined payment is shown as a failed purchase, and nothing is delivered', async () => {
    const { page, balance } = await openQuoted('Meld', '100')
    await expect.poll(() => receiveField(page).inputValue(), { timeout: 20_000 }).toBe('0.0392')
    const checkout = await openCheckout(page, 'Meld')
    expect(new URL(checkout.url()).host).toBe('meldcrypto.com')
    await buttonAt(checkout, 'Decline').click()
    await progress(page, 'Purchase failed').waitFor({ timeout: 30_000 })
    expect(await balance()).toBe(parseEther('1'))
  })

  it('shows an error and no price if the provider fails, and opens no checkout on another host', async () => {
    const { page } = await openQuoted('Coinbase', '100')
    await expect.poll(() => receiveField(page).inputValue(), { timeout: 20_000 }).toBe('0.0395')
    world.coinbase.fault = 500
    await payField(page).fill('200')
    await dialog(page).getByText('Coinbase failed. Try again later.').waitFor()
    expect(await receiveField(page).inputValue()).toBe('')
    world.coinbase.fault = undefined
    await payField(page).fill('201')
    await expect.poll(() => receiveField(page).inputValue(), { timeout: 20_000 }).not.toBe('')
    world.coinbase.checkout = 'https://pay.coinbase.com.evil.example'
    await row(page, 'Review purchase').click()
    await dialog(page).getByText('Coinbase returned a checkout page on another host.').waitFor()
    expect(page.context().pages()).toHaveLength(1)
  })
})
