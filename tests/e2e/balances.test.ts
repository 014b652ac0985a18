import type { Page } from 'playwright-core'
import { createPublicClient, createWalletClient, erc20Abi, formatUnits, http, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { anvil } from 'viem/chains'
import { describe, expect, it } from 'vitest'
import { findWithAxe } from './support/axe.js'
import { type BalanceRecord, recordsOf, serveBalances, showView } from './support/balances-page.js'
import { dialog, row } from './support/modal.js'
import { createStage } from './support/stage.js'
import { ACCOUNT } from './support/wallet.js'

const stage = createStage({ serve: serveBalances })
async function openConnected(query = '', options = {}): Promise<Page> {
  const { page } = await stage.open({ query, options })
  await page.click('#open')
  await row(page, /Zephyr/).click()
  await dialog(page).waitFor({ state: 'hidden' })
  return page
}

const list = (page: Page) => dialog(page).getByRole('list', { name: 'Tokens', exact: true })
const item = (page: Page, name: string) => list(page).getByRole('listitem').filter({ hasText: name })
const status = (page: Page) => page.locator('#total').textContent()
/** The amount as the page shows it: truncated to six decimals. */
const shown = (amount: bigint, decimals: number): string => formatUnits(amount, decimals).replace(/(\.\d{6})\d+$/, '$1')
/** The account's balances of all sandbox tokens, read from the chain by a separate client. */
async function onChain(): Promise<readonly (BalanceRecord & { readonly amount: string })[]> {
  const client = createPublicClient({
    transport: http(`${stage.sandboxUrl}/v1/?chainId=eip155:31337&projectId=test`),
  })
  const records = await recordsOf(stage.sandboxUrl)
  return Promise.all(
    records.map(async (record) => {
      const address = record.address?.replace('eip155:31337:', '')
      if (!address) return { ...record, amount: shown(await client.getBalance({ address: ACCOUNT }), 18) }
      const contract = { address: `0x${address.slice(2)}`, abi: erc20Abi } as const
      const [held, decimals] = await Promise.all([
        client.readContract({ ...contract, functionName: 'balanceOf', args: [ACCOUNT] }),
        client.readContract({ ...contract, functionName: 'decimals' }),
      ])
      return { ...record, amount: shown(held, decimals) }
    }),
  )
}

describe.each([
  ['read from the service', ''],
  ['read from the chain without a service', '?chain'],
] as const)('the balances of an account, %s', (_, query) => {
  it('D10: list the tokens with their amounts on the chain, including unusual tokens', async () => {
    const page = await openConnected(query)
    await page.click('#open')
    await item(page, 'Sandbox Relic').waitFor()
    const held = await onChain()
    const real = held.filter(({ price }) => price !== null)
    expect(real.length).toBeGreaterThan(8)
    for (const { symbol, amount } of query ? real.filter((one) => one.symbol !== 'SUSD') : real)
      await item(page, `${amount} ${symbol}`).first().waitFor()
  })

  it('show collectibles as pictures with their counts', async () => {
    const page = await openConnected(query)
    await page.click('#open')
    await dialog(page).getByRole('tab', { name: 'NFTs' }).click()
    const nfts = dialog(page).getByRole('list', { name: 'NFTs' })
    await nfts.getByText(/^Sandbox Tile #\d+$/).waitFor()
    await nfts.getByText('×5').waitFor()
    await expect
      .poll(() => nfts.locator('img').evaluateAll((all) => all.map((one) => Reflect.get(one, 'naturalWidth') > 0)))
      .toEqual([true, true, true])
  })
})

it('D9: the total value leaves out look-alike tokens, which are hidden and have no value', async () => {
  const page = await openConnected()
  await page.click('#open')
  await item(page, 'Sandbox Gold').getByText('$2,400,000.00').waitFor()
  await item(page, 'Ether').getByText('$30,000,000.00').waitFor()
  await dialog(page).getByText('$32,452,300.40').waitFor()
  expect(await list(page).getByText('SUSD').count()).toBe(1)
  await row(page, 'Show hidden (3)').click()
  const hidden = dialog(page).getByRole('list', { name: 'Hidden tokens' })
  await expect.poll(() => hidden.getByText('Look-alike').count()).toBe(3)
  expect(await hidden.getByText('$').count()).toBe(0)
})

describe('stored balances', () => {
  it('are shown after a reload, marked as outdated while the service does not reply', async () => {
    const page = await openConnected()
    await page.click('#open')
    await item(page, 'Sandbox Gold').waitFor()
    // makes the stored balances outdated
    await page.evaluate(() => {
      for (const [key, text] of Object.entries(localStorage))
        if (key.endsWith('/holdings')) localStorage.setItem(key, String(text).replace(/"readAt":\d+/g, '"readAt":1000'))
    })
    await page.route('**/balance?*', () => new Promise(() => {}))
    await page.reload()
    await expect
      .poll(() => page.evaluate(() => Reflect.get(window, 'modal').connections.status.peek()))
      .toBe('connected')
    await page.click('#open')
    await item(page, 'Sandbox Gold').getByText('$2,400,000.00').waitFor()
    await dialog(page).getByText('Last known balances').waitFor()
    expect(await status(page)).toBe('stale 32452300400000000000000000')
  })

  it('are in the first rendered frame of the account view, before any reply', async () => {
    const page = await openConnected()
    await page.click('#open')
    await item(page, 'Sandbox Gold').waitFor()
    const requestUrls: string[] = []
    await page.route('**/v1/**', (route) => {
      requestUrls.push(route.request().url())
      return new Promise(() => {})
    })
    await page.reload()
    await expect
      .poll(() => page.evaluate(() => Reflect.get(window, 'balances').holdings.peek().tokens.length), {
        timeout: 10_000,
      })
      .toBeGreaterThan(0) // prefetched without a click
    expect(requestUrls).toEqual([])
    const shown = await page.evaluate(async () => {
      document.querySelector<HTMLElement>('#open')?.click()
      for (;;) {
        await new Promise(requestAnimationFrame)
        const open = document.querySelector('[data-wallet-modal]')?.shadowRoot?.querySelector('dialog[open]')
        if (open?.querySelector('.wm-view')) return open.textContent
      }
    })
    expect(shown).toContain('$32,452,300.40')
    expect(shown).toContain('10000 ETH')
  })

  it('B5: stay on screen offline, marked as outdated, with one toast; Try again loads new balances', async () => {
    const page = await openConnected()
    await page.click('#open')
    await item(page, 'Sandbox Gold').waitFor()
    await page.context().setOffline(true)
    await page.evaluate(() => void Reflect.get(window, 'balances').refresh({ force: true }))
    await dialog(page).getByText('Last known balances').waitFor()
    await dialog(page).getByText('Token Balance Unavailable').waitFor()
    expect(await item(page, 'Sandbox Gold').count()).toBe(1)
    await page.context().setOffline(false)
    await row(page, 'Try again').first().click()
    await dialog(page).getByText('Last known balances').waitFor({ state: 'hidden' })
  })

  it('are deleted from the browser after disconnecting', async () => {
    const page = await openConnected()
    await page.click('#open')
    await item(page, 'Sandbox Gold').waitFor()
    await row(page, 'Disconnect').click()
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith('/holdings'))))
      .toEqual([])
  })
})

