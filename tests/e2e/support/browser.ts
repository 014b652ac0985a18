import { build } from 'esbuild'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { launchOptions, launchQuickly } from '../../setup/chromium.mjs'
import type { WalletPlan } from './wallet.page.js'

const quiet = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Launches the machine's Chromium without background requests. Uses the full browser instead of the headless shell if `more` has arguments, such as
 * for a camera.
 */
export function launch(more: readonly string[] = []): Promise<Browser> {
  const { executablePath, args } = more.length > 0 ? launchOptions() : launchQuickly()
  return chromium.launch({ executablePath, args: [...args, ...quiet, ...more] })
}

/** A page, with its policy violations, uncaught errors and requests during a test. */
export interface Watched {
  readonly page: Page
  readonly violations: string[]
  readonly errors: string[]
  readonly requests: string[]
}

const scripts = new Map<string, Promise<string>>()

/** Bundles a file for pages as one classic script, once per worker. */
export function bundleScript(file: URL): Promise<string> {
  const found = scripts.get(file.href)
  if (found) return found
  const script = build({
    entryPoints: [file.pathname],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"' },
  }).then(({ outputFiles }) => outputFiles[0]?.text ?? '')
  scripts.set(file.href, script)
  return script
}

/** The script that installs the wallets of `window.testWalletPlans`. */
export const bundleWallets = (): Promise<string> => bundleScript(new URL('./wallet.page.ts', import.meta.url))

interface ContextPlan {
  readonly wallets?: readonly WalletPlan[]
  readonly options?: BrowserContextOptions
}

/**
 * Emulates `prefers-reduced-transparency: reduce`, so that the modal omits the blur of the backdrop. Without a graphics processor, the blur takes
 * half of the time of the whole suite. Errors are ignored if the page is closed already.
 */
async function reduceTransparency(context: BrowserContext, page: Page): Promise<void> {
  try {
    const session = await context.newCDPSession(page)
    const features = [{ name: 'prefers-reduced-transparency', value: 'reduce' }]
    await session.send('Emulation.setEmulatedMedia', { features })
  } catch (error) {
    if (!page.isClosed()) throw error
  }
}

/**
 * Opens a browser context for a new visitor, with its own storage and installed wallets. Emulates `prefers-reduced-motion: reduce`, unless `options`
 * or `WALLET_MODAL_LONG` says otherwise: without a graphics processor, drawing the animations takes a fifth of the browser suite's time.
 */
export async function visitor(
  browser: Browser,
  { wallets = [], options = {} }: ContextPlan = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    locale: 'en-US',
    viewport: { width: 1200, height: 800 },
    reducedMotion: process.env.WALLET_MODAL_LONG ? 'no-preference' : 'reduce',
    ...options,
  })
  context.on('page', (page) => void reduceTransparency(context, page))
  if (wallets.length > 0) {
    await context.addInitScript(`window.testWalletPlans = ${JSON.stringify(wallets)}`)
    await context.addInitScript({ content: await bundleWallets() })
  }
  return context
}

/** Opens a page and records policy violations, uncaught errors and requests. */
export async function watch(context: BrowserContext): Promise<Watched> {
  const page = await context.newPage()
  const watched: Watched = { page, violations: [], errors: [], requests: [] }
  await page.exposeFunction('noteViolation', (text: string) => watched.violations.push(text))
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      const note: unknown = Reflect.get(window, 'noteViolation')
      if (typeof note === 'function')
        note(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber} ${event.sample}`)
    })
  })
  page.on('pageerror', (error) => watched.errors.push(String(error)))
  page.on('request', (request) => watched.requests.push(request.url()))
  return watched
}
