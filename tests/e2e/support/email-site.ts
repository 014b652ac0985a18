import type { Network } from '@wallet-modal/kernel'
import type { FrameLocator, Page } from 'playwright-core'
import { type Address, getAddress } from 'viem'
import { expect } from 'vitest'
import { localNetworks } from './local-networks.js'
import { dialog, row } from './modal.js'
import { servePage } from './page.js'
import type { ServedSite } from './serve.js'

/** Origin of the frame, on another host than the page. */
export const frameOrigin = (sandboxUrl: string): string => `http://frame.localhost:${new URL(sandboxUrl).port}`

interface EmailSitePlan {
  /** Origin of the frame. Default: {@link frameOrigin}. */
  readonly frame?: string
  /** Social login providers. Default: none. The page's query parameter `socials` takes precedence. */
  readonly socials?: readonly string[]
  /** Further plugins, as source text, with their imports. */
  readonly imports?: string
  readonly plugins?: string
  /** Further statements of the page's script, as source text. */
  readonly script?: string
  /** The site's own server, below `/api/`. */
  readonly api?: (origin: string) => (request: Request) => Promise<Response>
  /** Further networks. */
  readonly networks?: readonly Network[]
  /** Scripts that run before the page's own. */
  readonly before?: readonly string[]
}

/** A site with email login. Its query parameters are `mode`, `locale`, `socials` and `legal` (the checkbox). */
export const serveEmailSite = (
  sandboxUrl: string,
  {
    frame = frameOrigin(sandboxUrl),
    socials = [],
    imports = '',
    plugins = '',
    script = '',
    api,
    networks = [],
    before = [],
  }: EmailSitePlan = {},
): Promise<ServedSite> =>
  servePage({
    services: [sandboxUrl],
    frames: [frame],
    before,
    ...(api && { api }),
    body: '<button id="open">Connect wallet</button>',
    script: `
        import { createWalletModal } from '@wallet-modal/kernel'
        import { account } from '@wallet-modal/account'
        import { connect } from '@wallet-modal/connect'
        import { eip155 } from '@wallet-modal/eip155'
        import { emailSocial } from '@wallet-modal/email-social'
        import { send } from '@wallet-modal/send'
        ${imports}
        const query = new URLSearchParams(location.search)
        const socials = query.get('socials')?.split(',') ?? ${JSON.stringify(socials)}
        const legal = query.has('legal') ? { legalCheckbox: true, termsUrl: 'https://shop.example/terms' } : {}
        const modal = createWalletModal({
          metadata: { name: 'Plain page' },
          networks: ${JSON.stringify([...localNetworks(sandboxUrl), ...networks])},
          endpoints: { catalogue: '${sandboxUrl}', blockchain: '${sandboxUrl}', analytics: '${sandboxUrl}' },
          theme: { mode: query.get('mode') ?? 'light' },
          ...(query.has('locale') && { locale: query.get('locale') }),
          plugins: [
            ...[eip155(), connect(legal), account(), send(), emailSocial({ url: '${frame}', socials })],
            ${plugins}
          ],
        })
        document.querySelector('#open').onclick = () => void modal.open()
        Object.assign(window, { modal, eip155, emailSocial, sandboxUrl: '${sandboxUrl}' })
        ${script}`,
  })

export const wallet = (page: Page): FrameLocator => page.frameLocator('#w3m-iframe')
let visitors = 0
export const newEmail = (): string => `visitor-${Date.now()}-${++visitors}@example.org`

/** Base URL of the sandbox that the site's page calls. */
const sandboxOf = (page: Page): Promise<string> => page.evaluate(() => String(Reflect.get(window, 'sandboxUrl')))

interface Mail {
  readonly subject: string
  readonly text: string
}

export const newestMail = async (page: Page, email: string): Promise<Mail> => newestMailAt(await sandboxOf(page), email)

/** The newest mail to an address in the sandbox's inbox. */
export async function newestMailAt(sandboxUrl: string, email: string): Promise<Mail> {
  const response = await fetch(`${sandboxUrl}/sandbox/inbox?to=${encodeURIComponent(email)}`)
  const { mails } = (await response.json()) as { readonly mails: readonly Mail[] }
  const [mail] = mails
  if (!mail) throw new Error(`No mail for ${email}.`)
  return mail
}

/** The code of the newest mail to an address. */
export async function codeFor(page: Page, email: string): Promise<string> {
  return (await newestMail(page, email)).subject.slice(0, 6)
}

