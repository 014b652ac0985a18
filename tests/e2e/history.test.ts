import { localContracts } from '@wallet-modal/sandbox/server'
import type { Page } from 'playwright-core'
import { createWalletClient, encodeFunctionData, erc20Abi, erc721Abi, http, publicActions } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { describe, expect, it } from 'vitest'
import { findWithAxe } from './support/axe.js'
import { createHistoryStage, openAll, record, transfer } from './support/history-page.js'
import { dialog, row } from './support/modal.js'
import { ACCOUNT } from './support/wallet.js'

const stage = createHistoryStage()
const chainId = 'eip155:31337'
const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const list = (page: Page) => dialog(page).getByRole('list', { name: 'Transactions' })
/** The rows as they read, without the letters in pictures. */
const rows = (page: Page): Promise<readonly string[]> =>
  list(page)
    .locator('.wm-item')
    .evaluateAll((items) =>
      items.map((item) =>
        [...item.querySelectorAll('.wm-item-text, .wm-side')].map((part) => part.textContent).join(' | '),
      ),
    )

/** The engine through a client of its own. */
function clientOf(url: string) {
  const account = mnemonicToAccount('test test test test test test test test test test test junk')
  const transport = http(`${url}/v1/?chainId=${chainId}`)
  const client = createWalletClient({ chain: foundry, transport, account, pollingInterval: 20 }).extend(publicActions)
  const node = async (method: string, ...params: readonly unknown[]): Promise<unknown> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
    const reply: { result?: unknown } = await (await fetch(`${url}/v1/?chainId=${chainId}`, init)).json()
    return reply.result
  }
  const control = (path: string, body: object): Promise<Response> =>
    fetch(`${url}/sandbox/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const done = async (hash: `0x${string}`) => {
    await client.waitForTransactionReceipt({ hash })
    return hash
  }
  return { client, node, control, done }
}

describe('past activity of a real chain', () => {
  it('what could not be loaded offline is loaded once the browser is online again, without a press', async () => {
    const { client, done } = clientOf(stage.sandboxUrl)
    await done(await client.sendTransaction({ to: friend, value: 1n }))
    const { page } = await stage.open()
    const entries = '**/v1/account/*/history*'
    await page.route(entries, (route) => route.abort('internetdisconnected')) // the view's own code is loaded before the connection is lost
    await openAll(page)
    await dialog(page).getByText('Failed to fetch transactions').first().waitFor()
    await page.context().setOffline(true)
    await page.unroute(entries)
    await row(page, 'Try again').waitFor()
    await page.context().setOffline(false)
    await list(page).waitFor()
  })

  it('D1: coins, tokens and failures are shown with what the chain moved, to the last digit', async () => {
    const { client, done } = clientOf(stage.sandboxUrl)
    const [, dollar] = localContracts.tokens
    if (!dollar) throw new Error('there is no token')
    const value = 50_000_000_000_000_001n
    const coins = await done(await client.sendTransaction({ to: friend, value }))
    const pay = (amount: bigint) =>
      encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [friend, amount] })
    await done(await client.sendTransaction({ to: dollar.address, data: pay(1_234_567n) }))
    await done(await client.sendTransaction({ to: dollar.address, data: pay(10n ** 30n), gas: 100_000n }))
    const { page } = await stage.open()
    await openAll(page)
    await expect
      .poll(async () => (await rows(page)).slice(0, 3))
      .toEqual([
        expect.stringMatching(/^SentTo .* \| Failed$/),
        expect.stringMatching(/^SentTo .*79C8.* \| −1\.2345 SUSD\w+ \d+$/),
        expect.stringMatching(/^SentTo .*79C8.* \| −0\.05 ETH\w+ \d+$/),
      ])
    await list(page).locator('.wm-item').nth(2).click()
    await dialog(page).getByRole('heading', { name: 'Transaction' }).waitFor()
    const text = await dialog(page).textContent()
    expect(text).toContain('−0.050000000000000001 ETH')
    expect(text).toContain(coins)
    expect(text).toContain(friend)
    expect(await dialog(page).getByRole('link', { name: 'View on block explorer' }).getAttribute('href')).toBe(
      `https://explorer.test/tx/${coins}`,
    )
    await row(page, 'Back').click()
    await list(page).waitFor()
  })

  it('what waits is first, and is once confirmed where it belongs', async () => {
    const { client, node } = clientOf(stage.sandboxUrl)
    await node('evm_setAutomine', false)
    try {
      const hash = await client.sendTransaction({ to: friend, value: 7_000_000_000_000_000n, gas: 21_000n })
      const { page } = await stage.open()
      await openAll(page)
      await expect.poll(async () => (await rows(page))[0]).toMatch(/−0\.007 ETHPending$/)
      expect(await list(page).locator('h2').first().textContent()).toBe('Pending')
      await node('evm_mine')
      await client.waitForTransactionReceipt({ hash })
      await page.evaluate(() => Reflect.get(window, 'activity').refresh())
      await expect.poll(async () => (await rows(page))[0]).toMatch(/−0\.007 ETH(?!Pending)\w+ \d+$/)
      expect(await list(page).locator('h2').first().textContent()).not.toBe('Pending')
    } finally {
      await node('evm_setAutomine', true)
      await node('evm_mine')
    }
  })

  it('more than a hundred transactions come page by page, each once', async () => {
    const { client, node } = clientOf(stage.sandboxUrl)
    const from = await client.getTransactionCount({ address: ACCOUNT })
    await node('evm_setAutomine', false)
    for (let at = 0; at < 120; at++)
      await client.sendTransaction({ to: friend, value: 10n ** 15n * BigInt(at + 1), gas: 21_000n, nonce: from + at })
    await node('evm_setAutomine', true)
    await node('evm_mine')
    const { page } = await stage.open()
    await openAll(page)
    await list(page).waitFor()
    for (let turn = 0; turn < 12; turn++) {
      await page.locator('.wm-body').evaluate((body) => {
        body.scrollTop += 900
      })
      await page.waitForTimeout(60)
    }
    const shown = (): Promise<readonly string[]> =>
      page.evaluate(() =>
        Reflect.get(window, 'activity')
          .entries.peek()
          .flatMap(({ transfers }: { transfers: readonly { amount?: bigint; decimals: number }[] }) =>
            transfers.map(({ amount, decimals }) => `${amount}e-${decimals}`),
          ),
      )
    await expect.poll(async () => (await shown()).length).toBeGreaterThan(119)
    const amounts = new Set(await shown())
    for (const amount of ['1e-3', '77e-3', '12e-2']) expect([...amounts]).toContain(amount)
    const ids = await page.evaluate(() =>
      Reflect.get(window, 'activity')
        .entries.peek()
        .map(({ id }: { id: string }) => id),
    )
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('D11: spam and a sender that looks like a known address are hidden; shown they are told in words and not to be copied', async () => {
    const { client, node, control, done } = clientOf(stage.sandboxUrl)
    await done(await client.sendTransaction({ to: friend, value: 10n ** 15n }))
    const planted = `0x7099${'deadbeef'.repeat(4)}79c8`
    await control('fund', { address: planted, chainId, amount: '1000000000000000000' })
    await node('anvil_impersonateAccount', planted)
    await node('eth_sendTransaction', { from: planted, to: ACCOUNT, value: '0x2386f26fc10000' })
    const owner = mnemonicToAccount('test test test test test test test test test test test junk', { addressIndex: 4 })
    const give = { abi: erc721Abi, functionName: 'transferFrom', args: [owner.address, ACCOUNT, 5n] } as const
    await node('anvil_impersonateAccount', owner.address)
    await node('eth_sendTransaction', { from: owner.address, to: localContracts.tiles, data: encodeFunctionData(give) })
    await control('spam', { chainId, address: localContracts.tiles })
    const { page } = await stage.open()
    await openAll(page)
    const box = dialog(page).getByRole('checkbox', { name: /^Show hidden \(\d+\)/ })
    await box.waitFor()
    expect((await rows(page)).join()).not.toMatch(/Tile|Look-alike/)
    await box.check()
    await expect
      .poll(async () => (await rows(page)).slice(0, 2))
      .toEqual([
        expect.stringMatching(/^ReceivedReported as spam \| \+Sandbox Ti/),
        expect.stringMatching(/^ReceivedLook-alike address.* \| \+0\.01 ETH\w+ \d+$/),
      ])
    await list(page).locator('.wm-item').nth(1).click()
    await dialog(page).getByText('This address only looks like one that you know').waitFor()
    expect((await dialog(page).textContent())?.toLowerCase()).toContain(planted)
    expect(await dialog(page).getByRole('button', { name: /Copy/ }).count()).toBe(0)
    await page.keyboard.press('Control+a')
    expect((await page.evaluate(() => String(getSelection()))).toLowerCase()).not.toContain('deadbeef')
  })
})

