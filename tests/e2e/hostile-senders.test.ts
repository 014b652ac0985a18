import type { Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addressOn, frameOrigin, logIn, newEmail, requestOf, serveEmailSite } from './support/email-site.js'
import { forge, names, serveHtml } from './support/hostile.js'
import { createStage } from './support/stage.js'

const stage = createStage({ serve: serveEmailSite })
const origin = (): string => frameOrigin(stage.sandboxUrl)
let elsewhere: Awaited<ReturnType<typeof serveHtml>>
beforeAll(async () => {
  elsewhere = await serveHtml('<p>Another site</p>', '127.0.0.2')
})
afterAll(() => elsewhere?.close())
/** URL of a page of another site, which has no wallet. */
const otherSite = (): string => `http://127.0.0.2:${elsewhere.port}/`

interface Received {
  readonly type: string
  readonly payload?: unknown
}

/** Embeds the wallet's frame in the page's document, where documents of every origin can reach it, and completes the handshake. */
const embed = (page: Page): Promise<void> =>
  page.evaluate(async (origin) => {
    const frame = document.createElement('iframe')
    frame.src = `${origin}/sdk?version=4`
    document.body.append(frame)
    await new Promise((resolve) => frame.addEventListener('load', resolve))
    const { port1, port2 } = new MessageChannel()
    const received: unknown[] = []
    Object.assign(window, { port: port1, received, walletPage: window })
    const ready = new Promise<void>((resolve) => {
      port1.onmessage = ({ data }) => {
        received.push(data)
        resolve()
      }
    })
    frame.contentWindow?.postMessage({ type: '@w3m-app/HELLO' }, origin, [port2])
    await ready
  }, origin())

/** Opens the site from a page of another site. That page keeps a reference to the site's window. */
async function openedByAnother(): Promise<{ readonly opener: Frame; readonly page: Page }> {
  const { page: opener } = await stage.open({ wallets: [], at: otherSite(), options: { bypassCSP: true } })
  const opened = opener.waitForEvent('popup')
  await opener.evaluate((url) => {
    Object.assign(window, { walletPage: window.open(url) })
  }, stage.siteUrl)
  const page = await opened
  await page.locator('#open').waitFor()
  return { opener: opener.mainFrame(), page }
}

/** Adds a frame to the page, or to a frame of the page, and resolves with it once it has loaded. */
async function addFrame(parent: Page | Frame, values: Readonly<Record<string, string>>): Promise<Frame> {
  const handle = await parent.evaluateHandle(async (values) => {
    const frame = document.createElement('iframe')
    for (const [name, value] of Object.entries(values)) frame.setAttribute(name, value)
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
    document.body.append(frame)
    await loaded
    return frame
  }, values)
  const added = await handle.asElement()?.contentFrame()
  if (!added) throw new Error('There is no frame.')
  return added
}

async function popupOf(page: Page): Promise<Frame> {
  const opened = page.waitForEvent('popup')
  await page.evaluate(() => void window.open('about:blank', '_blank', 'popup,width=200,height=200'))
  return (await opened).mainFrame()
}

it('F1, F2: messages of eight kinds of senders outside the channel get no answer and change nothing', async () => {
  const { opener, page } = await openedByAnother()
  const { address } = await logIn(page, newEmail())
  await embed(page)
  const html = '<p>Advertisement</p>'
  const sibling = await addFrame(page, { src: otherSite() })
  const navigatedAway = await addFrame(page, { src: 'about:blank' })
  await navigatedAway.goto(otherSite())
  const senders: Readonly<Record<string, Frame>> = {
    'a script of the page': page.mainFrame(),
    'a frame of another site beside it': sibling,
    'a frame in that frame': await addFrame(sibling, { src: otherSite() }),
    'a popup of the page': await popupOf(page),
    'the page that opened the site': opener,
    'a sandboxed frame without origin': await addFrame(page, { sandbox: 'allow-scripts', srcdoc: html }),
    'a data: frame': await addFrame(page, { src: `data:text/html,${html}` }),
    'a frame that left for another site': navigatedAway,
  }
  expect(Object.keys(senders)).toHaveLength(8)
  expect(names.length).toBeGreaterThan(20)
  for (const [name, sender] of Object.entries(senders))
    expect([name, await forge(sender, { origin: origin(), at: 0 })]).toEqual([name, []])

  const isWallet = (one: Frame): boolean => one.url().startsWith(origin())
  for (const frame of page.frames().filter(isWallet)) {
    expect(await frame.locator('main').count()).toBe(0) // no request is shown
    expect(await frame.locator('html').getAttribute('dir')).not.toBe('rtl')
  }
  // both channels still work: the page's and the modal's
  const received = await page.evaluate(async () => {
    const { port, received } = window as typeof window & { port: MessagePort; received: unknown[] }
    port.postMessage({ type: '@w3m-app/IS_CONNECTED', id: 'own' })
    await new Promise((resolve) => setTimeout(resolve, 500))
    return received as readonly Received[]
  })
  expect(received.map(({ type }) => type)).toEqual(['@w3m-frame/READY', '@w3m-frame/IS_CONNECTED_SUCCESS'])
  expect(received[1]?.payload).toEqual({ isConnected: true })
  expect(await requestOf(page, 'eth_accounts', [])).toEqual([address])
})

it('F1, F2: a foreign document in the wallet’s frame receives no message, and its replies are ignored', async () => {
  const { page } = await stage.open({ wallets: [], options: { bypassCSP: true } })
  const { address } = await logIn(page, newEmail())
  await page.context().addInitScript(() => {
    const received: unknown[] = []
    Object.assign(window, { received })
    addEventListener('message', ({ data, ports }) => received.push({ data, ports: ports.length }))
  })
  await page.evaluate((url) => {
    const frame = document.querySelector('[data-wallet-modal]')?.shadowRoot?.querySelector('iframe')
    if (frame) frame.src = url
  }, otherSite())
  await expect.poll(() => page.frames().some((one) => one.url() === otherSite())).toBe(true)
  const signature = requestOf(page, 'personal_sign', ['0x48656c6c6f', address]).catch(() => 'left')
  const frame = page.frames().find((one) => one.url() === otherSite()) ?? expect.fail('There is no frame.')
  await frame.waitForLoadState()
  const received = await frame.evaluate(async () => {
    for (const name of ['READY', 'RPC_REQUEST_SUCCESS', 'GET_USER_SUCCESS'])
      parent.postMessage({ type: `@w3m-frame/${name}`, id: 'evil', payload: '0xevil' }, '*')
    await new Promise((resolve) => setTimeout(resolve, 500))
    return Reflect.get(window, 'received')
  })
  expect(received).toEqual([])
  const state = await Promise.race([signature, page.waitForTimeout(500).then(() => 'unanswered')])
  expect(state).toBe('unanswered')
  await page.reload()
  expect(await addressOn(page)).toBe(address)
})
