import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { Builder, Capabilities, Key as Keys, type WebDriver } from 'selenium-webdriver'
import { freePort } from '../../setup/ports.mjs'
import { isRoot } from '../../setup/programs.mjs'
import { webkitPrograms } from '../../setup/webkit.mjs'
import type { Key, Point, SmokeBrowser, Visit, VisitOptions } from './driver.js'
import { until } from './until.js'

const keys: Readonly<Record<Key, string>> = {
  Tab: Keys.TAB,
  'Shift+Tab': Keys.TAB,
  Enter: Keys.ENTER,
  Space: Keys.SPACE,
  Escape: Keys.ESCAPE,
  ArrowDown: Keys.ARROW_DOWN,
  ArrowUp: Keys.ARROW_UP,
  End: Keys.END,
}
const whole = ({ x, y }: Point): Point => ({ x: Math.round(x), y: Math.round(y) })

const visitOf = (session: WebDriver): Visit => ({
  // The protocol returns an untyped value; the function's type is trusted.
  evaluate: async (run, arg) => (await session.executeScript(`return (${run})(arguments[0])`, arg)) as never,
  async run(script) {
    await session.executeScript(script)
  },
  async evaluateInFrame(run, arg) {
    const frame = await session.executeScript(`
      return document.querySelector('[data-wallet-modal]').shadowRoot.querySelector('iframe')`)
    await session.switchTo().frame(frame)
    try {
      return (await session.executeScript(`return (${run})(arguments[0])`, arg)) as never
    } finally {
      await session.switchTo().defaultContent()
    }
  },
  type: (text) => session.actions().sendKeys(text).perform(),
  press: (key) => {
    const pressed = session.actions()
    if (key !== 'Shift+Tab') return pressed.sendKeys(keys[key]).perform()
    return pressed.keyDown(Keys.SHIFT).sendKeys(keys[key]).keyUp(Keys.SHIFT).perform()
  },
  click: (at) => session.actions().move(whole(at)).click().perform(),
  drag: (from, to) =>
    session
      .actions()
      .move(whole(from))
      .press()
      .move({ ...whole({ x: from.x, y: (from.y + to.y) / 2 }), duration: 100 })
      .move({ ...whole(to), duration: 100 })
      .release()
      .perform(),
  reload: () => session.navigate().refresh(),
  close: () => session.quit(),
})

/** Opens a window of 390 px. The toolbar keeps the browser's main window wider; windows opened by a page have no toolbar. */
async function openPhone(session: WebDriver): Promise<void> {
  const first = await session.getWindowHandle()
  await session.executeScript(`
    addEventListener('click', () => open(location.href, '', 'popup,left=0,top=0,width=390,height=780'), { once: true })`)
  await session.actions().move({ x: 2, y: 2 }).click().perform()
  const second = await until('the window of a phone', async () =>
    (await session.getAllWindowHandles()).find((handle) => handle !== first),
  )
  await session.switchTo().window(second)
  await until('a page in it', () => session.executeScript(`return document.readyState === 'complete'`))
}

/** Starts a virtual screen. Resolves with its name, such as `:3`. */
async function startScreen(program: string): Promise<{ readonly name: string; readonly process: ChildProcess }> {
  const process = spawn(program, ['-displayfd', '3', '-screen', '0', '1100x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const lines = createInterface({ input: process.stdio[3] as Readable })
  const number = await new Promise<string>((resolve, reject) => {
    lines.once('line', resolve)
    process.once('error', reject)
    process.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}.`)))
  })
  return { name: `:${number}`, process }
}

/** WebKitGTK from Debian's packages: each visit is a session with its own browser and storage. */
export async function openWebkit(): Promise<SmokeBrowser> {
  const programs = webkitPrograms()
  const screen = await startScreen(programs.screen)
  const port = await freePort()
  const server = `http://127.0.0.1:${port}`
  const driver = spawn(programs.driver, [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: screen.name,
      GDK_BACKEND: 'x11',
      ...(isRoot() && { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }),
    },
  })
  await until('the WebKitGTK driver', () =>
    fetch(`${server}/status`).then(
      (reply) => reply.ok,
      () => false,
    ),
  )

  return {
    name: 'WebKitGTK',
    async open(url, { phone, dark }: VisitOptions = {}) {
      const session = await new Builder()
        .usingServer(server)
        .withCapabilities(
          new Capabilities({
            browserName: 'MiniBrowser',
            'webkitgtk:browserOptions': {
              binary: programs.browser,
              args: ['--automation', ...(dark ? ['--dark-mode'] : [])],
            },
          }),
        )
        .build()
      try {
        await session.get(url)
        if (phone) await openPhone(session)
        return visitOf(session)
      } catch (error) {
        await session.quit() // the driver supports one session at a time
        throw error
      }
    },
    async close() {
      driver.kill()
      screen.process.kill()
    },
  }
}
