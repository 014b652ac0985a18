import type { Request } from 'playwright-core'
import { parseEther, parseUnits } from 'viem'
import { expect, it } from 'vitest'
import { findWithAxe } from './support/axe.js'
import { dialog, row } from './support/modal.js'
import { fundedKey, give, openConnected, sandboxToken } from './support/send-page.js'
import { createStage } from './support/stage.js'
import { button, field, openSwap, serveSwapPage } from './support/swap-page.js'

const stage = createStage({ serve: (sandboxUrl) => serveSwapPage(sandboxUrl) })
const COIN = 'eip155:31337/slip44:60'

/** Opens the selection of the token to receive, as a visitor who holds only coins. */
async function openChoice(query = '') {
  const { key, address } = await fundedKey(stage.sandboxUrl, parseEther('3'))
  const { page } = await openConnected(stage, { query, plan: { keys: [key] } })
  await openSwap(page, { fromToken: COIN, amount: '1' })
  await dialog(page).getByRole('region').nth(1).getByRole('button').click()
  const search = dialog(page).getByRole('searchbox')
  await search.waitFor()
  return { page, address, search }
}

it('the list shows the account’s tokens first, then suggested and then other tokens, under headings', async () => {
  const { page, search } = await openChoice()
  await dialog(page).getByRole('heading', { name: 'More tokens' }).waitFor()
  const texts = await dialog(page).locator('.wm-finder-found').locator('h2, .wm-item-label').allTextContents()
  expect(texts.slice(0, 4)).toEqual(['Your tokens', 'Ether', 'Suggested', 'Sandbox Dollar'])
  expect(texts.indexOf('Sandbox Gold')).toBeGreaterThan(texts.indexOf('More tokens'))
  await search.fill('gold')
  await row(page, /Sandbox Gold/).waitFor()
  expect(await dialog(page).getByRole('heading', { name: 'More tokens' }).count()).toBe(0)
  expect(await findWithAxe(page, 'html')).toEqual([])
})

it('a pasted address finds an unlisted token, which has a warning and can be selected', async () => {
  const { page, search } = await openChoice()
  await dialog(page).getByRole('heading', { name: 'More tokens' }).waitFor()
  const grain = await sandboxToken(stage.sandboxUrl, 'SGRN')
  await search.fill(grain.address.toLowerCase())
  await dialog(page).getByText('not in the list').waitFor()
  expect(await findWithAxe(page, 'html')).toEqual([])
  await row(page, /Sandbox Grain/).click()
  await dialog(page).getByRole('region', { name: 'You receive' }).getByText('SGRN').first().waitFor()
  expect(await field(page, 'You receive').inputValue()).toBe('')
  await button(page, 'Insufficient liquidity').waitFor()
})

it('the address of an account and an invalid address find no token', async () => {
  const { page, search, address } = await openChoice()
  for (const text of [address, `${address.slice(0, -1)}z`]) {
    await search.fill(text)
    await dialog(page).getByText('No token found').waitFor()
  }
})

it('a balance that arrives after a switch of the account is not displayed for the other account', async () => {
  const [first, second] = [await fundedKey(stage.sandboxUrl, parseEther('1')), await fundedKey(stage.sandboxUrl, 1n)]
  const dollars = await sandboxToken(stage.sandboxUrl, 'SUSD')
  await give(stage.sandboxUrl, first.address, dollars, parseUnits('500', 6))
  const { page, zephyr } = await openConnected(stage, { plan: { keys: [first.key, second.key] } })
  await page.route('**/v1/account/*/balance*', (route) => route.fulfill({ status: 500, json: {} }))
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const isHeld = (request: Request): boolean => {
    const text = request.postData()?.toLowerCase() ?? ''
    return text.includes('eth_call') && text.includes(first.address.slice(2).toLowerCase())
  }
  const heldRequests: Request[] = []
  const replies: string[] = []
  await page.route('**/v1/?chainId=*', async (route) => {
    if (!isHeld(route.request())) return route.continue()
    heldRequests.push(route.request())
    const response = await route.fetch()
    replies.push(await response.text())
    await released
    return route.fulfill({ response })
  })
  const reading = page.waitForRequest(isHeld)
  await openSwap(page, { fromToken: dollars.assetId })
  await reading
  await zephyr.switchAccount(1)
  await page.waitForFunction(
    (address) => Reflect.get(window, 'modal').connections.active.peek().account.address === address,
    second.address,
  )
  release()
  await Promise.all(heldRequests.map(async (request) => (await request.response())?.finished()))
  expect(replies.join()).toContain(parseUnits('500', 6).toString(16))
  // two frames: the page has read the reply and rendered
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  expect(await dialog(page).getByRole('region', { name: 'You pay' }).textContent()).not.toContain('500')
})

it('values that the site has filled in stay changed when the visitor returns to the form', async () => {
  const { key } = await fundedKey(stage.sandboxUrl, parseEther('3'))
  const { page } = await openConnected(stage, { plan: { keys: [key] } })
  const [dollars, gold] = [await sandboxToken(stage.sandboxUrl, 'SUSD'), await sandboxToken(stage.sandboxUrl, 'SGLD')]
  await openSwap(page, { fromToken: COIN, toToken: dollars.assetId, amount: '1' })
  await field(page, 'You pay').fill('2')
  await dialog(page).getByRole('region', { name: 'You receive' }).getByRole('button').click()
  await row(page, new RegExp(gold.name)).click()
  const received = dialog(page).getByRole('region', { name: 'You receive' })
  await received.getByText(gold.symbol).first().waitFor()
  expect(await field(page, 'You pay').inputValue()).toBe('2')
})
