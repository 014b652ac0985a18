import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { dialog, row } from './support/modal.js'
import { alice, bob, caipNetworkId, createAssetStage, dollar, newcomer } from './support/polkadot-assets.js'
import { amountField, fact, receiverField, review, sendButton } from './support/send-page.js'

const { visit, chain } = createAssetStage()
const coin = { assetId: `${caipNetworkId}/slip44:354` }
const item = (page: Page, name: string) => dialog(page).getByRole('listitem').filter({ hasText: name })

describe.each([
  ['through the service', ''],
  ['from the chain, without the service', '?chain'],
] as const)('the assets of an account on Polkadot, %s', (_, query) => {
  it('D9, D10: are listed, with "—" if there is no price; frozen assets are marked if they are read from the chain', async () => {
    const { page } = await visit({ query })
    await page.click('#open')
    await item(page, 'Sandbox Penny').getByText('4000 SPNY').waitFor()
    expect(await item(page, 'Sandbox Amber').textContent()).toContain('—')
    const icicle = await item(page, 'Sandbox Icicle').textContent()
    expect(icicle).toContain('70 SICE')
    expect(icicle?.includes('Frozen')).toBe(query !== '')
  })
})

describe('sending an asset through the views', () => {
  it('I7, D4: refuses frozen assets and unsuitable receivers, and transfers the reviewed amount', async () => {
    const { page } = await visit({ query: '?chain' })
    await page.click('#open')
    await row(page, 'Send').click()
    await dialog(page).locator('.wm-amount-line .wm-secondary').click()
    await dialog(page).locator('.wm-item').filter({ hasText: 'Sandbox Icicle' }).click()
    await amountField(page).fill('1')
    await dialog(page).getByText('has frozen the balance of this account').waitFor()
    await dialog(page).locator('.wm-amount-line .wm-secondary').click()
    await dialog(page).locator('.wm-item').filter({ hasText: 'Sandbox Penny' }).click()
    await amountField(page).fill('12.34')
    await receiverField(page).fill(newcomer('//views//nobody'))
    await dialog(page).getByText('which it needs to hold SPNY').waitFor()
    await receiverField(page).fill('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
    await dialog(page).getByText('This is an address on Ethereum').waitFor()
    await review(page, { amount: '12.34', to: bob })
    expect(await fact(page, 'Amount')).toContain('12.34')
    expect(await fact(page, 'To')).toBe(bob)
    const before = [(await chain().asset('12', alice)) ?? 0n, (await chain().asset('12', bob)) ?? 0n]
    await sendButton(page).click()
    await dialog(page).getByText('Transaction started').waitFor()
    await expect
      .poll(async () => [await chain().asset('12', alice), await chain().asset('12', bob)], { timeout: 20_000 })
      .toEqual([(before[0] ?? 0n) - 1234n, (before[1] ?? 0n) + 1234n])
    await dialog(page).getByRole('tab', { name: 'Activity' }).click()
    await dialog(page).getByText('−12.34 SPNY').first().waitFor()
  })
})

describe('past activity from a Polkadot node without an index by account', () => {
  const drafts = [
    { token: coin, amount: 1_234_567_890_123n },
    { token: dollar, amount: 7_000_001n },
  ]
  /** Sends both drafts to `receiver` from a separate browser context. */
  async function pay(receiver: string): Promise<void> {
    const { page, send } = await visit()
    for (const draft of drafts) {
      await send.prepare({ ...draft, receiver })
      const { hash = '' } = await send.submit()
      await expect
        .poll(() => send.status({ caipNetworkId, address: alice, sentAt: 0, hash }), { timeout: 15_000 })
        .toBe('confirmed')
    }
    await page.context().close()
  }
  const openAll = (page: Page): Promise<void> => page.evaluate(() => Reflect.get(window, 'openAll')())
  const list = (page: Page) => dialog(page).getByRole('list', { name: 'Transactions' })

  it('D1: lists transfers of coins and assets from the blocks, without a record kept by the page', async () => {
    const to = newcomer('//views//past')
    await pay(to)
    const { page } = await visit()
    await openAll(page)
    await list(page).getByText('−1.2345 ROC').first().waitFor()
    await list(page).getByRole('button', { name: /SUSD/ }).first().click()
    await dialog(page).getByRole('heading', { name: 'Transaction' }).waitFor()
    const text = await dialog(page).textContent()
    for (const part of ['Confirmed', '−7.000001 SUSD', to]) expect(text).toContain(part)
    expect([await chain().free(to), await chain().asset('1984', to)]).toEqual(drafts.map(({ amount }) => amount))
  })

  it('D1: says that only the latest blocks were searched if the node has pruned older state', async () => {
    await pay(newcomer('//views//pruned'))
    const head = await chain().height()
    const gone = await Promise.all(Array.from({ length: head - 1 }, (_, block) => chain().blockHash(block)))
    const { page } = await visit()
    await page.route('**/v1/**', async (route) => {
      const body = route.request().postData() ?? ''
      if (!body.includes('"state_queryStorageAt"') || !gone.some((hash) => body.includes(hash))) return route.fallback()
      const { id } = JSON.parse(body)
      await route.fulfill({ json: { jsonrpc: '2.0', id, error: { code: 4003, message: 'State already discarded' } } })
    })
    await openAll(page)
    await dialog(page).getByText('Only the latest blocks were searched: 2').waitFor()
    expect(await list(page).locator('.wm-item').count()).toBe(2)
  })
})
