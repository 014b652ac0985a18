import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approve, openNewVisitor, openWindow, signHello, windowOrigin } from './support/approval-window.js'
import { askForCode, codeFor, logIn, newEmail, otpField, serveEmailSite, wallet } from './support/email-site.js'
import { serveHtml } from './support/hostile.js'
import type { ServedSite } from './support/serve.js'
import { createStage } from './support/stage.js'

const stage = createStage({ serve: (sandboxUrl) => serveEmailSite(sandboxUrl, { frame: windowOrigin(sandboxUrl) }) })

const REJECTED = { code: 4001 }

/** Clicks a point of the page, as a visitor does who sees something else there. */
async function clickAt(page: Page, button: Locator): Promise<void> {
  const { x = 0, y = 0, width = 0, height = 0 } = (await button.boundingBox()) ?? {}
  await page.mouse.click(x + width / 2, y + height / 2)
}

/** Hides the frame except for a few pixels around the lowest button, as a hostile page can. No browser reports this to the frame. */
const maskFrame = (page: Page): Promise<void> =>
  page.locator('#w3m-iframe').evaluate((frame) => {
    if (!(frame instanceof HTMLElement)) return
    frame.style.setProperty('clip-path', 'inset(calc(100% - 30px) 25% 10px 60%)', 'important')
  })

describe('F4: a page that masks the frame', () => {
  let frameSite: ServedSite
  beforeAll(async () => {
    frameSite = await serveEmailSite(stage.sandboxUrl)
  })
  afterAll(() => frameSite?.close())

  it('gets a signature by a click of the visitor if the gateway approves in the frame', async () => {
    const { page } = await stage.open({ wallets: [], at: frameSite.url })
    const { address } = await logIn(page, newEmail())
    const signature = signHello(page, address)
    const button = wallet(page).getByRole('button', { name: 'Approve' })
    await button.waitFor()
    await maskFrame(page)
    await expect.poll(() => button.isEnabled(), { timeout: 20_000 }).toBe(true)
    await clickAt(page, button)
    expect(await signature).toMatch(/^0x[\da-f]{130}$/)
  })

  it('gets none with approvals in a window: no button of the frame approves', async () => {
    const { page, address } = await openNewVisitor(stage)
    let signed: unknown
    void signHello(page, address).then((result) => {
      signed = result
    })
    const button = wallet(page).getByRole('button', { name: 'Review in a window' })
    await button.waitFor()
    await maskFrame(page)
    await page.waitForTimeout(1_500)
    const popup = page.waitForEvent('popup')
    await clickAt(page, button)
    const opened = await popup
    await opened.getByText('Hello').waitFor()
    for (const name of ['Open the window again', 'Approve'])
      if (await wallet(page).getByRole('button', { name }).isVisible())
        await clickAt(page, wallet(page).getByRole('button', { name }))
    await page.waitForTimeout(1_000)
    expect(await wallet(page).getByRole('button', { name: 'Approve' }).count()).toBe(0)
    expect(signed).toBeUndefined()
  })
})

