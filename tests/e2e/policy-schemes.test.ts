import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { allows } from '../../cli/src/plan/site/policy.js'
import { launch } from './support/browser.js'

let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser?.close())

/** Requests that Chromium blocks on a page with this `connect-src`. */
async function blockedBy(source: string, pageUrl: string, urls: readonly string[]): Promise<readonly string[]> {
  const page = await browser.newPage()
  const headers = { 'content-security-policy': `connect-src ${source}`, 'access-control-allow-origin': '*' }
  await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', headers, body: '<p>' }))
  await page.goto(pageUrl)
  const blocked = await page.evaluate(async (urls) => {
    const blocked: string[] = []
    for (const url of urls) {
      const violation = new Promise<boolean>((resolve) => {
        document.addEventListener('securitypolicyviolation', () => resolve(true), { once: true })
        setTimeout(() => resolve(false), 100)
      })
      if (url.startsWith('http')) fetch(url).catch(() => undefined)
      else new WebSocket(url)
      if (await violation) blocked.push(url)
    }
    return blocked
  }, urls)
  await page.close()
  return blocked
}

const other = 'relay.example'
const sources = [
  'https:',
  'http:',
  'wss:',
  'ws:',
  ...['https://', 'http://', 'wss://', 'ws://', ''].map((scheme) => scheme + other),
  '*',
]

it.each([...sources.map((source) => [source, other]), ["'self'", 'shop.example']])(
  'doctor and Chromium agree on what the source %s allows',
  async (source = '', host = '') => {
    // on a page with https, Chromium refuses ws: for another reason (mixed content)
    for (const [self, schemes] of [
      ['https://shop.example', ['https', 'wss']],
      ['http://shop.example', ['http', 'https', 'ws', 'wss']],
    ] as const) {
      const urls = schemes.map((scheme) => `${scheme}://${host}/x`)
      expect(await blockedBy(source, self, urls)).toEqual(urls.filter((url) => !allows([source], url, self)))
    }
  },
)
