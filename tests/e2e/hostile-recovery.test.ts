import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { askForCode, codeFor, frameOrigin, newEmail, otpField, serveEmailSite, wallet } from './support/email-site.js'
import { createStage } from './support/stage.js'

const stage = createStage({ serve: serveEmailSite })
const visit = async (): Promise<Page> => (await stage.open({ wallets: [] })).page

/** Adds a frame of the wallet to the page, and opens a channel to it without the plugin. */
const openFrame = (page: Page): Promise<void> =>
  page.evaluate(async (origin) => {
    const frame = document.createElement('iframe')
    frame.id = 'w3m-iframe'
    frame.src = `${origin}/sdk`
    frame.style.cssText = 'width:400px;height:600px'
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
    document.body.append(frame)
    await loaded
    const { port1, port2 } = new MessageChannel()
    port1.start()
    frame.contentWindow?.postMessage({ type: '@w3m-app/HELLO' }, origin, [port2])
    Object.assign(window, { port: port1 })
  }, frameOrigin(stage.sandboxUrl))

interface Reply {
  readonly type: string
  readonly payload?: unknown
}

/** Sends a request on the channel of {@link openFrame}. */
const ask = (page: Page, name: string, payload?: unknown): Promise<Reply> =>
  page.evaluate(
    ({ name, payload }) => {
      const port: unknown = Reflect.get(window, 'port')
      if (!(port instanceof MessagePort)) throw new Error('No channel is open.')
      const id = crypto.randomUUID()
      return new Promise<Reply>((resolve) => {
        port.addEventListener('message', ({ data }) => {
          if (data.id === id) resolve({ type: data.type, payload: data.payload })
        })
        port.postMessage({ type: `@w3m-app/${name}`, id, payload })
      })
    },
    { name, payload },
  )

async function enterCode(page: Page, email: string): Promise<void> {
  await ask(page, 'CONNECT_EMAIL', { email })
  await ask(page, 'CONNECT_OTP', { otp: await codeFor(page, email) })
}

const recoveryCode = (page: Page) => wallet(page).locator('code')

async function confirmCode(page: Page): Promise<void> {
  await wallet(page).getByText('I have saved the code').click()
  await wallet(page).getByRole('button', { name: 'Continue' }).click()
}

it('F4: the recovery code cannot be copied or confirmed while the page covers the frame', async () => {
  const page = await visit()
  const email = newEmail()
  await askForCode(page, email)
  await otpField(page).fill(await codeFor(page, email))
  const copy = wallet(page).getByRole('button', { name: 'Copy' })
  const saved = wallet(page).getByLabel('I have saved the code')
  const next = wallet(page).getByRole('button', { name: 'Continue' })
  await expect.poll(() => copy.isEnabled(), { timeout: 20_000 }).toBe(true)
  await saved.check()
  expect(await next.isEnabled()).toBe(true)
  await page.evaluate(() => {
    const cover = document.createElement('div')
    cover.popover = 'manual'
    cover.style.cssText = 'position:fixed;inset:0;width:100vw;height:100vh;margin:0;pointer-events:none;background:#fff'
    document.body.append(cover)
    cover.showPopover()
  })
  for (const control of [copy, saved, next]) await expect.poll(() => control.isDisabled()).toBe(true)
  await page.evaluate(() => document.querySelector<HTMLElement>('[popover]')?.remove())
  for (const control of [copy, saved, next]) await expect.poll(() => control.isEnabled()).toBe(true)
})

it.each([
  ['sends GET_USER', false],
  ['logs the visitor in', true],
])('a page that %s again does not replace the displayed recovery code', async (_, logsInAgain) => {
  const page = await visit()
  await openFrame(page)
  const email = newEmail()
  await enterCode(page, email)
  const users = [ask(page, 'GET_USER')]
  const code = await recoveryCode(page).textContent()
  if (logsInAgain) await enterCode(page, email)
  users.push(ask(page, 'GET_USER'))
  await page.waitForTimeout(1_000)
  expect(await recoveryCode(page).textContent()).toBe(code)
  await confirmCode(page)
  const [first, second] = await Promise.all(users)
  expect(first?.type).toBe('@w3m-frame/GET_USER_SUCCESS')
  expect(second?.payload).toEqual(first?.payload)
})

it('if the reply to storing the key is lost, the next GET_USER succeeds without a second recovery code', async () => {
  const page = await visit()
  await openFrame(page)
  await page.route('**/accounts/key', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    const { host, port } = new URL(route.request().url())
    // Node does not resolve the frame's host
    await route.fetch({ url: `http://127.0.0.1:${port}/accounts/key`, headers: { ...route.request().headers(), host } })
    await route.abort()
  })
  await enterCode(page, newEmail())
  const lost = ask(page, 'GET_USER')
  await recoveryCode(page).waitFor()
  await confirmCode(page)
  expect((await lost).type).toBe('@w3m-frame/GET_USER_ERROR')
  expect((await ask(page, 'GET_USER')).type).toBe('@w3m-frame/GET_USER_SUCCESS')
})

it('a sign-out while the recovery code is displayed rejects the pending GET_USER with 4001', async () => {
  const page = await visit()
  await openFrame(page)
  await enterCode(page, newEmail())
  const user = ask(page, 'GET_USER')
  await recoveryCode(page).waitFor()
  await ask(page, 'SIGN_OUT')
  expect(await user).toMatchObject({ type: '@w3m-frame/GET_USER_ERROR', payload: { code: 4001 } })
  expect(await recoveryCode(page).count()).toBe(0)
})
