import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { localNetworks } from './support/local-networks.js'
import { connectWith, dialog } from './support/modal.js'
import { servePage } from './support/page.js'
import { createStage } from './support/stage.js'

const SHOP = 'https://shop.test'

/** A site with a third-party plugin that tracks a shop's orders. */
const stage = createStage({
  serve: (sandboxUrl) =>
    servePage({
      services: [sandboxUrl, SHOP],
      body: '<button id="open">Connect wallet</button>',
      script: `
        import { createWalletModal } from '@wallet-modal/kernel'
        import { orderSettled } from '@wallet-modal/kernel/transactions'
        import { account } from '@wallet-modal/account'
        import { connect } from '@wallet-modal/connect'
        import { eip155 } from '@wallet-modal/eip155'
        import { history } from '@wallet-modal/history'
        import { Transactions } from '@wallet-modal/history/contract'
        import { order } from '../third-party/order/src/index.js'
        const modal = createWalletModal({
          metadata: { name: 'Plain page' },
          networks: ${JSON.stringify(localNetworks(sandboxUrl))},
          endpoints: { catalogue: '${sandboxUrl}', blockchain: '${sandboxUrl}' },
          plugins: [eip155(), connect(), account(), history(), order({ url: '${SHOP}' })],
        })
        document.querySelector('#open').onclick = () => void modal.open()
        const settled = []
        modal.on(orderSettled, ({ id, status }) => settled.push(id + ' ' + status))
        Object.assign(window, {
          settled,
          follow: (id, title) => modal.use(order).follow(id, title),
          openActivity: () => void modal.open({ view: Transactions }),
        })`,
    }),
})

/** Serves the shop's API: `state` is its reply for every order, `requestCount` the number of requests. */
async function openShop(context: BrowserContext): Promise<{ state: string; requestCount: number }> {
  const shop = { state: 'packing', requestCount: 0 }
  await context.route(`${SHOP}/**`, (route) => {
    shop.requestCount++
    return route.fulfill({ json: { state: shop.state }, headers: { 'access-control-allow-origin': '*' } })
  })
  return shop
}
const settled = (page: Page): Promise<readonly string[]> => page.evaluate(() => Reflect.get(window, 'settled'))

async function placeOrder(title: string) {
  let shop = { state: '', requestCount: 0 }
  const { page } = await stage.open({
    prepare: async (context) => {
      shop = await openShop(context)
    },
  })
  await connectWith(page.locator('#open'))
  await page.evaluate((text) => Reflect.get(window, 'follow')('card-1', text), title)
  await expect.poll(() => shop.requestCount).toBeGreaterThan(0)
  return { page, shop }
}

describe('an order of a third-party plugin that is not a transaction', () => {
  it('is tracked across a reload, is listed in Activity, and settles once', async () => {
    const { page, shop } = await placeOrder('Gift card of 20 €')
    await page.reload()
    const before = shop.requestCount
    await expect.poll(() => shop.requestCount, { timeout: 20_000 }).toBeGreaterThan(before)
    await page.evaluate(() => Reflect.get(window, 'openActivity')())
    await dialog(page).getByText('Gift card of 20 €').waitFor()
    await dialog(page).getByText('Pending').first().waitFor()
    expect(await settled(page)).toEqual([])
    shop.state = 'delivered'
    await expect.poll(() => settled(page), { timeout: 20_000 }).toEqual(['card-1 completed'])
    await expect.poll(() => dialog(page).getByText('Pending').count()).toBe(0)
    const after = shop.requestCount
    await page.reload()
    await page.waitForTimeout(3_000)
    expect([shop.requestCount, await settled(page)]).toEqual([after, []])
  })

  it('settles in both of two open tabs', async () => {
    const { page, shop } = await placeOrder('Gift card')
    const other = await page.context().newPage()
    await other.goto(page.url())
    await other.waitForFunction(() => 'follow' in window)
    await other.waitForTimeout(2_000)
    shop.state = 'sold out'
    await expect.poll(() => settled(page), { timeout: 30_000 }).toEqual(['card-1 failed'])
    await expect.poll(() => settled(other), { timeout: 30_000 }).toEqual(['card-1 failed'])
  })
})
