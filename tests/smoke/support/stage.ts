import { type Sandbox, startSandbox } from '@wallet-modal/sandbox/server'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { ServedSite } from '../../e2e/support/serve.js'
import type { SmokeBrowser, Visit, VisitOptions } from './driver.js'
import { serveElementsPage, serveEmailPage, serveReactPage } from './pages.js'
import { until } from './until.js'

interface OpenOptions extends VisitOptions {
  readonly page?: 'react' | 'elements' | 'email'
  /** What follows the page's address, such as `?locale=ar`. */
  readonly query?: string
}

export interface SmokeStage {
  readonly sandboxUrl: string
  /** Opens the page as a new visitor, who has the test wallet. */
  open(options?: OpenOptions): Promise<Visit>
  /** What went wrong in a visit up to now, and is to be expected. */
  takeFaults(visit: Visit): Promise<readonly string[]>
}

const faultsOf = (visit: Visit): Promise<readonly string[]> => visit.evaluate(() => window.probe.faults(), null)

/**
 * A sandbox with its real chain, the two pages and one browser for a test file, through its hooks. After each test all visits end, and every
 * page must have kept to its policy and thrown nothing.
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
