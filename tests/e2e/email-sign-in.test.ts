import { localSolanaNetwork } from '@wallet-modal/sandbox/server'
import { createSiwxServer, type SiwxServer } from '@wallet-modal/siwx/server'
import type { Page, Request } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import {
  addressOn,
  askForCode,
  codeFor,
  frameOrigin,
  newEmail,
  otpField,
  press,
  saveRecovery,
  serveEmailSite,
  wallet,
} from './support/email-site.js'
import { localNetworks } from './support/local-networks.js'
import { dialog, row } from './support/modal.js'
import { createStage, type OpenPlan } from './support/stage.js'

let server: SiwxServer | undefined
const stage = createStage({
  serve(sandboxUrl) {
    const { caipNetworkId } = localSolanaNetwork
    const solana = {
      ...localSolanaNetwork,
      rpcUrls: [`${sandboxUrl}/v1/?chainId=${caipNetworkId}&projectId=test`],
    }
    return serveEmailSite(sandboxUrl, {
      imports: "import { siwx } from '@wallet-modal/siwx'\nimport { solana } from '@wallet-modal/solana'",
      plugins: 'solana(), siwx(),',
      script: 'Object.assign(window, { signIn: modal.use(siwx) })',
      networks: [solana],
      api(origin) {
        const made = createSiwxServer({
          origin,
          secrets: ['a secret of these tests, which is long enough'],
          networks: [...localNetworks(sandboxUrl), solana],
        })
        server = made
        return (request) => made.handle(request)
      },
    })
  },
})

const visit = async (plan: OpenPlan = {}): Promise<Page> => (await stage.open({ wallets: [], ...plan })).page
const title = (page: Page) => dialog(page).getByRole('heading', { name: 'Sign In' })
const status = (page: Page): Promise<string> => page.evaluate(() => Reflect.get(window, 'signIn').state.peek().status)
const connections = (page: Page): Promise<number> =>
  page.evaluate(() => Reflect.get(window, 'modal').connections.all.peek().length)

/** Accounts that are signed in, according to the site's server, which reads the browser's cookies. */
async function sessions(page: Page): Promise<readonly string[]> {
  const cookies = await page.context().cookies()
  const header = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const list = await server?.readSessions(header)
  return list?.map(({ accountId }) => accountId) ?? []
}

/** Logs in with an email address that has no wallet yet, and waits for the sign-in view. */
async function connect(page: Page, email = newEmail()): Promise<void> {
  await askForCode(page, email)
  await otpField(page).fill(await codeFor(page, email))
  await saveRecovery(page)
  await title(page).waitFor({ timeout: 20_000 })
}

async function sign(page: Page): Promise<void> {
  await dialog(page).getByRole('button', { name: 'Sign', exact: true }).click()
  await wallet(page).getByText('wants you to sign in with your').waitFor()
  await press(page, 'Approve')
  await expect.poll(() => status(page), { timeout: 20_000 }).toBe('signedIn')
}

describe('a login by email on a site that requires signing in', () => {
  it('A5: the sign-in view cannot be dismissed; a rejection keeps it open, and Cancel logs out', async () => {
    const page = await visit()
    await connect(page)
    expect(await row(page, 'Close').count()).toBe(0)
    const dismissals: Readonly<Record<string, () => Promise<unknown>>> = {
      'the Esc key': () => page.keyboard.press('Escape'),
      'the overlay': () => page.mouse.click(20, 400),
      'close()': () => page.evaluate(() => Reflect.get(window, 'modal').close()),
      'open() of another view': () => page.evaluate(() => void Reflect.get(window, 'modal').open()),
    }
    for (const [name, dismiss] of Object.entries(dismissals)) {
      await dismiss()
      expect([name, await title(page).isVisible(), await status(page)]).toEqual([name, true, 'needed'])
    }
    await dialog(page).getByRole('button', { name: 'Sign', exact: true }).click()
    await wallet(page).getByText('wants you to sign in with your').waitFor()
    await press(page, 'Reject')
    await title(page).waitFor()
    await expect.poll(() => status(page)).toBe('needed')
    expect(await sessions(page)).toEqual([])
    await row(page, 'Cancel').click()
    await dialog(page).waitFor({ state: 'hidden' })
    expect([await connections(page), await status(page), await sessions(page)]).toEqual([0, 'none', []])
  })

  it('E5: the EVM and the Solana account sign in separately, and signing one account out keeps the other signed in', async () => {
    const page = await visit()
    await connect(page)
    const address = await addressOn(page)
    await sign(page)
    expect(await sessions(page)).toEqual([expect.stringMatching(new RegExp(`^eip155:\\d+:${address}$`, 'i'))])
    await page.evaluate((id) => Reflect.get(window, 'modal').switchNetwork(id), localSolanaNetwork.caipNetworkId)
    await title(page).waitFor({ timeout: 20_000 })
    await sign(page)
    const both = await sessions(page)
    expect(both.map((one) => one.split(':')[0]).toSorted()).toEqual(['eip155', 'solana'])
    // signing out one account keeps the other one signed in
    const solana = both.find((one) => one.startsWith('solana:')) ?? ''
    const ended = await page.evaluate(async (accountId) => {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ accountIds: [accountId] })
      return (await fetch('/api/siwx/sign-out', { method: 'POST', headers, body })).status
    }, solana)
    expect(ended).toBeLessThan(300)
    expect(await sessions(page)).toEqual(both.filter((one) => one !== solana))
  })
})

