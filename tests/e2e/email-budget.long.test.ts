import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { askForCode, frameOrigin, newEmail, serveEmailSite } from './support/email-site.js'
import { createStage } from './support/stage.js'

const stage = createStage({ serve: serveEmailSite })
const maxBytes = 60_000

/** Paths and gzip sizes of the files that the frame in a page has loaded. */
function watchFrameFiles(page: Page): () => Promise<ReadonlyMap<string, number>> {
  const files = new Map<string, Promise<Buffer>>()
  page.on('requestfinished', async (request) => {
    const { origin, pathname } = new URL(request.url())
    const isFile = origin === frameOrigin(stage.sandboxUrl) && !pathname.startsWith('/accounts/')
    const response = isFile ? await request.response() : null
    if (response) files.set(pathname, response.body())
  })
  return async () =>
    new Map(await Promise.all([...files].map(async ([name, body]) => [name, gzipSync(await body).length] as const)))
}

it('no file of the frame is loaded before the visitor submits an email address', async () => {
  const { page } = await stage.open({ wallets: [] })
  const read = watchFrameFiles(page)
  await page.click('#open')
  await page.getByPlaceholder('Enter your email').fill(newEmail())
  await page.waitForTimeout(1000)
  expect([...(await read()).keys()]).toEqual([])
})

it('the frame loads at most 60 kB (gzip) until the visitor has requested a code', async () => {
  const { page } = await stage.open({ wallets: [] })
  const read = watchFrameFiles(page)
  await askForCode(page, newEmail())
  const files = await read()
  expect([...files.keys()].filter((name) => name.endsWith('.js')).length).toBeGreaterThan(0)
  expect([...files.values()].reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(maxBytes)
})