describe('the list', () => {
  const many = (cursor: string | null) => {
    const page = Number(cursor ?? 0)
    const data = Array.from({ length: 500 }, (_, at) => page * 500 + at).map((at) =>
      record(String(at), { at: new Date(Date.UTC(2026, 10, 20) - at * 3_600_000).toISOString() }),
    )
    return { data, next: page < 19 ? String(page + 1) : null }
  }

  it('10,000 transactions: only those in sight are in the page, at every frame of a quick scroll', async () => {
    const { page } = await stage.open({ answers: many })
    await openAll(page)
    await list(page).waitFor()
    await page.evaluate(async () => {
      const { isWhole, loadMore } = Reflect.get(window, 'activity')
      while (!isWhole.peek()) await loadMore()
    })
    expect(await page.evaluate(() => Reflect.get(window, 'activity').entries.peek().length)).toBe(10_000)
    const drawn = await page.evaluate(async () => {
      const root = document.querySelector('[data-wallet-modal]')?.shadowRoot
      const body = root?.querySelector('.wm-body')
      if (!root || !body) throw new Error('there is no list')
      const counts: number[] = []
      for (let frame = 0; frame < 40; frame++) {
        body.scrollTop += 12_000
        await new Promise(requestAnimationFrame)
        await new Promise((done) => setTimeout(done))
        counts.push(root.querySelectorAll('.wm-long li').length)
      }
      return counts
    })
    expect(Math.max(...drawn)).toBeLessThan(60)
    expect(Math.min(...drawn)).toBeGreaterThan(14) // the card is full at each frame
    await page.locator('.wm-body').evaluate((body) => {
      body.scrollTop = body.scrollHeight
    })
    const gapBelow = (): Promise<number> =>
      page.evaluate(() => {
        const root = document.querySelector('[data-wallet-modal]')?.shadowRoot
        const last = root?.querySelector('.wm-long')?.lastElementChild
        const card = root?.querySelector('.wm-card')
        return last?.matches('[aria-hidden]') || !card || !last
          ? -1
          : card.getBoundingClientRect().bottom - last.getBoundingClientRect().bottom
      })
    // the last row is whole and stands at the card's end, so the heights of rows and headings add up
    await expect.poll(gapBelow).toBeGreaterThan(0)
    expect(await gapBelow()).toBeLessThan(40)
  })

  it('an account that is changed in the middle of a page shows nothing of the other', async () => {
    const { page } = await stage.open({ answers: many })
    await openAll(page)
    await list(page).waitFor()
    await page.evaluate(() => {
      void Reflect.get(window, 'activity').loadMore()
      Reflect.get(window, 'historyModal').disconnect()
    })
    await dialog(page).getByText('No wallet connected').waitFor()
    expect(await page.evaluate(() => Reflect.get(window, 'activity').entries.peek().length)).toBe(0)
  })
})

