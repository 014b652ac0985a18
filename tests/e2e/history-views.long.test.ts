import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findWithAxe } from './support/axe.js'
import { createHistoryStage, openAll, record, transfer } from './support/history-page.js'
import { dialog, row } from './support/modal.js'
import { ACCOUNT } from './support/wallet.js'

const stage = createHistoryStage()
const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const list = (page: Page) => dialog(page).getByRole('list', { name: 'Transactions' })

describe('the transaction list', () => {
  const many = (cursor: string | null) => {
    const page = Number(cursor ?? 0)
    const data = Array.from({ length: 500 }, (_, at) => page * 500 + at).map((at) =>
      record(String(at), { at: new Date(Date.UTC(2026, 10, 20) - at * 3_600_000).toISOString() }),
    )
    return { data, next: page < 19 ? String(page + 1) : null }
  }

  it('renders fewer than 60 of 10,000 transactions in every frame of a fast scroll, without gaps', async () => {
    const { page } = await stage.open({ answers: many })
    await openAll(page)
    await list(page).waitFor()
    await page.evaluate(async () => {
      const { isComplete, loadMore } = Reflect.get(window, 'activity')
      while (!isComplete.peek()) await loadMore()
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
    expect(Math.min(...drawn)).toBeGreaterThan(14) // the rows fill the card in each animation frame
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
    // the last row ends just above the card's end, so the computed heights of rows and headings are correct
    await expect.poll(gapBelow).toBeGreaterThan(0)
    expect(await gapBelow()).toBeLessThan(40)
  })

  it('is empty after a disconnect while a page is loading', async () => {
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

describe('the history', () => {
  const lookAlike = '0x7099dead111122223333444455556666777779C8'
  const data = [
    record('a1', { type: 'send', from: ACCOUNT, to: friend, transfers: [transfer('out', '0.25')] }),
    record('a2', {
      type: 'trade',
      from: ACCOUNT,
      to: friend,
      transfers: [transfer('out', '1'), transfer('in', '2003.12', 'USDC', 1)],
    }),
    record('a3', { from: lookAlike, transfers: [transfer('in', '0.0000001')], at: '2026-11-05T10:00:00Z' }),
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
    'M1: has no axe violations in %s mode, in the tab, the list and the details',
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

  it('M2: arrow keys move through the list past month headings, Enter opens details, Escape closes', async () => {
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
    { width: 320, height: 600 },
  ])('L2: fits a window of $width px in right-to-left layout', async (viewport) => {
    const { page } = await stage.open({ answers, options: { viewport } })
    await page.evaluate(() => Reflect.get(window, 'historyModal').setLocale('ar'))
    await openAll(page)
    await dialog(page).getByRole('heading', { name: 'النشاط' }).waitFor()
    await dialog(page).getByText('LONGS').first().waitFor()
    const wide = await page.evaluate(() => {
      const root = document.querySelector('[data-wallet-modal]')?.shadowRoot
      const card = root?.querySelector('.wm-card')?.getBoundingClientRect()
      const lines = [...(root?.querySelectorAll('.wm-ends') ?? [])]
      const overlaps = lines.filter((line) => {
        const [start, end] = [...line.children].map((cell) => cell.getBoundingClientRect())
        return start && end && end.width > 0 && start.left < end.right && end.left < start.right
      })
      const cut = lines.flatMap(({ firstElementChild: cell }) =>
        cell?.textContent?.includes('0x') && cell.scrollWidth > cell.clientWidth ? [cell.textContent] : [],
      )
      const out = [...(root?.querySelectorAll('.wm-card *') ?? [])]
        .map((one) => one.getBoundingClientRect())
        .filter((box) => card && box.width > 0 && (box.left < card.left - 1 || box.right > card.right + 1))
      return { overlaps: overlaps.length, out: out.length, cut }
    })
    // an address does not fit beside a tag on the narrowest phones
    expect(wide).toEqual({ overlaps: 0, out: 0, cut: viewport.width < 360 ? expect.any(Array) : [] })
  })

  it('H3: sends only address, network, cursor, project id, and name and version of this toolkit to the service', async () => {
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
