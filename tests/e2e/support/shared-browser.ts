import type { Browser } from 'playwright-core'
import { launch } from './browser.js'

let shared: Promise<Browser> | undefined

/**
 * The browser of this worker. Each test file opens its own contexts in it. It closes when the worker ends, and is restarted if its connection is
 * lost.
 */
export async function sharedBrowser(): Promise<Browser> {
  const running = await shared?.catch(() => undefined)
  if (running?.isConnected()) return running
  shared = launch()
  return shared
}
