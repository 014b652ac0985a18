import type { Frame, Page } from 'playwright-core'
import { toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { frameOrigin, logIn, newEmail, readToEnd, requestOf, serveEmailSite, wallet } from './support/email-site.js'
import { forge, names, payload, serveHtml } from './support/hostile.js'
import { row } from './support/modal.js'
import { createStage } from './support/stage.js'

const stage = createStage({ serve: serveEmailSite })
const visit = async (): Promise<Page> => (await stage.open({ wallets: [] })).page
const frameUrl = (): string => `${frameOrigin(stage.sandboxUrl)}/sdk`
const isWallet = (one: Frame): boolean => one.url().startsWith(frameUrl())
/** Senders of messages: the page, a sibling of the wallet's frame, a frame in that sibling, and a popup. */
async function sendersOn(page: Page): Promise<readonly Frame[]> {
  const opened = page.waitForEvent('popup')
  await page.evaluate(() => {
    const sibling = document.createElement('iframe')
    document.body.append(sibling)
    sibling.contentDocument?.body.append(sibling.contentDocument.createElement('iframe'))
    window.open('about:blank', '_blank', 'popup,width=200,height=200')
  })
  const blank = page.frames().filter((one) => one.url() === 'about:blank')
  return [page.mainFrame(), ...blank, (await opened).mainFrame()]
}

/** Styles that a hostile page sets on the frame. */
const frameStyles: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'a transparent frame': { opacity: '0.02' },
  'a tiny frame': { transform: 'scale(0.05)' },
  'a blurred frame': { filter: 'blur(6px)' },
  'a frame turned upside down': { transform: 'rotate(180deg)' },
  'a frame that is mostly outside of the window': { transform: 'translateY(-70vh)' },
}

describe('F1, F2: forged messages', () => {
  it('get no answer if they are sent outside the channel, and do not change the login', async () => {
    const page = await visit()
    const { address } = await logIn(page, newEmail())
    expect(names.length).toBeGreaterThan(15)
    const senders = await sendersOn(page)
    expect(senders).toHaveLength(4)
    for (const sender of senders) expect(await forge(sender, { origin: frameOrigin(stage.sandboxUrl) })).toEqual([])
    expect(await requestOf(page, 'eth_accounts', [])).toEqual([address])
    expect(await wallet(page).locator('main').count()).toBe(0)
    expect(await wallet(page).locator('html').getAttribute('dir')).not.toBe('rtl')
  })

  it('get no answer if they repeat an id, have an invalid id or are not part of the protocol', async () => {
    const page = await visit()
    const answers = await page.evaluate(
      async ({ url, origin, names, payload }) => {
        const frame = document.createElement('iframe')
        frame.src = url
        const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
        document.body.append(frame)
        await loaded
        const { port1, port2 } = new MessageChannel()
        const answers: { readonly type: string; readonly id?: string }[] = []
        port1.onmessage = ({ data }) => answers.push(data)
        frame.contentWindow?.postMessage({ type: '@w3m-app/HELLO' }, origin, [port2])
        const ask = { type: '@w3m-app/IS_CONNECTED', id: 'once' }
        for (let times = 0; times < 5; times++) port1.postMessage(ask)
        for (const id of [undefined, null, 7, '', 'a b', 'x'.repeat(65), {}, ['once']])
          for (const name of names) port1.postMessage({ type: `@w3m-app/${name}`, id, payload })
        for (const type of [
          '@w3m-app/__proto__',
          '@w3m-app/constructor',
          '@w3m-app/is_connected',
          '@w3m-frame/GET_USER',
          '',
          null,
        ])
          port1.postMessage({ type, id: 'strange', payload })
        await new Promise((resolve) => setTimeout(resolve, 1500))
        return answers
      },
      { url: frameUrl(), origin: frameOrigin(stage.sandboxUrl), names, payload },
    )
    expect(answers.map(({ type }) => type).toSorted()).toEqual(['@w3m-frame/IS_CONNECTED_SUCCESS', '@w3m-frame/READY'])
  })

  it('F3: only a listed site can embed the frame; unlisted sites, opaque origins and data: pages cannot', async () => {
    const page = await visit()
    const inner = `<iframe src="${frameUrl()}"></iframe>`
    const sandboxed = `<iframe sandbox="allow-scripts" srcdoc="${inner.replaceAll('"', '&quot;')}"></iframe>`
    const plain = await serveHtml(inner)
    const other = await serveHtml(inner, '127.0.0.2')
    const without = await serveHtml(`${sandboxed}<iframe src="data:text/html,${encodeURIComponent(inner)}"></iframe>`)
    const shown = async (url: string): Promise<readonly [frames: number, refused: number]> => {
      await page.goto(url)
      await page.waitForTimeout(500)
      const refused = page.frames().filter((one) => one.url().startsWith('chrome-error:'))
      return [page.frames().filter(isWallet).length, refused.length]
    }
    expect(await shown(`http://127.0.0.1:${plain.port}`)).toEqual([1, 0])
    expect(await shown(`http://127.0.0.2:${other.port}`)).toEqual([0, 1])
    expect(await shown(`http://127.0.0.1:${without.port}`)).toEqual([0, 2])
    for (const server of [plain, other, without]) server.close()
  })
})

