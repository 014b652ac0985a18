import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { launch, visitor, type Watched, watch } from './browser.js'
import { sharedBrowser } from './shared-browser.js'
import type { WalletPlan } from './wallet.page.js'

export interface VisitPlan {
  /** Installed wallets of the visitor. Default: none. */
  readonly wallets?: readonly WalletPlan[]
  readonly options?: BrowserContextOptions
  /** Called before the page is loaded. */
  readonly prepare?: (context: BrowserContext) => Promise<unknown>
}

export interface Visits {
  /** Opens a URL as a new visitor. */
  open(url: string, plan?: VisitPlan): Promise<Watched>
}

/**
 * A browser for a test file: the worker's, or its own if `browserArgs` is not empty. After each test, closes all visits and asserts that no
 * opened page violated its Content Security Policy or threw an uncaught error.
 */
export function createVisits(browserArgs: readonly string[] = []): Visits {
  const isOwn = browserArgs.length > 0
  const opened: Watched[] = []
  let browser: Browser

  beforeAll(async () => {
    browser = await (isOwn ? launch(browserArgs) : sharedBrowser())
  })
  afterEach(async () => {
    const ended = opened.splice(0)
    const seen = ended.map(({ violations, errors }) => ({ violations: [...violations], errors: [...errors] }))
    for (const { page } of ended) await page.context().close()
    expect(seen).toEqual(seen.map(() => ({ violations: [], errors: [] })))
  })
  afterAll(async () => {
    if (isOwn) await browser?.close()
  })

  return {
    async open(url, { wallets = [], options = {}, prepare } = {}) {
      const context = await visitor(browser, { wallets, options })
      await prepare?.(context)
      const watched = await watch(context)
      opened.push(watched)
      await watched.page.goto(url)
      return watched
    },
  }
}