describe('C2: a login that the visitor interrupts', () => {
  it('does not connect if it is closed while the code is checked, not even when the reply arrives', async () => {
    const page = await visit()
    const email = newEmail()
    await askForCode(page, email)
    let release = (): void => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/accounts/email/verify', async (route) => {
      await released
      await route.continue()
    })
    const asked = page.waitForRequest('**/accounts/email/verify')
    await otpField(page).fill(await codeFor(page, email))
    await asked
    await row(page, 'Close').click()
    await dialog(page).waitFor({ state: 'hidden' })
    const answered = page.waitForResponse('**/accounts/email/verify')
    release()
    await answered
    await page.waitForTimeout(1_500)
    expect([await connections(page), await dialog(page).isVisible()]).toEqual([0, false])
    await page.reload()
    await page.waitForTimeout(1_500)
    expect(await connections(page)).toBe(0)
  })

  it('does not connect if it is closed while the key is created; the next login connects', async () => {
    const page = await visit()
    const email = newEmail()
    await askForCode(page, email)
    await otpField(page).fill(await codeFor(page, email))
    await wallet(page).locator('code').waitFor({ timeout: 20_000 })
    await row(page, 'Close').click()
    await dialog(page).waitFor({ state: 'hidden' })
    await page.waitForTimeout(500)
    expect(await connections(page)).toBe(0)
    await connect(page)
    expect(await connections(page)).toBeGreaterThan(0)
  })

  it('does not sign in after a disconnect during the signature request, and closes the request', async () => {
    const page = await visit()
    await connect(page)
    await dialog(page).getByRole('button', { name: 'Sign', exact: true }).click()
    await wallet(page).getByText('wants you to sign in with your').waitFor()
    await page.evaluate(() => Reflect.get(window, 'modal').disconnect())
    await page.waitForTimeout(1_500)
    expect([await connections(page), await sessions(page)]).toEqual([0, []])
    expect(await wallet(page).locator('main').count()).toBe(0)
  })
})

/** URL, body and headers of a request. */
const sentBy = async (request: Request): Promise<string> =>
  [request.url(), request.postData() ?? '', ...Object.values(await request.allHeaders())].join('\n')

it('H2, H3: a login sends no analytics; only the gateway receives the email and the code, and no other origin receives the page’s query', async () => {
  const page = await visit({
    query: '?invite=s3cret#reset-token',
    options: { extraHTTPHeaders: { 'Sec-GPC': '1' } },
  })
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  const email = newEmail()
  await askForCode(page, email)
  const code = await codeFor(page, email)
  await otpField(page).fill(code)
  const recovery = await saveRecovery(page)
  await title(page).waitFor({ timeout: 20_000 })
  await sign(page)
  await page.evaluate(() => Reflect.get(window, 'modal').disconnect())
  const foreignRequests = requests.filter((one) => /^https?:/.test(one.url()) && !one.url().startsWith(stage.siteUrl))
  expect(foreignRequests.length).toBeGreaterThan(3)
  expect(foreignRequests.filter((one) => /\/(e|batch|getAnalyticsConfig)$/.test(new URL(one.url()).pathname))).toEqual(
    [],
  )
  const gateway = frameOrigin(stage.sandboxUrl)
  for (const request of foreignRequests) {
    const text = await sentBy(request)
    const isGateway = request.url().startsWith(gateway)
    for (const secret of ['s3cret', 'reset-token', recovery]) expect(text).not.toContain(secret)
    if (!isGateway) for (const secret of [email, encodeURIComponent(email), code]) expect(text).not.toContain(secret)
  }
  // no URL contains the email or the code, because servers log URLs
  const urls = requests.map((one) => decodeURIComponent(one.url()))
  expect(urls.filter((url) => url.includes(email) || url.includes(code))).toEqual([])
})
