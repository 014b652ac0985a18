import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { dialog } from './support/modal.js'
import { card, createShell, framesPainted, open, setMayClose } from './support/shell.js'

const visit = createShell()

describe('the modal on a phone', () => {
  const phone: BrowserContextOptions = { viewport: { width: 390, height: 780 }, reducedMotion: 'reduce' }
  const bottom = (box: { y: number; height: number } | null): number => (box ? box.y + box.height : 0)
  const drag = async (page: Page, by: number): Promise<void> => {
    const isLoaded = () => performance.getEntriesByType('resource').some(({ name }) => name.includes('sheet-drag'))
    await page.waitForFunction(isLoaded)
    await framesPainted(page)
    const box = await page.locator('.wm-title').boundingBox()
    const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 10]
    await page.mouse.move(x, y)
    await page.mouse.down()
    for (let step = 1; step <= 10; step++) {
      await page.mouse.move(x, y + (by * step) / 10)
      await page.waitForTimeout(20)
    }
    await page.mouse.up()
  }

  it('is a sheet at the bottom of the screen', async () => {
    const page = await visit(phone)
    await open(page)
    const box = await card(page).boundingBox()
    expect([box?.x, box?.width, (box?.y ?? 0) + (box?.height ?? 0)]).toEqual([0, 390, 780])
  })

  it('closes when it is dragged down; after a short drag it returns to its place', async () => {
    const page = await visit(phone)
    await open(page)
    const before = await card(page).boundingBox()
    await drag(page, 30)
    expect(await card(page).boundingBox()).toEqual(before)
    await drag(page, 200)
    await dialog(page).waitFor({ state: 'hidden' })
    await open(page)
    expect(await card(page).boundingBox()).toEqual(before)
  })

  it('is in its place if it is opened again at the end of the drag that closes it', async () => {
    const page = await visit(phone)
    await open(page)
    const before = await card(page).boundingBox()
    await page.evaluate(() =>
      document.addEventListener('pointerup', () => void window.test.modal.open({ view: window.test.views.Account }), {
        once: true,
      }),
    )
    await drag(page, 200)
    await page.getByRole('tab', { name: 'Tokens' }).waitFor()
    expect(bottom(await card(page).boundingBox())).toBe(bottom(before))
  })

  it('a click dismisses a toast over the header, and the next click reaches Close', async () => {
    const page = await visit({ viewport: { width: 320, height: 420 }, reducedMotion: 'reduce' })
    await open(page, 'Form')
    await page.evaluate(() =>
      window.test.modal.use(window.test.shell)?.toast.loading('Confirm in your wallet '.repeat(3)),
    )
    const close = await dialog(page).getByRole('button', { name: 'Close' }).boundingBox()
    const [x, y] = [(close?.x ?? 0) + 22, (close?.y ?? 0) + 22]
    const toast = page.locator('.wm-toast')
    await toast.waitFor()
    await page.mouse.click(x, y)
    await toast.waitFor({ state: 'detached' })
    expect(await dialog(page).isVisible()).toBe(true)
    await page.mouse.click(x, y)
    await dialog(page).waitFor({ state: 'hidden' })
  })

  it('A5: cannot be closed by dragging while a guard refuses', async () => {
    const page = await visit(phone)
    await open(page)
    await setMayClose(page, false)
    const before = await card(page).boundingBox()
    await drag(page, 200)
    expect(await dialog(page).isVisible()).toBe(true)
    expect(await card(page).boundingBox()).toEqual(before)
  })
})
