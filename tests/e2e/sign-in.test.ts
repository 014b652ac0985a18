import type { ScriptedWallet, WalletPlan } from '@wallet-modal/sandbox/testing'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findWithAxe } from './support/axe.js'
import { dialog, row } from './support/modal.js'
import { openWith } from './support/scripted.js'
import { type SignInSite, serveSignIn, signInNetworks } from './support/sign-in-page.js'
import { createStage, type OpenPlan } from './support/stage.js'

let site: SignInSite | undefined
const stage = createStage({
  async serve(sandboxUrl) {
    site = await serveSignIn({ sandboxUrl })
    return site
  },
})
type Family = WalletPlan['namespace']

interface Visit {
  readonly page: Page
  readonly wallet: ScriptedWallet
  /** Account ids of the sessions that the site's server reads from the browser's cookies. */
  sessions(): Promise<readonly string[]>
}

async function visit(namespace: Family = 'eip155', plan: OpenPlan = {}): Promise<Visit> {
  const networks = signInNetworks(stage.sandboxUrl)
  const wallets = { comet: { namespace, name: 'Comet', networks } } satisfies Record<string, WalletPlan>
  const { page, wallets: made } = await openWith(stage, wallets, plan)
  return {
    page,
    wallet: made.comet,
    async sessions() {
      const cookies = await page.context().cookies()
      const header = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
      const list = await site?.server.readSessions(header)
      return list?.map(({ accountId }) => accountId) ?? []
    },
  }
}

const signButton = (page: Page) => dialog(page).getByRole('button', { name: 'Sign', exact: true })
const title = (page: Page) => dialog(page).getByRole('heading', { name: 'Sign In' })
const status = (page: Page): Promise<string> => page.evaluate(() => Reflect.get(window, 'signIn').state.peek().status)
const connected = (page: Page): Promise<number> =>
  page.evaluate(() => Reflect.get(window, 'signInModal').connections.all.peek().length)
/** CAIP-10 id of the active account. */
const activeAccountId = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { caipNetworkId, account } = Reflect.get(window, 'signInModal').connections.active.peek()
    return `${caipNetworkId}:${account.address}`
  })

async function pressComet(page: Page): Promise<void> {
  await page.click('#open')
  await row(page, 'Comet').click()
}
async function connectComet(page: Page): Promise<void> {
  await pressComet(page)
  await title(page).waitFor()
}
async function signIn(page: Page, family: Family = 'eip155'): Promise<void> {
  await pressComet(page)
  // Solana's wallet has `solana:signIn`: it connects and signs in with one approval
  if (family !== 'solana') await signButton(page).click()
  await dialog(page).waitFor({ state: 'hidden' })
  await expect.poll(() => status(page)).toBe('signedIn')
}

describe('signing in', () => {
  it.each(['eip155', 'solana', 'polkadot', 'bip122'] as const)(
    '%s: connects, signs in, is restored after a reload without a prompt, and signs out',
    async (family) => {
      const { page, wallet, sessions } = await visit(family)
      await signIn(page, family)
      const [accountId = ''] = await sessions()
      expect(accountId).toBe(await activeAccountId(page))
      const asked = wallet.questions.length
      expect(asked).toBe(family === 'solana' ? 1 : 2)

      await page.reload()
      await expect.poll(() => status(page)).toBe('signedIn')
      expect(await dialog(page).isVisible()).toBe(false)
      await page.click('#open')
      await row(page, 'Disconnect').waitFor()
      expect(wallet.questions.length).toBe(asked)

      await row(page, 'Disconnect').click()
      await expect.poll(sessions).toEqual([])
      expect(await connected(page)).toBe(0)
    },
  )
})

