import type { WalletPlan } from '@wallet-modal/sandbox/testing'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
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

const status = (page: Page): Promise<string> => page.evaluate(() => Reflect.get(window, 'signIn').state.peek().status)
const cookiesOf = async (page: Page): Promise<string> =>
  (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')

/** Opens a new browser context and signs in. */
async function signedIn(plan: OpenPlan = {}): Promise<Page> {
  const networks = signInNetworks(stage.sandboxUrl)
  const wallets = { comet: { namespace: 'eip155', name: 'Comet', networks } } satisfies Record<string, WalletPlan>
  const { page } = await openWith(stage, wallets, plan)
  await page.click('#open')
  await row(page, 'Comet').click()
  await dialog(page).getByRole('button', { name: 'Sign', exact: true }).click()
  await expect.poll(() => status(page)).toBe('signedIn')
  await dialog(page).waitFor({ state: 'hidden' })
  return page
}
const items = (page: Page) => dialog(page).getByRole('listitem')
async function openDevices(page: Page): Promise<void> {
  await page.click('#open')
  await dialog(page).getByRole('button', { name: 'Devices' }).click()
  await items(page).first().waitFor()
}

it('the list shows both browsers; signing out one or all of them ends the sessions, also for a copied cookie', async () => {
  const here = await signedIn()
  const there = await signedIn()
  const copy = await cookiesOf(there)
  await openDevices(here)
  await expect.poll(() => items(here).count()).toBe(2)
  expect(await findWithAxe(here)).toEqual([])
  const other = items(here).filter({ hasNotText: 'This device' })
  await other.getByRole('button', { name: 'Sign out' }).click()
  await expect.poll(() => items(here).count()).toBe(1)
  expect(await site?.server.readSessions(copy)).toEqual([])

  await there.reload()
  await dialog(there).getByRole('heading', { name: 'Sign In' }).waitFor()

  const own = await cookiesOf(here)
  expect(await site?.server.readSessions(own)).toHaveLength(1)
  await dialog(here).getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect.poll(() => status(here)).toBe('none')
  expect(await site?.server.readSessions(own)).toEqual([])
})
