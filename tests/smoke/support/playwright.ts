import { type Browser, chromium, firefox, type Page } from 'playwright-core'
import { launchOptions } from '../../setup/chromium.mjs'
import { firefoxOptions } from '../../setup/firefox.mjs'
import type { SmokeBrowser, Visit, VisitOptions } from './driver.js'

const sizes = { desk: { width: 1000, height: 760 }, phone: { width: 390, height: 780 } }

const visitOf = (page: Page): Visit => ({
  evaluate: (run, arg) => page.evaluate(`(${run})(${JSON.stringify(arg)})`),
  run: (script) => page.evaluate(script),
  async evaluateInFrame(run, arg) {
    const [, frame] = page.frames()
    if (!frame) throw new Error('The page has no frame.')
    return (await frame.evaluate(`(${run})(${JSON.stringify(arg)})`)) as never
  },
  press: (key) => page.keyboard.press(key),
  type: (text) => page.keyboard.type(text),
  click: ({ x, y }) => page.mouse.click(x, y),
  async drag(from, to) {
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(to.x, to.y, { steps: 8 })
    await page.mouse.up()
  },
  async reload() {
    await page.reload()
  },
  close: () => page.context().close(),
})

async function open(browser: Browser, url: string, { phone, dark }: VisitOptions): Promise<Visit> {
  const context = await browser.newContext({
    viewport: sizes[phone ? 'phone' : 'desk'],
    colorScheme: dark ? 'dark' : 'light',
  })
  const page = await context.newPage()
  await page.goto(url)
  return visitOf(page)
}

export async function openChromium(): Promise<SmokeBrowser> {
  const browser = await chromium.launch(launchOptions())
  return {
    name: 'Chromium',
    open: (url, options = {}) => open(browser, url, options),
    close: () => browser.close(),
  }
}

/** Opens a Firefox for each colour scheme, because Firefox takes the colour scheme from its preferences. */
export async function openFirefox(): Promise<SmokeBrowser> {
  const start = (dark: boolean): Promise<Browser> =>
    firefox.launch({
      ...firefoxOptions(),
      firefoxUserPrefs: {
        'layout.css.prefers-color-scheme.content-override': dark ? 0 : 1,
        'fission.autostart': false, // WebDriver BiDi cannot click in frames with their own process
      },
    })
  const started = new Map<boolean, Promise<Browser>>()
  const browserFor = (dark: boolean): Promise<Browser> => {
    const browser = started.get(dark) ?? start(dark)
    started.set(dark, browser)
    return browser
  }
  return {
    name: 'Firefox',
    open: async (url, options = {}) => open(await browserFor(options.dark === true), url, options),
    async close() {
      for (const browser of started.values()) await (await browser).close()
    },
  }
}
