import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { addressOn, logIn, newEmail, requestOf, serveEmailSite } from './support/email-site.js'
import { createStage } from './support/stage.js'

const stage = createStage({ serve: serveEmailSite })

/** Starts a request that reaches the gateway only when `send` is called. */
async function delayedRequest(page: Page, address: string) {
  let send = (): void => undefined
  const delay = new Promise<void>((resolve) => (send = resolve))
  await page.route('**/accounts/rpc', async (route) => {
    if (route.request().postData()?.includes('eth_getTransactionCount')) await delay
    await route.continue()
  })
  const isSent = page.waitForRequest('**/accounts/rpc')
  const result = requestOf(page, 'eth_getTransactionCount', [address, 'latest'])
  await isSent
  return { send, result }
}

it('the late rejection of an earlier login’s request does not end the login that another tab has made since', async () => {
  const { page: first } = await stage.open({ wallets: [] })
  const { address: earlier } = await logIn(first, newEmail())
  const second = await first.context().newPage()
  await second.goto(first.url())
  expect(await addressOn(second)).toBe(earlier)
  const { send, result } = await delayedRequest(second, earlier)
  await first.bringToFront()
  await first.evaluate(() => Reflect.get(window, 'modal').disconnect())
  const isConnected = () => second.evaluate(() => Reflect.get(window, 'modal').connections.active.value !== null)
  await expect.poll(isConnected).toBe(false)
  const { address } = await logIn(first, newEmail())
  await expect.poll(isConnected, { timeout: 15_000 }).toBe(true)
  send()
  expect(await result).toMatchObject({ code: 4100 })
  await second.waitForTimeout(500)
  expect(await isConnected()).toBe(true)
  expect(await addressOn(second)).toBe(address)
  expect(await requestOf(second, 'eth_getTransactionCount', [address, 'latest'])).toBe('0x0')
})