describe('F4: clickjacking', () => {
  it('Approve is disabled while the frame is faded, tiny, blurred, rotated, moved out or covered', async () => {
    const page = await visit()
    const { address } = await logIn(page, newEmail())
    const signature = requestOf(page, 'personal_sign', ['0x48656c6c6f', address])
    const approve = wallet(page).getByRole('button', { name: 'Approve' })
    const isEnabled = () => approve.isEnabled()
    const style = (values: Readonly<Record<string, string>>): Promise<void> =>
      page.evaluate((values) => {
        const frame = document.querySelector('[data-wallet-modal]')?.shadowRoot?.querySelector('iframe')
        for (const [name, value] of Object.entries(values)) frame?.style.setProperty(name, value, 'important')
      }, values)
    const cover = (css: string): Promise<void> =>
      page.evaluate((css) => {
        document.querySelector('#cover')?.remove()
        if (css === '') return
        const made = document.createElement('div')
        made.id = 'cover'
        made.popover = 'manual'
        made.style.cssText = `position:fixed;inset:0;width:100vw;height:100vh;margin:0;${css}`
        document.body.append(made)
        made.showPopover()
      }, css)
    const expectEnabled = (value: boolean, message: string) =>
      expect.poll(isEnabled, { timeout: 20_000, message }).toBe(value)
    for (const [message, values] of Object.entries(frameStyles)) {
      await expectEnabled(true, `before ${message}`)
      await style(values)
      await expectEnabled(false, message)
      await style(Object.fromEntries(Object.keys(values).map((name) => [name, name === 'opacity' ? '1' : 'none'])))
    }
    await expectEnabled(true, 'before a cover that lets presses through')
    await cover('pointer-events:none;background:#fff')
    await expectEnabled(false, 'a cover that lets presses through')
    await cover('')
    await row(page, 'Close').click()
    expect(await signature).toMatchObject({ code: 4001 })
  })

  it('Approve is disabled while the page shrinks the text with CSS zoom, although the frame keeps its size in CSS pixels', async () => {
    const page = await visit()
    const { address } = await logIn(page, newEmail())
    const signature = requestOf(page, 'personal_sign', ['0x48656c6c6f', address])
    const approve = wallet(page).getByRole('button', { name: 'Approve' })
    const style = (values: Readonly<Record<string, string>>): Promise<void> =>
      page.locator('#w3m-iframe').evaluate((frame, values) => {
        if (!(frame instanceof HTMLElement)) return
        for (const [name, value] of Object.entries(values)) frame.style.setProperty(name, value, 'important')
      }, values)
    const expectEnabled = (value: boolean) => expect.poll(() => approve.isEnabled(), { timeout: 20_000 }).toBe(value)
    await style({ 'min-width': '400px', 'max-width': 'none', 'min-height': '500px', 'max-height': 'none' })
    await expectEnabled(true)
    await style({ zoom: '0.3' })
    await wallet(page).getByText('Approve works once').waitFor()
    await expectEnabled(false)
    await style({ zoom: '1' })
    await expectEnabled(true)
    await row(page, 'Close').click()
    expect(await signature).toMatchObject({ code: 4001 })
  })

  it('a request that the page showed as a whole for a moment must be scrolled through after the page has shrunk the frame', async () => {
    const page = await visit()
    await page.setViewportSize({ width: 1200, height: 1400 })
    const { address } = await logIn(page, newEmail())
    const lines = Array.from({ length: 25 }, (_, line) => `line ${line}`).join('\n')
    const signature = requestOf(page, 'personal_sign', [toHex(lines), address])
    const approve = wallet(page).getByRole('button', { name: 'Approve' })
    const setHeight = (height: string): Promise<void> =>
      page.locator('#w3m-iframe').evaluate((frame, height) => {
        if (!(frame instanceof HTMLElement) || !frame.parentElement) return
        for (const box of [frame, frame.parentElement])
          for (const name of ['height', 'min-height', 'max-height']) box.style.setProperty(name, height, 'important')
      }, height)
    await wallet(page).getByText('Scroll down to read the whole request.').waitFor()
    await setHeight('800px')
    await expect.poll(() => approve.isEnabled(), { timeout: 20_000 }).toBe(true)
    await setHeight('400px')
    await wallet(page).getByText('Scroll down to read the whole request.').waitFor()
    expect(await approve.isEnabled()).toBe(false)
    await readToEnd(page)
    expect(await approve.isEnabled()).toBe(true)
    await row(page, 'Close').click()
    expect(await signature).toMatchObject({ code: 4001 })
  })

  it('Approve stays disabled for half a second after a hidden frame is shown again', async () => {
    const page = await visit()
    const { address } = await logIn(page, newEmail())
    const signature = requestOf(page, 'personal_sign', ['0x48656c6c6f', address])
    const approve = wallet(page).getByRole('button', { name: 'Approve' })
    await expect.poll(() => approve.isEnabled(), { timeout: 20_000 }).toBe(true)
    const shownAt = await page.evaluate(async () => {
      const frame = document.querySelector('[data-wallet-modal]')?.shadowRoot?.querySelector('iframe')
      frame?.style.setProperty('opacity', '0', 'important')
      await new Promise((resolve) => setTimeout(resolve, 700)) // Chromium checks the visibility every 100 ms
      const at = performance.now()
      frame?.style.setProperty('opacity', '1', 'important')
      return at
    })
    expect(await approve.isEnabled()).toBe(false)
    await expect.poll(() => approve.isEnabled(), { timeout: 20_000, interval: 20 }).toBe(true)
    expect((await page.evaluate(() => performance.now())) - shownAt).toBeGreaterThanOrEqual(500)
    await row(page, 'Close').click()
    expect(await signature).toMatchObject({ code: 4001 })
  })

  it('a click on Approve right after the frame has moved signs nothing', async () => {
    const page = await visit()
    const { address } = await logIn(page, newEmail())
    const approve = wallet(page).getByRole('button', { name: 'Approve' })
    const move = (transform: string): Promise<void> =>
      page.evaluate((transform) => {
        const frame = document.querySelector('[data-wallet-modal]')?.shadowRoot?.querySelector('iframe')
        frame?.style.setProperty('transform', transform, 'important')
      }, transform)
    // On a slow machine, the click can come after the protected time. Such an attempt proves nothing and is repeated.
    for (let tries = 0; tries < 10; tries++) {
      const signature = requestOf(page, 'personal_sign', ['0x48656c6c6f', address])
      await expect.poll(() => approve.isEnabled(), { timeout: 20_000 }).toBe(true)
      const box = await approve.boundingBox()
      if (!box) throw new Error('Approve has no box.')
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 - 60)
      const movedAt = performance.now()
      await move('translateY(-60px)')
      await page.mouse.down()
      const isInTime = performance.now() - movedAt < 400
      await page.mouse.up()
      await page.waitForTimeout(1_000)
      const isOpen = await wallet(page).getByText('Hello').isVisible()
      if (isInTime) expect(isOpen).toBe(true)
      await move('none')
      if (isOpen) await row(page, 'Close').click()
      if (isInTime) return expect(await signature).toMatchObject({ code: 4001 })
      await signature
    }
    throw new Error('No press came in time.')
  })
})
