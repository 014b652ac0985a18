import type { Frame, Page } from 'playwright-core'
import { afterEach, expect, it } from 'vitest'
import { frameOrigin, logIn, newEmail, requestOf, serveEmailSite, wallet } from './support/email-site.js'
import { serveHtml } from './support/hostile.js'
import { createStage } from './support/stage.js'

/**
 * The site is on the list of a gateway with `approvals: { frame: [...] }`. Another site of the gateway, which is not on the list, embeds it. Both have
 * the registrable domain 127.0.0.1, so that the visitor's login is valid in the embedded site too.
 */
const stage = createStage({ serve: serveEmailSite })

let outer: Awaited<ReturnType<typeof serveHtml>> | undefined
afterEach(() => outer?.close())

/** Reply of a gateway whose list contains the site. */
async function answerAsListed(page: Page, places: object): Promise<void> {
  await page.route('**/accounts/me', async (route) => {
    const { host, port } = new URL(route.request().url())
    const headers = { ...route.request().headers(), host } // only the browser resolves the host of the frame
    const response = await route.fetch({ url: `http://127.0.0.1:${port}/accounts/me`, headers })
    await route.fulfill({ response, json: { ...(await response.json()), ...places } })
  })
}

/** Logs in on the site, then opens a page of another origin that embeds the site. Resolves with the embedded site. */
async function openEmbedded(page: Page): Promise<{ readonly site: Page; readonly address: string }> {
  const { address } = await logIn(page, newEmail())
  outer = await serveHtml(`<iframe src="${stage.siteUrl}" style="width:900px;height:900px"></iframe>`)
  await page.goto(`http://127.0.0.1:${outer.port}`)
  const find = (): Frame | undefined => page.frames().find((frame) => frame.url().startsWith(stage.siteUrl))
  await expect.poll(() => find() !== undefined).toBe(true)
  return { site: find() as unknown as Page, address } // a frame has the methods of a page that the helpers call
}

async function ask(site: Page, address: string): Promise<void> {
  const isConnected = (): Promise<boolean> =>
    site.evaluate(
      () => Reflect.get(window, 'modal')?.use(Reflect.get(window, 'eip155')).adapter.state.value.status === 'connected',
    )
  await expect.poll(isConnected, { timeout: 20_000 }).toBe(true)
  void requestOf(site, 'personal_sign', ['0x48656c6c6f', address]).catch(() => undefined) // unanswered when the page closes
}

it('a listed site in an iframe of another site asks in a window, because that site can mask its frame', async () => {
  const { page } = await stage.open({ wallets: [] })
  await answerAsListed(page, { approvals: 'frame', embeddedApprovals: 'window' })
  const { site, address } = await openEmbedded(page)
  await ask(site, address)
  await wallet(site).getByRole('button', { name: 'Review in a window' }).waitFor()
  expect(await wallet(site).getByRole('button', { name: 'Approve' }).count()).toBe(0)
})

it('an embedded site asks in the frame if the gateway trusts every site', async () => {
  const { page } = await stage.open({ wallets: [] })
  const { site, address } = await openEmbedded(page)
  await ask(site, address)
  await wallet(site).getByRole('button', { name: 'Approve' }).waitFor()
  expect(page.frames().some((frame) => frame.url().startsWith(frameOrigin(stage.sandboxUrl)))).toBe(true)
})
