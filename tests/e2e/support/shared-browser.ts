import type { Browser } from 'playwright-core'
import { launch } from './browser.js'

let shared: Promise<Browser> | undefined

/**
 * The browser of this worker: all its test files open their own contexts in it, and it ends with the worker. A browser that was lost is started
 * again.
 */
export async function sharedBrowser(): Promise<Browser> {
  const running = await shared?.catch(() => undefined)
  if (running?.isConnected()) return running
  shared = launch()
  return shared
}
