import { type Sandbox, startSandbox } from '@wallet-modal/sandbox/server'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { ServedSite } from '../../e2e/support/serve.js'
import type { SmokeBrowser, Visit, VisitOptions } from './driver.js'
import { serveElementsPage, serveEmailPage, serveReactPage } from './pages.js'
import { until } from './until.js'

interface OpenOptions extends VisitOptions {
  readonly page?: 'react' | 'elements' | 'email'
  /** Appended to the page's URL, such as `?locale=ar`. */
  readonly query?: string
}

export interface SmokeStage {
  readonly sandboxUrl: string
  /** Opens the page as a new visitor with the test wallet. */
  open(options?: OpenOptions): Promise<Visit>
  /** Returns and clears the problems of a visit so far. For tests that expect problems, which would otherwise fail the test. */
  takeFaults(visit: Visit): Promise<readonly string[]>
}

const faultsOf = (visit: Visit): Promise<readonly string[]> => visit.evaluate(() => window.probe.faults(), null)

/**
 * A sandbox with a real chain, the three pages and one browser for a test file. After each test, closes all visits and asserts that no page
 * violated its policy or threw an uncaught error.
 */
export function createSmokeStage(start: () => Promise<SmokeBrowser>): SmokeStage {
  const visits: Visit[] = []
  let sandbox: Sandbox
  let pages: Readonly<Record<'react' | 'elements' | 'email', ServedSite>>
  let browser: SmokeBrowser

  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0 })
    pages = {
      react: await serveReactPage(sandbox.url),
      elements: await serveElementsPage(sandbox.url),
      email: await serveEmailPage(sandbox.url),
    }
    browser = await start()
  })
  afterEach(async () => {
    const faults: string[] = []
    for (const visit of visits.splice(0)) {
      faults.push(...(await faultsOf(visit)))
      await visit.close()
    }
    expect(faults).toEqual([])
  })
  afterAll(async () => {
    await browser?.close()
    for (const page of Object.values(pages ?? {})) await page.close()
    await sandbox?.stop()
  })

  return {
    get sandboxUrl() {
      return sandbox.url
    },
    async open({ page = 'react', query = '', ...options } = {}) {
      const visit = await browser.open(pages[page].url + query, options)
      visits.push(visit)
      await until('the page to start', () => visit.evaluate(() => 'modal' in window, null))
      return visit
    },
    async takeFaults(visit) {
      const faults = await faultsOf(visit)
      await visit.evaluate(() => window.probe.forgetFaults(), null)
      return faults
    },
  }
}
