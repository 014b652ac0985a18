import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { dialog } from './support/modal.js'
import { card, createShell, focused, framesPainted, open, setMayClose } from './support/shell.js'

const visit = createShell()

describe('A5: closing the modal', () => {
  const closers: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
    'the Esc key': (page) => page.keyboard.press('Escape'),
    'a click on the overlay': (page) => page.mouse.click(20, 400),
    'the close button': (page) => page.getByRole('button', { name: 'Close' }).click(),
    'close()': (page) => page.evaluate(() => window.test.modal.close()),
    'the system’s back gesture': (page) =>
      page.evaluate(() => (Reflect.get(window, 'watchers') as { requestClose(): void }[]).at(-1)?.requestClose()),
  }
  /** Records every CloseWatcher, whose `requestClose()` acts like the system's back gesture. */
  const recordWatchers = (page: Page): Promise<unknown> =>
    page.addInitScript(() => {
      const watchers: unknown[] = []
      Reflect.set(window, 'watchers', watchers)
      const Original = Reflect.get(window, 'CloseWatcher') as new () => object
      Reflect.set(
        window,
        'CloseWatcher',
        class extends Original {
          constructor() {
            super()
            watchers.push(this)
          }
        },
      )
    })
  const shakes = (page: Page): Promise<number[]> =>
    card(page).evaluate((element) =>
      element
        .getAnimations()
        .filter(({ id }) => id === 'wm-shake')
        .map(({ effect }) => Number(effect?.getTiming().duration)),
    )

  /** Makes animations ten times slower, so that a busy machine still finds a running one. Their durations stay the same for the page. */
  const slowDown = async (page: Page): Promise<void> => {
    const session = await page.context().newCDPSession(page)
    await session.send('Animation.enable')
    await session.send('Animation.setPlaybackRate', { playbackRate: 0.1 })
  }

  it.each(Object.keys(closers))(
    'A5: %s does not close the modal while a guard refuses: the card shakes for 500 ms and keeps the focus',
    async (way) => {
      const page = await visit()
      await recordWatchers(page)
      await page.reload()
      await page.waitForFunction(() => 'test' in window)
      await page.locator('#opener').click()
      await page.getByRole('button', { name: 'Account' }).focus()
      await setMayClose(page, false)
      await framesPainted(page)
      await slowDown(page)
      for (let time = 0; time < 2; time++) {
        await closers[way]?.(page)
        expect(await shakes(page)).toContain(500)
        expect(await dialog(page).isVisible()).toBe(true)
        expect(await dialog(page).evaluate((element) => element.matches(':modal'))).toBe(true)
        expect((await focused(page)).inside).toBe(true)
      }
      if (way !== 'the close button' && way !== 'a click on the overlay')
        expect((await focused(page)).name).toContain('Account')
      await setMayClose(page, true)
      await closers[way]?.(page)
      await dialog(page).waitFor({ state: 'hidden' })
      expect((await focused(page)).name).toBe('opener')
    },
  )

  it('A5: under prefers-reduced-motion, the card does not shake when a close is refused', async () => {
    const page = await visit({ reducedMotion: 'reduce' })
    await open(page)
    await setMayClose(page, false)
    await page.keyboard.press('Escape')
    expect(await dialog(page).isVisible()).toBe(true)
    expect(await shakes(page)).toEqual([])
  })

  it('the modal stays open if the mouse is pressed inside the card and released on the overlay', async () => {
    const page = await visit()
    await open(page)
    await page.locator('.wm-title').hover()
    await page.mouse.down()
    await page.mouse.move(20, 400)
    await page.mouse.up()
    expect(await dialog(page).isVisible()).toBe(true)
  })

  it('the Esc key that closes the modal does not reach the page’s own listeners', async () => {
    const page = await visit()
    await page.evaluate(() => {
      addEventListener('keydown', (event) => {
        if (event.key === 'Escape') document.title = 'the page heard it'
      })
    })
    await open(page)
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'hidden' })
    expect(await page.title()).toBe('Shell page')
  })
})