/** The link of the newest mail to an address. */
export async function linkFor(page: Page, email: string): Promise<string> {
  const [link] = /http\S+/.exec((await newestMail(page, email)).text) ?? []
  if (link === undefined) throw new Error(`No link in the newest mail for ${email}.`)
  return link
}

export const otpField = (page: Page) => dialog(page).getByLabel('Six-digit code')

/** Requests a code by email and waits for the field in which the visitor enters the code. */
export async function askForCode(page: Page, email: string): Promise<void> {
  await page.click('#open')
  await dialog(page).getByPlaceholder('Enter your email').fill(email)
  await row(page, /^Continue$/).click() // buttons of social logins also start with "Continue"
  await otpField(page).waitFor()
}

/** Chromium ignores clicks in a cross-origin frame for half a second after the frame moved. */
const REST_MS = 600

/** Waits until the frame itself has stopped moving. Playwright only waits for movements inside the frame. */
async function waitForFrameToRest(page: Page): Promise<void> {
  const box = async (): Promise<string> => JSON.stringify(await page.locator('#w3m-iframe').boundingBox())
  const isAtRest = async (): Promise<boolean> => {
    const before = await box()
    await page.waitForTimeout(REST_MS)
    return before === (await box())
  }
  await expect.poll(isAtRest, { timeout: 10_000 }).toBe(true)
}

/** Scrolls the request in the frame to its end. */
export const readToEnd = (page: Page): Promise<void> =>
  wallet(page)
    .locator('section')
    .evaluate((list) => list.scrollTo(0, list.scrollHeight))

/** Clicks a button of the frame once the frame has stopped moving. Scrolls to the end first for Approve, which is disabled until then. */
export async function press(page: Page, name: string): Promise<void> {
  await waitForFrameToRest(page)
  if (name === 'Approve') await readToEnd(page)
  await wallet(page).getByRole('button', { name }).click({ timeout: 10_000 })
}

/** Clicks a button of the frame until the button is gone or disabled, four times at most: browsers ignore clicks in a frame that has just moved. */
export async function pressOn(page: Page, name: string): Promise<void> {
  const button = wallet(page).getByRole('button', { name })
  await press(page, name)
  for (let tries = 0; tries < 3; tries++) {
    await page.waitForTimeout(700)
    if (!(await button.isVisible()) || (await button.isDisabled())) return
    await button.click({ timeout: 1000 }).catch(() => undefined) // the button has gone
  }
}

/** Confirms in the frame that the recovery code of a new wallet is saved. Resolves with the code. */
export async function saveRecovery(page: Page): Promise<string> {
  const code = String(await wallet(page).locator('code').textContent({ timeout: 20_000 }))
  await waitForFrameToRest(page)
  await wallet(page).getByText('I have saved the code').click()
  await press(page, 'Continue')
  return code
}

export const addressOn = async (page: Page): Promise<Address> => {
  const state = await expect
    .poll(
      () =>
        page.evaluate(
          () => Reflect.get(window, 'modal').use(Reflect.get(window, 'eip155')).adapter.state.value.account?.address,
        ),
      { timeout: 15_000 },
    )
    .toMatch(/^0x/)
    .then(() =>
      page.evaluate(
        () => Reflect.get(window, 'modal').use(Reflect.get(window, 'eip155')).adapter.state.value.account.address,
      ),
    )
  return getAddress(state)
}

/** Logs in with an email address that has no wallet yet. */
export async function logIn(
  page: Page,
  email: string,
): Promise<{ readonly address: Address; readonly recovery: string }> {
  await askForCode(page, email)
  await otpField(page).fill(await codeFor(page, email))
  const recovery = await saveRecovery(page)
  await dialog(page).waitFor({ state: 'hidden' })
  return { address: await addressOn(page), recovery }
}

/** Calls the connected wallet's provider. Resolves with the result or the error. */
export const requestOf = (page: Page, method: string, params: readonly unknown[]): Promise<unknown> =>
  page.evaluate(
    async ({ method, params }) => {
      const { adapter } = Reflect.get(window, 'modal').use(Reflect.get(window, 'eip155'))
      try {
        return await adapter.state.value.provider.request({ method, params })
      } catch (error) {
        const { code, message } = Object(error)
        return { code, message }
      }
    },
    { method, params },
  )

/** Advances the sandbox's clock, which the time limits of codes use. */
export const advanceClock = (sandboxUrl: string, advanceMs: number): Promise<unknown> =>
  fetch(`${sandboxUrl}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceMs }),
  })
