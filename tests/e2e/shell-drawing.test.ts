import { describe, expect, it } from 'vitest'
import { dialog } from './support/modal.js'
import { atRest } from './support/rest.js'
import { card, createShell, open } from './support/shell.js'

const visit = createShell()

describe('the rendered modal', () => {
  it('a prefetched view shows no skeleton in any frame', async () => {
    const page = await visit()
    await page.evaluate(() => window.test.modal.prefetch())
    const frames = await page.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          const seen: string[] = []
          const recordFrame = (): void => {
            const root = document.querySelector('[data-wallet-modal]')?.shadowRoot
            seen.push(
              root?.querySelector('.wm-skeleton') ? 'skeleton' : root?.querySelector('.wm-item') ? 'list' : 'nothing',
            )
            if (seen.length < 6) requestAnimationFrame(recordFrame)
            else resolve(seen)
          }
          document.querySelector<HTMLElement>('#opener')?.click()
          requestAnimationFrame(recordFrame)
        }),
    )
    expect(frames).not.toContain('skeleton')
    expect(frames.slice(2)).not.toContain('nothing')
  })

  it('animates its height over 150 ms, or not at all under prefers-reduced-motion', async () => {
    for (const reducedMotion of ['no-preference', 'reduce'] as const) {
      const page = await visit({ reducedMotion })
      await open(page)
      await atRest(page)
      const durations = await page.evaluate(async () => {
        const body = document.querySelector('[data-wallet-modal]')?.shadowRoot?.querySelector('.wm-body')
        if (!body) throw new Error('The modal has no body.')
        const started: unknown[] = []
        // records each animation when it starts, because on a busy machine 150 ms may pass between two frames
        body.animate = (keyframes, options) => {
          started.push(Object(options).duration)
          return Element.prototype.animate.call(body, keyframes, options)
        }
        const nextFrame = (): Promise<number> => new Promise(requestAnimationFrame)
        const height = body.clientHeight
        window.test.isLong.value = true
        for (const end = performance.now() + 5000; body.clientHeight === height && performance.now() < end; )
          await nextFrame()
        for (let frame = 0; frame < 3; frame++) await nextFrame()
        return started
      })
      expect(durations).toEqual(reducedMotion === 'reduce' ? [] : [150])
      if (reducedMotion === 'no-preference') await page.context().close()
    }
  })

  it('is in the top layer, with the z-index of the theme', async () => {
    const page = await visit()
    await open(page)
    expect(
      await dialog(page).evaluate((element) => [element.matches(':modal'), getComputedStyle(element).zIndex]),
    ).toEqual([true, '999'])
  })

  it.each([
    ['replaced', () => document.body.replaceWith(document.createElement('body')), false],
    ['emptied', () => document.body.replaceChildren(), false],
    [
      'replaced after the interface was prefetched',
      () => document.body.replaceWith(document.createElement('body')),
      true,
    ],
  ])('stays open over a page whose body is %s, and can be closed', async (_, change, isPrefetched) => {
    const page = await visit()
    if (isPrefetched) await page.evaluate(() => window.test.modal.prefetch())
    await open(page)
    await page.evaluate(change)
    await expect.poll(() => dialog(page).evaluate((element) => element.matches(':modal'))).toBe(true)
    await card(page).waitFor()
    expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-wallet-modal'))).toBe(true)
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'hidden' })
    expect(await page.evaluate(() => window.test.modal.isOpen.value)).toBe(false)
  })

  it('is a centred card of 360 px', async () => {
    const page = await visit({ reducedMotion: 'reduce' })
    await open(page)
    const box = await card(page).boundingBox()
    expect(box?.width).toBe(360)
    expect(Math.abs((box?.x ?? 0) * 2 + 360 - 1000)).toBeLessThan(2)
    expect(Math.abs((box?.y ?? 0) * 2 + (box?.height ?? 0) - 760)).toBeLessThan(2)
  })

  it('toasts are 300 to 560 px wide, with the modal open or closed', async () => {
    const page = await visit()
    await open(page)
    for (const message of ['Swapped', 'A message that goes on and on '.repeat(8)]) {
      await page.evaluate((text) => window.test.modal.use(window.test.shell)?.toast.success(text), message)
      await page.locator('.wm-toast', { hasText: message.trim() }).waitFor()
      const { width = 0 } = (await page.locator('.wm-toast').boundingBox()) ?? {}
      expect(width).toBeGreaterThanOrEqual(300)
      expect(width).toBeLessThanOrEqual(560)
      await page.evaluate(() => window.test.modal.close())
      expect(await page.locator('.wm-toast').isVisible()).toBe(true)
    }
  })
})
