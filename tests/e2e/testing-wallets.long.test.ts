import { encodeAddress } from '@polkadot/util-crypto'
import { modal, type WalletPlan } from '@wallet-modal/sandbox/testing'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import solanas from '../../plugins/solana/networks.json' with { type: 'json' }
import { serveFamilies } from './support/families-page.js'
import { openWith } from './support/scripted.js'
import { createStage } from './support/stage.js'

const stage = createStage({ serve: serveFamilies })

const [solana] = solanas
if (!solana) throw new Error('There is no network of Solana.')

const plans = {
  eip155: { namespace: 'eip155', name: 'Zephyr' },
  solana: { namespace: 'solana', name: 'Comet', networks: [solana] },
  polkadot: { namespace: 'polkadot', name: 'Juniper' },
  bip122: { namespace: 'bip122', name: 'Amber' },
} as const satisfies Record<string, WalletPlan>
type Family = keyof typeof plans
const families = Object.keys(plans) as Family[]

const visit = <Key extends string>(own: Readonly<Record<Key, WalletPlan>>) => openWith(stage, own)

/** The address as the site shows it: on Polkadot, with the chain's SS58 prefix. */
const addressOnSite = (family: Family, address = ''): string =>
  family === 'polkadot' ? encodeAddress(address, 0) : address

const open = (page: Page): Promise<void> => page.locator('#open').click()

/** Address of a family's connected account; the status of the family if no account is connected. Read from the modal. */
const stateOf = (page: Page, family: Family): Promise<string> =>
  page.evaluate((namespace) => {
    const { status, account } = Reflect.get(window, 'familiesModal').connections.adapter(namespace).state.peek()
    return String(account?.address ?? status)
  }, family)

const sign = (page: Page, family: Family): Promise<string> =>
  page.evaluate(
    (namespace) =>
      Reflect.get(window, 'familiesModal')
        .connections.adapter(namespace)
        .signMessage('Hello')
        .then(JSON.stringify, (error: unknown) => `${Reflect.get(Object(error), 'code')}`),
    family,
  )

describe.each(families)('a scripted wallet of %s', (family) => {
  const only = { wallet: plans[family] }

  it('connects, signs, and reconnects after a reload without a prompt', async () => {
    const { page, wallets } = await visit(only)
    await open(page)
    await modal(page).connect(plans[family].name)
    await expect.poll(() => stateOf(page, family)).toBe(addressOnSite(family, wallets.wallet.address))
    expect(await sign(page, family)).toMatch(/[\w+/=]{60}/)
    expect(wallets.wallet.questions.map(({ kind, payload }) => [kind, payload])).toEqual([
      ['connect', undefined],
      ['message', 'Hello'],
    ])
    await page.reload()
    await expect.poll(() => stateOf(page, family)).toBe(addressOnSite(family, wallets.wallet.address))
    expect(wallets.wallet.questions).toHaveLength(2)
  })
})

/** Families tested here. Solana and Polkadot have such tests in their own files; here, only `npm run test:long` tests them. */
const controlledFamilies = process.env.WALLET_MODAL_LONG ? families : (['eip155', 'bip122'] as const)

describe.each(controlledFamilies)('the controls of a scripted wallet of %s', (family) => {
  const only = { wallet: plans[family] }

  it('reject() declines to connect and to sign', async () => {
    const { page, wallets } = await visit(only)
    wallets.wallet.reject()
    await open(page)
    await modal(page).row(plans[family].name).click()
    await expect.poll(() => wallets.wallet.questions.length).toBe(1)
    await expect.poll(() => stateOf(page, family)).toBe('disconnected')
    wallets.wallet.approve()
    await modal(page)
      .row(/Try again/i)
      .click()
    await modal(page).dialog.waitFor({ state: 'hidden' })
    wallets.wallet.reject()
    expect(await sign(page, family)).not.toMatch(/[\w+/=]{60}/)
  })

  it('hang() keeps a prompt open, lock() hides the accounts, and unlock() shows them again', async () => {
    const { page, wallets } = await visit(only)
    wallets.wallet.hang()
    await open(page)
    await modal(page).row(plans[family].name).click()
    await expect.poll(() => wallets.wallet.questions.length).toBe(1)
    expect(await stateOf(page, family)).toBe('connecting')
    wallets.wallet.approve()
    await expect.poll(() => stateOf(page, family)).toBe(addressOnSite(family, wallets.wallet.address))
    await wallets.wallet.lock()
    await expect.poll(() => stateOf(page, family)).not.toBe(addressOnSite(family, wallets.wallet.address))
    await wallets.wallet.unlock()
    await open(page)
    await modal(page).connect(plans[family].name)
    await expect.poll(() => stateOf(page, family)).toBe(addressOnSite(family, wallets.wallet.address))
    expect(wallets.wallet.questions.length).toBe(1) // the site was authorized before
  })

  it('disconnect() revokes the permission', async () => {
    const { page, wallets } = await visit(only)
    await open(page)
    await modal(page).connect(plans[family].name)
    await wallets.wallet.disconnect()
    await expect.poll(() => stateOf(page, family)).toBe('disconnected')
  })
})

describe('switchAccount() of a scripted wallet', () => {
  it.each(['eip155', 'solana'] as const)('activates another account of %s', async (family) => {
    const { page, wallets } = await visit({ wallet: plans[family] })
    await open(page)
    await modal(page).connect(plans[family].name)
    const [, second] = wallets.wallet.addresses
    await wallets.wallet.switchAccount(1)
    expect(wallets.wallet.address).toBe(second)
    await expect.poll(() => stateOf(page, family)).toBe(addressOnSite(family, second))
  })
})