describe('the account view', () => {
  it('opens the account settings, and keeps the selected tab on the way back', async () => {
    const page = await openConnected()
    await page.click('#open')
    await dialog(page).getByRole('tab', { name: 'NFTs' }).click()
    await row(page, /Settings/).click()
    await dialog(page).getByRole('heading', { name: 'Account Settings' }).waitFor()
    expect(await dialog(page).locator('.wm-address').textContent()).toBe(ACCOUNT)
    await row(page, /^Local One/).click()
    await dialog(page).getByRole('heading', { name: 'Choose Network' }).waitFor()
    await row(page, 'Back').click()
    await row(page, 'Back').click()
    expect(await dialog(page).getByRole('tab', { name: 'NFTs' }).getAttribute('aria-selected')).toBe('true')
  })

  it('C5: shows the balances of the new network after a switch', async () => {
    const page = await openConnected()
    await page.click('#open')
    await item(page, 'Sandbox Gold').waitFor()
    await page.route('**/balance?*31338*', (route) =>
      route.fulfill({ json: { balances: [] }, headers: { 'access-control-allow-origin': '*' } }),
    )
    await page.evaluate(() => Reflect.get(window, 'modal').switchNetwork('eip155:31338'))
    await expect.poll(() => list(page).getByRole('listitem').count()).toBe(1)
  })
})

