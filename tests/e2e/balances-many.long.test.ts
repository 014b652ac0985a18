import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { serveBalances, showView } from './support/balances-page.js'
import { dialog, row } from './support/modal.js'
import { createStage } from './support/stage.js'

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

describe('a list of 5,000 tokens', () => {
  const many = Array.from({ length: 5000 }, (_, at) => ({
    name: `Token ${at}`,
    symbol: `T${at}`,
    chainId: 'eip155:31337',
    address: `eip155:31337:0x${(at + 1).toString(16).padStart(40, '0')}`,
    price: 1,
    quantity: { decimals: '18', numeric: String(9000 - at) },
  }))
  async function openMany(): Promise<Page> {
    const page = await openConnected()
    await page.route('**/balance?*', (route) =>
      route.fulfill({ json: { balances: many }, headers: { 'access-control-allow-origin': '*' } }),
    )
    await showView(page, 'Tokens')
    await item(page, 'Token 3').first().waitFor()
    return page
  }

  it('renders fewer than 60 rows while it scrolls, and always fills the view', async () => {
    const page = await openMany()
    const counts = await page.evaluate(async () => {
      const root = document.querySelector('[data-wallet-modal]')?.shadowRoot
      const body = root?.querySelector('div.wm-body')
      if (!root || !body) throw new Error('There is no list to scroll.')
      const drawn: number[] = []
      for (let frame = 0; frame < 120; frame++) {
        body.scrollTop += frame < 60 ? 120 : -120
        await new Promise(requestAnimationFrame)
        drawn.push(root.querySelectorAll('.wm-long .wm-item').length)
      }
      return drawn
    })
    expect(Math.max(...counts)).toBeLessThan(60)
    expect(Math.min(...counts)).toBeGreaterThan(6)
    await item(page, 'Token 0').waitFor()
  })

  it('shows only the tokens that match the search text', async () => {
    const page = await openMany()
    for (const [text, count] of [
      ['token 49', 111],
      ['t4212', 1],
      ['t421', 11],
    ] as const) {
      await page.getByRole('searchbox').fill(text)
      await expect.poll(() => item(page, 'Token').first().getAttribute('aria-setsize')).toBe(String(count))
    }
  })
})