describe('F1, F2: a hostile page', () => {
  it('cannot forge the decision: its messages to the frame approve nothing', async () => {
    const { page, address } = await openNewVisitor(stage)
    const signature = signHello(page, address)
    const opened = await openWindow(page)
    await opened.getByText('Hello').waitFor()
    await page.locator('#w3m-iframe').evaluate((frame, origin) => {
      if (!(frame instanceof HTMLIFrameElement)) return
      for (const data of [
        '@wallet-window/READY',
        'confirmed',
        { type: 'confirmed' },
        { kind: 'approval', answer: 'confirmed' },
      ]) {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => port1.postMessage('confirmed')
        frame.contentWindow?.postMessage(data, origin)
        frame.contentWindow?.postMessage(data, origin, [port2])
        port1.postMessage('confirmed')
      }
    }, windowOrigin(stage.sandboxUrl))
    await page.waitForTimeout(1_000)
    expect(opened.isClosed()).toBe(false)
    await opened.close()
    expect(await signature).toMatchObject(REJECTED)
  })

  it('that opens the window’s page itself can neither fill it nor read from it', async () => {
    const { page } = await stage.open({ wallets: [] })
    const popup = page.waitForEvent('popup')
    await page.evaluate(
      (url) => {
        const received: unknown[] = []
        addEventListener('message', ({ data }) => received.push(data))
        Object.assign(window, { received, opened: window.open(url) })
      },
      `${windowOrigin(stage.sandboxUrl)}/approve?locale=en`,
    )
    const opened = await popup
    await opened.waitForLoadState()
    await page.evaluate((origin) => {
      const target: Window = Reflect.get(window, 'opened')
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = ({ data }) => Reflect.get(window, 'received').push(data)
      const summary = { title: 'Log in', facts: [], warnings: [] }
      target.postMessage({ kind: 'approval', summary }, origin, [port2])
    }, windowOrigin(stage.sandboxUrl))
    await page.waitForTimeout(1_000)
    expect(await opened.getByText('Log in').count()).toBe(0)
    expect(await page.evaluate(() => Reflect.get(window, 'received'))).toEqual([])
    await opened.getByText('No request of your wallet is waiting here.').waitFor({ timeout: 20_000 })
  })

  it('that loads another document into the frame gets no message of the window, and no signature', async () => {
    const { page, address } = await openNewVisitor(stage)
    void signHello(page, address).catch(() => undefined)
    const opened = await openWindow(page)
    await opened.getByText('Hello').waitFor()
    await page.locator('#w3m-iframe').evaluate((frame) => {
      const received: unknown[] = []
      addEventListener('message', ({ data }) => received.push(data))
      Object.assign(window, { received })
      if (frame instanceof HTMLIFrameElement) frame.src = 'about:blank'
    })
    await expect.poll(() => opened.isClosed()).toBe(true)
    expect(await page.evaluate(() => Reflect.get(window, 'received'))).toEqual([])
  })

  it('F3: cannot embed the window', async () => {
    const { page } = await stage.open({ wallets: [] })
    const server = await serveHtml(`<iframe src="${windowOrigin(stage.sandboxUrl)}/approve"></iframe>`)
    await page.goto(`http://127.0.0.1:${server.port}`)
    await page.waitForTimeout(500)
    expect(page.frames().filter((one) => one.url().startsWith('chrome-error:'))).toHaveLength(1)
    server.close()
  })

  it('that lets the visitor press repeatedly gets no signature by the presses that reach the window', async () => {
    const { page, address } = await openNewVisitor(stage)
    const signature = signHello(page, address)
    const opened = await openWindow(page)
    await approve(opened).waitFor()
    for (let press = 0; press < 8; press++) {
      await clickAt(opened, approve(opened))
      await opened.waitForTimeout(200)
    }
    await opened.getByText('You can approve a moment after this window comes to the front.').waitFor()
    expect(await approve(opened).isDisabled()).toBe(true)
    await approve(opened).click({ timeout: 10_000 })
    expect(await signature).toMatch(/^0x[\da-f]{130}$/)
  })

  it('that lets the visitor press repeatedly does not get the recovery code into the clipboard', async () => {
    const { page } = await stage.open({ wallets: [] })
    const email = newEmail()
    await askForCode(page, email)
    await otpField(page).fill(await codeFor(page, email))
    const opened = await openWindow(page, 'Show the code in a window')
    const copy = opened.getByRole('button', { name: 'Copy code' })
    await copy.waitFor()
    for (let press = 0; press < 8; press++) {
      await clickAt(opened, copy)
      await opened.waitForTimeout(200)
    }
    expect(await opened.evaluate(() => String(getSelection()))).toBe('') // without permission, a click selects the code
    expect(await copy.isDisabled()).toBe(true)
    await copy.click({ timeout: 10_000 })
    await expect
      .poll(async () => (await copy.count()) === 0 || (await opened.evaluate(() => String(getSelection()))) !== '')
      .toBe(true)
  })
})
