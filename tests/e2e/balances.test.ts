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
/** How the page writes an amount: at most six digits after the point, cut. */
const shown = (amount: bigint, decimals: number): string => formatUnits(amount, decimals).replace(/(\.\d{6})\d+$/, '$1')
/** What the chain itself says that the account holds of every token of the sandbox, by a client of its own. */
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
  ['through the service', ''],
  ['with no service, from the chain itself', '?chain'],
] as const)('what the account holds, %s', (_, query) => {
  it('D10: lists every token with the values of the chain, including unusual ones', async () => {
    const page = await openConnected(query)
    await page.click('#open')
    await item(page, 'Sandbox Relic').waitFor()
    const held = await onChain()
    const real = held.filter(({ price }) => price !== null)
    expect(real.length).toBeGreaterThan(8)
    for (const { symbol, amount } of query ? real.filter((one) => one.symbol !== 'SUSD') : real)
      await item(page, `${amount} ${symbol}`).first().waitFor()
  })

  it('collectibles as pictures, with how many there are', async () => {
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

it('D9: shows the total value, without look-alike tokens', async () => {
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
  it('are shown at once after a reload, marked as old while there is no reply', async () => {
    const page = await openConnected()
    await page.click('#open')
    await item(page, 'Sandbox Gold').waitFor()
    // as if it were a while ago
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

  it('are in the first frame of the account view, without any reply', async () => {
    const page = await openConnected()
    await page.click('#open')
    await item(page, 'Sandbox Gold').waitFor()
    const asked: string[] = []
    await page.route('**/v1/**', (route) => {
      asked.push(route.request().url())
      return new Promise(() => {})
    })
    await page.reload()
    await expect
      .poll(() => page.evaluate(() => Reflect.get(window, 'balances').holdings.peek().tokens.length), {
        timeout: 10_000,
      })
      .toBeGreaterThan(0) // nobody clicked: the page has looked ahead
    expect(asked).toEqual([])
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

  it('B5: stay, marked, where the network is gone; the toast comes once; and Try again reads anew', async () => {
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

describe('the account', () => {
  it('leads to its settings, and the tab that was chosen stays so', async () => {
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

  it('C5: another network shows its own balances', async () => {
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

describe.each(['light', 'dark'] as const)('in %s', (theme) => {
  it('M1: axe finds nothing', async () => {
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

it('L2: L3: fits a phone from right to left, and no language changes a number', async () => {
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

it('a site reads balances itself; nothing is requested before', async () => {
  const page = await openConnected()
  expect(await status(page)).toBe('none ')
  await page.evaluate(() => Reflect.get(window, 'balances').refresh())
  await expect.poll(() => status(page)).toBe('ready 32452300400000000000000000')
})

it('a transfer on the chain shows up with the next reading', async () => {
  const page = await openConnected()
  await page.click('#open')
  await item(page, 'Sandbox Euro').getByText('5000 SEUR').waitFor()
  const euro = (await recordsOf(stage.sandboxUrl)).find(({ symbol }) => symbol === 'SEUR')?.address ?? ''
  const wallet = createWalletClient({
    account: privateKeyToAccount('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'), // anvil's second
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