describe('every view', () => {
  const planted = '0x7099dead111122223333444455556666777779C8'
  const data = [
    record('a1', { type: 'send', from: ACCOUNT, to: friend, transfers: [transfer('out', '0.25')] }),
    record('a2', {
      type: 'trade',
      from: ACCOUNT,
      to: friend,
      transfers: [transfer('out', '1'), transfer('in', '2003.12', 'USDC', 1)],
    }),
    record('a3', { from: planted, transfers: [transfer('in', '0.0000001')], at: '2026-11-05T10:00:00Z' }),
    record('a4', {
      transfers: [transfer('in', '123456789.123456789', 'LONGSYMBOLTOKEN', 1)],
      at: '2026-10-05T10:00:00Z',
    }),
    record('a5', {
      type: 'execute',
      status: 'failed',
      from: ACCOUNT,
      to: friend,
      transfers: [],
      at: '2026-10-04T10:00:00Z',
    }),
  ]
  const answers = () => ({ data, next: null })

  it.each(['light', 'dark'] as const)(
    'M1: axe finds nothing in %s, neither in the tab nor in the list nor in details',
    async (colorScheme) => {
      const { page } = await stage.open({ answers, options: { colorScheme } })
      await page.click('#open')
      await row(page, 'All activity').waitFor()
      expect(await findWithAxe(page)).toEqual([])
      await row(page, 'All activity').click()
      await dialog(page).getByRole('checkbox').check()
      await row(page, /Look-alike/).waitFor()
      expect(await findWithAxe(page)).toEqual([])
      await row(page, /Look-alike/).click()
      await dialog(page).getByRole('heading', { name: 'Transaction' }).waitFor()
      expect(await findWithAxe(page)).toEqual([])
    },
  )

  it('M2: is walked through by keyboard, past the names of months, and found again as it was left', async () => {
    const { page } = await stage.open({ answers })
    await openAll(page)
    await list(page).locator('.wm-item').first().focus()
    for (let step = 0; step < 2; step++) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await dialog(page).getByText('+123456789.123456789 LONGSYMBOLTOKEN').waitFor()
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'hidden' })
  })

  it.each([
    { width: 1000, height: 760 },
    { width: 390, height: 844 },
  ])('L2: fits from right to left at $width', async (viewport) => {
    const { page } = await stage.open({ answers, options: { viewport } })
    await page.evaluate(() => Reflect.get(window, 'historyModal').setLocale('ar'))
    await openAll(page)
    await dialog(page).getByRole('heading', { name: 'النشاط' }).waitFor()
    await dialog(page).getByText('LONGS').first().waitFor()
    const wide = await page.evaluate(() => {
      const root = document.querySelector('[data-wallet-modal]')?.shadowRoot
      const card = root?.querySelector('.wm-card')?.getBoundingClientRect()
      const overlaps = [...(root?.querySelectorAll('.wm-item') ?? [])].filter((item) => {
        const [text, side] = ['.wm-line', '.wm-side'].map((name) => item.querySelector(name)?.getBoundingClientRect())
        return text && side && side.width > 0 && text.left < side.right && side.left < text.right
      })
      const out = [...(root?.querySelectorAll('.wm-card *') ?? [])]
        .map((one) => one.getBoundingClientRect())
        .filter((box) => card && box.width > 0 && (box.left < card.left - 1 || box.right > card.right + 1))
      return [overlaps.length, out.length]
    })
    expect(wide).toEqual([0, 0])
  })

  it('H3: nothing but address, network, cursor and identification goes out', async () => {
    const seen: string[] = []
    const { page } = await stage.open({ answers })
    page.on('request', (request) => {
      if (request.url().includes('/v1/account/'))
        seen.push(`${request.method()} ${request.url()} ${request.postData()}`)
    })
    await openAll(page)
    await list(page).waitFor()
    for (const one of seen) {
      const url = new URL(one.split(' ')[1] ?? '')
      expect(
        [...url.searchParams.keys()]
          .sort()
          .filter((key) => !['chainId', 'cursor', 'projectId', 'st', 'sv'].includes(key)),
      ).toEqual([])
      expect(decodeURIComponent(url.pathname)).toBe(`/v1/account/${ACCOUNT}/history`)
    }
    expect(seen.length).toBe(1)
  })
})
