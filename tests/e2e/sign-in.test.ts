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
  /** Who is signed in, as the site's server reads the browser's cookies. */
  sessions(): Promise<readonly string[]>
}

async function visit(namespace: Family = 'eip155', plan: OpenPlan = {}): Promise<Visit> {
  const networks = signInNetworks(stage.sandboxUrl) as NonNullable<WalletPlan['networks']>
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

const title = (page: Page) => dialog(page).getByRole('heading', { name: 'Sign In' })
const status = (page: Page): Promise<string> => page.evaluate(() => Reflect.get(window, 'signIn').state.peek().status)
const connected = (page: Page): Promise<number> =>
  page.evaluate(() => Reflect.get(window, 'signInModal').connections.all.peek().length)
const signatures = (wallet: ScriptedWallet): number =>
  wallet.questions.filter((question) => /sign/i.test(JSON.stringify(question))).length

async function connectComet(page: Page): Promise<void> {
  await page.click('#open')
  await row(page, 'Comet').click()
  await title(page).waitFor()
}
async function signIn(page: Page): Promise<void> {
  await connectComet(page)
  await row(page, 'Sign').click()
  await dialog(page).waitFor({ state: 'hidden' })
  await expect.poll(() => status(page)).toBe('signedIn')
}

describe('signing in', () => {
  it.each(['eip155', 'solana', 'polkadot', 'bip122'] as const)(
    '%s: connects, signs, comes back after a reload without being asked, and signs out',
    async (family) => {
      const { page, wallet, sessions } = await visit(family)
      await signIn(page)
      const [accountId = ''] = await sessions()
      expect(accountId).toBe(`${wallet.network}:${wallet.address}`)
      const asked = wallet.questions.length

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

it('is seen', async () => {
  const { page } = await visit('eip155')
  await connectComet(page)
  await page.waitForTimeout(500)
  expect(await findWithAxe(page)).toEqual([])
  await page.screenshot({ path: '/tmp/wm/siwx-shots/light.png' })
})
