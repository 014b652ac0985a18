import type { Page } from 'playwright-core'

/** Fills `localStorage` of a page to its last free character. */
export const fillStorage = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const tryWrite = (key: string, value: string): boolean => {
      try {
        localStorage.setItem(key, value)
        return true
      } catch {
        return false
      }
    }
    let count = 0
    for (let length = 2 ** 22; length >= 1; length /= 2) while (tryWrite(`fill-${count}`, 'x'.repeat(length))) count++
    for (let digit = 0; digit < 10; digit++) tryWrite(String(digit), '')
  })