it('a wallet that supports ERC-7846 connects and signs in with one approval', async () => {
  const networks = signInNetworks(stage.sandboxUrl)
  const plan = { namespace: 'eip155', name: 'Comet', networks, signsInOnConnect: true } as const
  const { page, wallets } = await openWith(stage, { comet: plan })
  let release = (): void => {}
  const isReleased = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/verify?*', async (route) => {
    await isReleased
    await route.continue()
  })
  await pressComet(page)
  await page.getByText('Authenticating...').waitFor()
  release()
  await dialog(page).waitFor({ state: 'hidden' })
  await expect.poll(() => status(page)).toBe('signedIn')
  expect(await page.getByText('Authenticating...').count()).toBe(0)
  expect(wallets.comet.questions.map(({ kind }) => kind)).toEqual(['signIn'])
  const [question] = wallets.comet.questions
  expect(question?.payload).toContain('wants you to sign in with your Ethereum account')
  expect(question?.payload).toContain('Welcome to the plain page.')
})

describe('A5: while sign-in is required', () => {
  const closers: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
    'the Esc key': (page) => page.keyboard.press('Escape'),
    'the overlay': (page) => page.mouse.click(20, 400),
    'close()': (page) => page.evaluate(() => Reflect.get(window, 'signInModal').close()),
    'open() of another view': (page) => page.evaluate(() => void Reflect.get(window, 'signInModal').open()),
  }

  it('only Cancel closes the view without signing, and disconnects', async () => {
    const { page, sessions } = await visit()
    await connectComet(page)
    expect(await row(page, 'Close').count()).toBe(0) // closing is refused; only Cancel leaves the view
    for (const [way, run] of Object.entries(closers)) {
      await run(page)
      expect([way, await title(page).isVisible(), await status(page)]).toEqual([way, true, 'needed'])
    }
    await row(page, 'Cancel').click()
    await dialog(page).waitFor({ state: 'hidden' })
    expect([await connected(page), await status(page), await sessions()]).toEqual([0, 'none', []])
  })

  it('E6: removing the dialog or writing into storage grants no session, and a reload shows the view again', async () => {
    const { page, sessions } = await visit()
    await connectComet(page)
    await page.evaluate(() => {
      document.querySelector('[data-wallet-modal]')?.remove()
      const session = { accountId: 'eip155:31337:0x0', signedInAt: '2026-01-01', expiresAt: '2999-01-01' }
      localStorage.setItem('wallet-modal/default/@wallet-modal/siwx/session', JSON.stringify({ v: 1, data: session }))
    })
    expect([await status(page), await sessions()]).toEqual(['needed', []])
    await page.reload()
    await title(page).waitFor()
    expect(await sessions()).toEqual([])
  })

  it('A7: a page reloaded while the wallet’s prompt is open asks again, and signs in once', async () => {
    const { page, wallet, sessions } = await visit()
    await connectComet(page)
    wallet.hang()
    await signButton(page).click()
    await expect.poll(() => status(page)).toBe('signing')
    await page.reload()
    await title(page).waitFor()
    await expect.poll(() => status(page)).toBe('needed')
    wallet.approve()
    await signButton(page).click()
    await expect.poll(() => status(page)).toBe('signedIn')
    expect(await sessions()).toHaveLength(1)
  })
})

it('a declined signature is reported, and sign-in is still needed', async () => {
  const { page, wallet } = await visit()
  await connectComet(page)
  wallet.reject()
  await signButton(page).click()
  await page.getByText('Signature declined').waitFor()
  await expect.poll(() => status(page)).toBe('needed')
})

describe('M1: the sign-in view has no axe violations and no overflow', () => {
  it.each([
    ['in light mode', { colorScheme: 'light' }],
    ['in dark mode, right to left, on a phone', { colorScheme: 'dark', viewport: { width: 390, height: 844 } }],
  ] as const)('%s', async (_, options) => {
    const { page } = await visit('eip155', { options })
    await connectComet(page)
    if (options.colorScheme === 'dark') await page.evaluate(() => Reflect.get(window, 'signInModal').setLocale('ar'))
    expect(await findWithAxe(page)).toEqual([])
    const overflow = await page.locator('.wm-card').evaluate((one) => one.scrollWidth > one.clientWidth)
    expect(overflow).toBe(false)
  })
})
