import { localSolanaNetwork } from '@wallet-modal/sandbox/server'
import { modal } from '@wallet-modal/sandbox/testing'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { addressOn, codeFor, newEmail, otpField, saveRecovery, serveEmailSite } from './support/email-site.js'
import { dialog, row } from './support/modal.js'
import { openWith } from './support/scripted.js'
import { createStage } from './support/stage.js'

const { caipNetworkId } = localSolanaNetwork

const stage = createStage({
  serve: (sandboxUrl) =>
    serveEmailSite(sandboxUrl, {
      imports: `
        import { Connect } from '@wallet-modal/connect/contract'
        import { solana } from '@wallet-modal/solana'`,
      plugins: 'solana(),',
      networks: [{ ...localSolanaNetwork, rpcUrls: [`${sandboxUrl}/v1/?chainId=${caipNetworkId}&projectId=test`] }],
      script: 'Object.assign(window, { openConnect: () => void modal.open({ view: Connect }) })',
    }),
})

const openConnect = (page: Page) => page.evaluate(() => Reflect.get(window, 'openConnect')())

/** Logs in with an email address that has no wallet yet, also while wallets are connected. Resolves with the EVM address. */
async function logIn(page: Page): Promise<string> {
  const email = newEmail()
  await openConnect(page)
  await dialog(page).getByPlaceholder('Enter your email').fill(email)
  await row(page, /^Continue$/).click()
  await otpField(page).waitFor()
  await otpField(page).fill(await codeFor(page, email))
  await saveRecovery(page)
  await dialog(page).waitFor({ state: 'hidden' })
  return addressOn(page)
}

/** Wallets that are connected on Solana, the active one first. */
const solanaWallets = (page: Page): Promise<readonly { readonly name: string; readonly address: string }[]> =>
  page.evaluate(() =>
    Reflect.get(window, 'modal')
      .connections.adapter('solana')
      .connections.peek()
      .map((one: { readonly connectorName: string; readonly account: { readonly address: string } }) => ({
        name: one.connectorName,
        address: one.account.address,
      })),
  )
const namesOf = async (page: Page) => (await solanaWallets(page)).map(({ name }) => name)

it('while Phantom is active on Solana, a second login replaces the Solana address of the first, and Phantom stays active', async () => {
  const { page, wallets } = await openWith(stage, { phantom: { namespace: 'solana', name: 'Phantom' } })
  const firstAddress = await logIn(page)
  await expect.poll(() => namesOf(page), { timeout: 20_000 }).toEqual(['Email'])
  const [first] = await solanaWallets(page)
  await openConnect(page)
  await modal(page).connect('Phantom')
  await expect.poll(() => namesOf(page)).toEqual(['Phantom', 'Email'])

  expect(await logIn(page)).not.toBe(firstAddress)
  await expect.poll(() => namesOf(page), { timeout: 20_000 }).toEqual(['Phantom', 'Email'])
  const [active, second] = await solanaWallets(page)
  expect(active?.address).toBe(wallets.phantom.address)
  expect(second?.address).toMatch(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
  expect(second?.address).not.toBe(first?.address)

  await page.reload()
  await expect.poll(() => solanaWallets(page), { timeout: 20_000 }).toEqual([active, second])
})