describe.each(['light', 'dark'] as const)('the views of balances in %s mode', (theme) => {
  it('M1: have no axe violations', async () => {
    const page = await openConnected(`?theme=${theme}`)
    for (const view of ['Account', 'Tokens', 'Nfts', 'AccountSettings'] as const) {
      await showView(page, view)
      await dialog(page)
        .getByText(/Sandbox Gold|Sandbox Tile #|Local One/)
        .first()
        .waitFor()
      if (view === 'Tokens') await row(page, /^Show hidden/).click()
      expect([view, await findWithAxe(page)]).toEqual([view, []])
    }
  })
})

it('L2, L3: in Arabic (right to left), the views of balances fit a phone and show the same total value as in English', async () => {
  const page = await openConnected('', { locale: 'ar', viewport: { width: 390, height: 844 } })
  for (const view of ['Account', 'Tokens', 'Nfts', 'AccountSettings'] as const) {
    await showView(page, view)
    await dialog(page)
      .getByText(/Sandbox Gold|Sandbox Tile #|Local One/)
      .first()
      .waitFor()
    if (view === 'Tokens') await dialog(page).getByText('$32,452,300.40').waitFor()
    await page.waitForTimeout(300)
    const wide = await page.evaluate(() => {
      const root = document.querySelector('[data-wallet-modal]')?.shadowRoot
      const card = root?.querySelector('.wm-card')?.getBoundingClientRect()
      const all = [...(root?.querySelectorAll('.wm-card *') ?? [])].map((one) => one.getBoundingClientRect())
      return all.filter((box) => card && box.width > 0 && (box.left < card.left - 1 || box.right > card.right + 1))
        .length
    })
    expect([view, wide]).toEqual([view, 0])
  }
})

it('a site can read balances with refresh(); until then, their status is "none"', async () => {
  const page = await openConnected()
  expect(await status(page)).toBe('none ')
  await page.evaluate(() => Reflect.get(window, 'balances').refresh())
  await expect.poll(() => status(page)).toBe('ready 32452300400000000000000000')
})

it('a transfer on the chain is shown after the next refresh', async () => {
  const page = await openConnected()
  await page.click('#open')
  await item(page, 'Sandbox Euro').getByText('5000 SEUR').waitFor()
  const euro = (await recordsOf(stage.sandboxUrl)).find(({ symbol }) => symbol === 'SEUR')?.address ?? ''
  const wallet = createWalletClient({
    account: privateKeyToAccount('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'), // key of anvil's second account
    chain: anvil,
    transport: http(`${stage.sandboxUrl}/v1/?chainId=eip155:31337&projectId=test`),
  }).extend(publicActions)
  const hash = await wallet.writeContract({
    address: `0x${euro.replace('eip155:31337:0x', '')}`,
    abi: erc20Abi,
    functionName: 'transfer',
    args: [ACCOUNT, 125n],
  })
  await wallet.waitForTransactionReceipt({ hash })
  await page.evaluate(() => Reflect.get(window, 'balances').refresh({ force: true }))
  await item(page, 'Sandbox Euro').getByText('5001.25 SEUR').waitFor()
  await item(page, 'Sandbox Euro').getByText('$5,401.35').waitFor()
})
