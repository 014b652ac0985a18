import { describe, expect, it } from 'vitest'
import { dialog } from './support/modal.js'
import { atRest } from './support/rest.js'
import { createShell, focused, open, views } from './support/shell.js'

const visit = createShell()

describe('M2: keyboard and screen reader', () => {
  it('M2: opening moves the focus into the modal and makes the page inert; closing returns the focus to the opener', async () => {
    const page = await visit()
    await page.locator('#opener').focus()
    await page.keyboard.press('Enter')
    await dialog(page).waitFor()
    expect(await dialog(page).getAttribute('aria-label')).toBe('Connect wallet')
    expect((await focused(page)).inside).toBe(true)
    await page.evaluate(() => document.querySelector<HTMLElement>('#other')?.focus())
    expect((await focused(page)).inside).toBe(true)
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'hidden' })
    expect((await focused(page)).name).toBe('opener')
  })

  it.each(views)('M2: Tab and Shift+Tab cycle through %s, including nested shadow roots', async (view) => {
    const page = await visit()
    await open(page, view)
    await atRest(page)
    const walk = async (key: string, steps: number): Promise<string[]> => {
      const names: string[] = []
      for (let step = 0; step < steps; step++) {
        await page.keyboard.press(key)
        const { name, inside } = await focused(page)
        expect(inside).toBe(true)
        names.push(name)
      }
      return names
    }
    const first = await walk('Tab', 1)
    const round: string[] = [...first]
    for (let step = 0; step < 30; step++) {
      const [name = ''] = await walk('Tab', 1)
      if (name === first[0]) break
      round.push(name)
    }
    expect(round.length).toBeGreaterThan(2)
    expect(round.length).toBeLessThan(30)
    if (view === 'Form') expect(round).toContain('Nested')
    expect(await walk('Shift+Tab', round.length)).toEqual([...round].reverse())
  })

  it('M2: arrow keys move through the list', async () => {
    const page = await visit()
    await open(page)
    await page.locator('.wm-item').first().focus()
    await page.keyboard.press('ArrowDown')
    expect((await focused(page)).name).toContain('A wallet with')
    await page.keyboard.press('End')
    expect((await focused(page)).name).toContain('Account')
  })

  it('M2: each view change is announced, and the focus stays inside the modal', async () => {
    const page = await visit()
    await open(page)
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('tab', { name: 'Tokens' }).waitFor()
    expect((await focused(page)).inside).toBe(true)
    await expect.poll(() => page.locator('.wm-card > [role=status]').textContent()).toBe('Account')
    await page.getByRole('button', { name: 'Back' }).click()
    await expect.poll(() => page.locator('.wm-card > [role=status]').textContent()).toBe('Connect wallet')
  })

  it('M2: keyboard focus has a visible outline', async () => {
    const page = await visit()
    await open(page)
    await page.keyboard.press('Tab')
    const outline = await page.evaluate(() => {
      const active = document.querySelector('[data-wallet-modal]')?.shadowRoot?.activeElement
      return active ? getComputedStyle(active).outlineStyle : ''
    })
    expect(outline).toBe('solid')
  })
})

describe('the page behind the modal', () => {
  it('is not scrolled by wheel or keys, and is unchanged after closing', async () => {
    const page = await visit()
    await page.evaluate(() => scrollTo(0, 500))
    const before = await page.evaluate(() => document.documentElement.outerHTML.length)
    await page.evaluate(() => void window.test.modal.open())
    await dialog(page).waitFor()
    expect(await page.evaluate(() => [document.documentElement.style.cssText, document.body.style.cssText])).toEqual([
      '',
      '',
    ])
    // simulates a browser in which scrolling a box without overflow scrolls the page
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('.wm-dialog,.wm-body{overscroll-behavior:auto!important}')
      document.querySelector('[data-wallet-modal]')?.shadowRoot?.adoptedStyleSheets.push(sheet)
    })
    for (const [x, y] of [
      [20, 400],
      [500, 380],
    ] as const) {
      await page.mouse.move(x, y)
      await page.mouse.wheel(0, 400)
      await atRest(page)
    }
    for (const key of ['PageDown', 'End', 'ArrowDown', 'Space']) await page.keyboard.press(key)
    await atRest(page)
    expect(await page.evaluate(() => scrollY)).toBe(500)
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'hidden' })
    expect(await page.evaluate(() => scrollY)).toBe(500)
    expect((await page.evaluate(() => document.documentElement.outerHTML.length)) - before).toBeLessThan(60)
  })

  it('can be used after dispose(), with no element of the modal left', async () => {
    const page = await visit()
    await open(page)
    await page.evaluate(() => window.test.modal.dispose())
    expect(await page.locator('[data-wallet-modal]').count()).toBe(0)
    await page.locator('#other').click()
    expect((await focused(page)).name).toBe('other')
  })
})
