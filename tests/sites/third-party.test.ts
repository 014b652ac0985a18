import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ed25519Verify } from '@polkadot/util-crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findWithAxe } from '../e2e/support/axe.js'
import { dialog, row } from '../e2e/support/modal.js'
import { type ServedSite, serveSite } from '../e2e/support/serve.js'
import { createVisits } from '../e2e/support/visits.js'
import { parseAddress } from '../third-party/stellar/src/address.js'
import { buildSite } from './support/site.js'
import { addressOf, createLantern, digestOf, type Horizon, startHorizon } from './support/stellar.js'
import { scaffoldWithOutside } from './support/third-party.js'

const stellar = 'wallet-modal-plugin-stellar'
const card = '@elsewhere/wallet-modal-plugin-card'

const visits = createVisits()
let horizon: Horizon
let site: string
let served: ServedSite

beforeAll(async () => {
  horizon = await startHorizon()
  site = await scaffoldWithOutside()
  const directory = await buildSite(site, {
    mode: 'production',
    manifest: ({ plugins, ...manifest }) => ({
      ...manifest,
      networks: ['stellar:testnet', 'eip155:1'],
      plugins: { ...Object(plugins), [stellar]: { testnetUrl: horizon.url }, [card]: { greeting: 'Welcome back' } },
    }),
  })
  served = await serveSite({ directory, services: [horizon.url, 'https:'] })
}, 300_000)
afterAll(async () => {
  await served?.close()
  await horizon?.close()
})

const connectButton = { name: 'Connect wallet' } as const

describe('a site with third-party plugins', () => {
  it('depends on both plugins, and not on the account plugin that one of them replaces', () => {
    const { dependencies } = JSON.parse(readFileSync(join(site, 'package.json'), 'utf8'))
    expect(Object.keys(dependencies)).toEqual(expect.arrayContaining([stellar, card]))
    expect(Object.keys(dependencies)).not.toContain('@wallet-modal/account')
  })

  it('connects a Stellar wallet, shows its balance, signs, reconnects after a reload, and disconnects', async () => {
    const lantern = createLantern()
    horizon.accounts.set(lantern.address, '1234.5000001')
    const { page } = await visits.open(served.url, { prepare: (context) => lantern.install(context) })

    lantern.behaviour = 'reject'
    await page.getByRole('main').getByRole('button', connectButton).click()
    await row(page, 'Lantern').click()
    await expect.poll(() => lantern.asked).toBe(1)
    await dialog(page)
      .getByRole('button', { name: /try again|retry/i })
      .waitFor()
    lantern.behaviour = 'approve'
    await dialog(page)
      .getByRole('button', { name: /try again|retry/i })
      .click()
    await page.getByTestId('address').waitFor()
    expect(await page.getByTestId('address').getAttribute('data-address')).toBe(lantern.address)
    expect(await page.getByTestId('network').textContent()).toBe('Stellar Testnet')
    await page.getByTestId('balance').getByText('1,234.5 XLM').waitFor()

    await page.getByRole('textbox', { name: 'Message' }).fill('Grüße von Welt zu Welt')
    await page.getByRole('button', { name: 'Sign message' }).click()
    const signature = page.getByTestId('signature').locator('code')
    await signature.waitFor()
    const bytes = Buffer.from((await signature.textContent()) ?? '', 'base64')
    const isBy = (message: string): boolean => ed25519Verify(digestOf(message), bytes, lantern.publicKey)
    expect([isBy('Grüße von Welt zu Welt'), isBy('Grüße')]).toEqual([true, false])

    const asked = lantern.asked
    await page.reload()
    await page.getByTestId('address').waitFor()
    expect(lantern.asked).toBe(asked)

    await page.getByRole('button', { name: 'Manage account' }).click()
    await row(page, 'Leave').click()
    await page.getByRole('main').getByRole('button', connectButton).waitFor()
    await page.reload()
    await page.getByRole('main').getByRole('button', connectButton).waitFor()
    expect(lantern.asked).toBe(asked)
  })

  it('shows the account in the view of the card plugin, with its slot, capability, storage and texts', async () => {
    const lantern = createLantern()
    const { page } = await visits.open(served.url, { prepare: (context) => lantern.install(context) })
    await page.getByRole('main').getByRole('button', connectButton).click()
    await row(page, 'Lantern').click()
    await page.getByTestId('balance').getByText('0 XLM').waitFor() // the account is not funded

    await page.getByRole('button', { name: 'Manage account' }).click()
    await dialog(page).getByText('Welcome back').waitFor()
    await dialog(page).getByRole('heading', { name: 'Your card' }).waitFor()
    await dialog(page).getByText('Network: Stellar Testnet').waitFor()
    await dialog(page).getByText('Balance: 0 XLM').waitFor()
    expect(await findWithAxe(page, 'html')).toEqual([])

    await row(page, 'Contacts').click()
    await dialog(page).getByText('You have no contacts yet').waitFor()
    await dialog(page).getByRole('textbox', { name: 'Name for this account' }).fill('My lantern')
    await row(page, 'Keep as a contact').click()
    await dialog(page).getByText('My lantern').waitFor()
    const storedKeys = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('plugin-card')))
    expect(storedKeys).toEqual([
      expect.stringMatching(/^wallet-modal\/[\w-]+\/@elsewhere\/wallet-modal-plugin-card\/contacts$/),
    ])

    await page.reload()
    await page.getByRole('button', { name: 'Manage account' }).click()
    await row(page, 'Contacts').click()
    await dialog(page).getByText('My lantern').waitFor()
  })
})

describe('parseAddress of the Stellar plugin', () => {
  const known = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ'

  it('parses an address of SEP-23', () => {
    const key = Buffer.from('3f0c34bf93ad0d9971d04ccc90f705511c838aad9734a4a2fb0d7a03fc7fe89a', 'hex')
    expect([addressOf(key), parseAddress(` ${known} `)]).toEqual([known, known])
  })

  it.each([
    ['that is too short', 'GAAAAAAAACGC6'],
    ['that is cut off', known.slice(0, -1)],
    ['with an invalid version byte', 'G47QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVP2I'],
    ['with one wrong letter', known.replace('Q3', 'Q4')],
    ['in lower case', known.toLowerCase()],
  ])('throws for an address %s', (_, text) => {
    expect(() => parseAddress(text)).toThrow(/That is no Stellar address/)
  })
})
