import { describe } from 'vitest'
import type { SmokeBrowser } from './driver.js'
import { testLogin } from './login.js'
import { testLook } from './look.js'
import { testModal } from './modal.js'
import { testPages } from './page.js'
import { createSmokeStage } from './stage.js'

/** The tests of every supported browser, for any automation driver. */
export function smoke(browser: string, start: () => Promise<SmokeBrowser>): void {
  describe(browser, () => {
    const stage = createSmokeStage(start)
    describe('the modal', () => testModal(stage))
    describe('login by email', () => testLogin(stage))
    describe('the appearance of the modal', () => testLook(stage))
    describe('the page', () => testPages(stage))
  })
}
