import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { logInWithWindow, windowOrigin } from './support/approval-window.js'
import { newEmail, press, requestOf, serveEmailSite, wallet } from './support/email-site.js'
import { createStage } from './support/stage.js'

const stage = createStage({ serve: (sandboxUrl) => serveEmailSite(sandboxUrl, { frame: windowOrigin(sandboxUrl) }) })

async function newVisitor() {
  const { page } = await stage.open({ wallets: [] })
  return { page, address: (await logInWithWindow(page, newEmail())).address }
}

/** Loads the frame again with other attributes, as a hostile page can. */
const reloadFrame = (page: Page, attributes: Readonly<Record<string, string>>): Promise<void> =>
  page.locator('#w3m-iframe').evaluate(
    (frame, changed) =>
      new Promise<void>((resolve) => {
        for (const [name, value] of Object.entries(changed)) frame.setAttribute(name, value)
        frame.addEventListener('load', () => resolve(), { once: true })
        frame.setAttribute('src', String(frame.getAttribute('src')))
      }),
    attributes,
  )

const sign = (page: Page, address: string): Promise<unknown> =>
  requestOf(page, 'personal_sign', ['0x48656c6c6f', address])

const isApproveShown = async (page: Page): Promise<boolean> =>
  (await wallet(page).getByRole('button', { name: 'Approve' }).count()) > 0

it('a page that takes the right to open windows from the frame gets no approval in the frame', async () => {
  const { page, address } = await newVisitor()
  await reloadFrame(page, { sandbox: 'allow-scripts allow-same-origin' })
  const signature = sign(page, address)
  await press(page, 'Review in a window')
  await wallet(page).getByText('The browser blocked the window.').waitFor()
  expect(await isApproveShown(page)).toBe(false)
  await press(page, 'Reject')
  expect(await signature).toMatchObject({ code: 4001 })
})

it('a page that loads the frame with an empty storage gets no signature', async () => {
  const { page, address } = await newVisitor()
  await reloadFrame(page, { credentialless: '' })
  expect(await sign(page, address)).toMatchObject({ code: 4100 })
})

it('a frame that cannot read the account from the gateway signs nothing', async () => {
  const { page, address } = await newVisitor()
  await page.route('**/accounts/me', (route) => route.abort())
  await reloadFrame(page, {})
  expect(await sign(page, address)).toMatchObject({ message: 'Something went wrong' })
  expect(await isApproveShown(page)).toBe(false)
})
