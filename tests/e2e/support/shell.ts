import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { type ServedSite, serveSite } from './serve.js'
import { buildShellPage } from './shell-page/build.js'
import { createVisits } from './visits.js'

type View = 'Home' | 'Account' | 'Form'

/** The views of the shell's page: a list, tabs and a form. */
export const views: readonly View[] = ['Home', 'Account', 'Form']

/** Serves a page with the modal's shell and simple views for a test file. Returns a function that opens it. */
export function createShell(): (options?: BrowserContextOptions, query?: string) => Promise<Page> {
  const visits = createVisits()
  let site: ServedSite

  beforeAll(async () => {
    site = await serveSite({ files: await buildShellPage(), services: [] })
  })
  afterAll(() => site?.close())

  return async (options = {}, query = '') => {
    const viewport = { width: 1000, height: 760 }
    const { page } = await visits.open(site.url + query, {
      options: { viewport, reducedMotion: 'no-preference', ...options },
    })
    await page.waitForFunction(() => 'test' in window)
    return page
  }
}

export const card = (page: Page): Locator => page.locator('.wm-card')

/** Opens the modal at a view and waits until it is rendered. */
export async function open(page: Page, view: View = 'Home'): Promise<void> {
  await page.evaluate((name) => void window.test.modal.open({ view: window.test.views[name] }), view)
  await page.locator('.wm-card .wm-view > :not(.wm-skeleton)').first().waitFor()
}

/** Waits until the card reacts to refused closes, which begins two frames after it is displayed. */
export const framesPainted = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve())))),
  )

/** Sets whether the page's guard lets the modal close. */
export const setMayClose = (page: Page, mayClose: boolean): Promise<void> =>
  page.evaluate((next) => {
    window.test.mayClose.value = next
  }, mayClose)

/** The focused element, searched in open shadow roots: its id, name or text, and whether it is in the dialog. */
export const focused = (page: Page): Promise<{ name: string; inside: boolean }> =>
  page.evaluate(() => {
    let active = document.activeElement
    let inside = false
    while (active?.shadowRoot?.activeElement) {
      active = active.shadowRoot.activeElement
      inside ||= active.closest('dialog') !== null
    }
    return { name: active?.id || active?.getAttribute('aria-label') || active?.textContent || '', inside }
  })
