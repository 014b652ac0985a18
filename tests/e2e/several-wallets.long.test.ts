import type { WalletModal } from '@wallet-modal/kernel'
import type { Page } from 'playwright-core'
import { verifyMessage } from 'viem'
import { describe, expect, it } from 'vitest'
import { findWithAxe } from './support/axe.js'
import { fillStorage } from './support/full-storage.js'
import { localNetworks } from './support/local-networks.js'
import { dialog, row } from './support/modal.js'
import { servePage } from './support/page.js'
import { createStage } from './support/stage.js'
import { zephyrAt } from './support/wallet.js'
import type { WalletPlan } from './support/wallet.page.js'

// keys of the second and third development accounts, which have coins on every local chain
const keys = [
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
  '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
] as const
const ZEPHYR = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const BREEZE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const BREEZE_SECOND = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

const stage = createStage({
  serve: (sandboxUrl) =>
    servePage({
      services: [sandboxUrl],
      body: '<button id="open">Wallet</button><p id="address"></p>',
      script: `
        import { accountChanged, connected, createWalletModal, disconnected, networkChanged } from '@wallet-modal/kernel'
        import { account } from '@wallet-modal/account'
        import { connect } from '@wallet-modal/connect'
        import { eip155 } from '@wallet-modal/eip155'
        const query = new URLSearchParams(location.search)
        const modal = createWalletModal({
          metadata: { name: 'Plain page' },
          networks: ${JSON.stringify(localNetworks(sandboxUrl))},
          endpoints: { catalogue: '${sandboxUrl}', blockchain: '${sandboxUrl}' },
          theme: query.get('theme') ?? 'light',
          locale: query.get('locale') ?? 'en',
          plugins: [eip155(), connect(), account()],
        })
        const events = []
        for (const token of [accountChanged, connected, disconnected, networkChanged])
          modal.on(token, () => events.push(token.name.split('#')[1]))
        modal.connections.active.subscribe((now) => {
          document.querySelector('#address').textContent = now ? now.account.address : 'none'
        })
        document.querySelector('#open').onclick = () => void modal.open()
        Object.assign(window, { modal, events })`,
    }),
})

/** Globals that the page sets for the tests. */
interface Site {
  readonly modal: WalletModal
  readonly events: string[]
}

const breeze = (): WalletPlan =>
  zephyrAt(stage.sandboxUrl, { name: 'Breeze', rdns: 'test.breeze', privateKeys: keys, chainId: 31338 })

const open = (query = '') => stage.open({ query, wallets: [stage.zephyr(), breeze()] })

const activeAddress = (page: Page): Promise<string | null> => page.locator('#address').textContent()

/** Every connected wallet as "id address network", the active wallet first and with " active" at the end. */
const connectedWallets = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    (window as typeof window & Site).modal.connections.all
      .peek()
      .map((one) => `${one.connectorId} ${one.account.address} ${one.caipNetworkId}${one.isActive ? ' active' : ''}`),
  )

/** Number of calls to a wallet's method since the page was loaded. */
const asked = (page: Page, rdns: string, method: string): Promise<number> =>
  page.evaluate(
    ([wallet, name]) => window.testWallets[wallet ?? '']?.calls.filter((call) => call.method === name).length ?? 0,
    [rdns, method],
  )

const changeAccounts = (page: Page, rdns: string, addresses: readonly string[]): Promise<void> =>
  page.evaluate(([wallet, next]) => window.testWallets[wallet]?.changeAccounts(next), [rdns, addresses] as const)

let signed = 0
/** Signs a new message with the active wallet, and returns the address whose key signed. */
async function signer(page: Page): Promise<string> {
  const message = `hello ${++signed}`
  const signature = await page.evaluate(
    (text) => (window as typeof window & Site).modal.connections.adapter('eip155').signMessage(text),
    message,
  )
  for (const address of [ZEPHYR, BREEZE, BREEZE_SECOND] as const)
    if (await verifyMessage({ address, message, signature: signature as `0x${string}` })) return address
  return 'nobody'
}

/** Connects Zephyr from the site's button, then Breeze from the Wallets view. */
async function connectBoth(page: Page): Promise<void> {
  await page.click('#open')
  await row(page, 'Zephyr').click()
  await expect.poll(() => activeAddress(page)).toBe(ZEPHYR)
  await openWallets(page)
  await row(page, 'Add another wallet').click()
  await row(page, 'Breeze').click()
  await dialog(page).getByText('New Wallet Added').waitFor()
  await expect.poll(() => activeAddress(page)).toBe(BREEZE)
}

async function openWallets(page: Page): Promise<void> {
  await page.click('#open')
  await row(page, 'Wallets').click()
  await dialog(page).getByRole('heading', { name: 'Wallets' }).waitFor()
}

const BOTH = ['test.breeze', 'test.zephyr']
const ids = async (page: Page): Promise<readonly string[]> =>
  (await connectedWallets(page)).map((one) => one.split(' ')[0] ?? '')

describe('D: two wallets of one chain family', () => {
  it('are connected at the same time, and each signs with its own key without a new connect prompt', async () => {
    const { page } = await open()
    await connectBoth(page)
    expect(await connectedWallets(page)).toEqual([
      `test.breeze ${BREEZE} eip155:31338 active`,
      `test.zephyr ${ZEPHYR} eip155:31337`,
    ])
    expect(await signer(page)).toBe(BREEZE)
    const before = await asked(page, 'test.zephyr', 'eth_requestAccounts')
    await page.evaluate(() => (window as typeof window & Site).events.splice(0))
    await row(page, /^Zephyr/).click()
    await expect.poll(() => activeAddress(page)).toBe(ZEPHYR)
    expect(await signer(page)).toBe(ZEPHYR)
    expect(await asked(page, 'test.zephyr', 'eth_requestAccounts')).toBe(before)
    expect(await page.evaluate(() => (window as typeof window & Site).events)).toEqual([
      'accountChanged',
      'networkChanged',
    ])
    await row(page, /^Breeze/).click()
    await row(page, /^0x3C44/).click()
    await expect.poll(() => activeAddress(page)).toBe(BREEZE_SECOND)
    expect(await signer(page)).toBe(BREEZE_SECOND)
  })

  it('an account change of the inactive wallet emits no event, and applies once the wallet is active', async () => {
    const { page } = await open()
    await connectBoth(page)
    await page.evaluate(() => (window as typeof window & Site).events.splice(0))
    await row(page, /^Zephyr/).click()
    await expect.poll(() => activeAddress(page)).toBe(ZEPHYR)
    await page.evaluate(() => (window as typeof window & Site).events.splice(0))
    await changeAccounts(page, 'test.breeze', [BREEZE_SECOND, BREEZE])
    await expect.poll(() => connectedWallets(page)).toContain(`test.breeze ${BREEZE_SECOND} eip155:31338`)
    expect([await activeAddress(page), await page.evaluate(() => (window as typeof window & Site).events)]).toEqual([
      ZEPHYR,
      [],
    ])
    expect(await signer(page)).toBe(ZEPHYR)
    await row(page, /^Breeze/).click()
    await expect.poll(() => activeAddress(page)).toBe(BREEZE_SECOND)
    expect(await signer(page)).toBe(BREEZE_SECOND)
  })

  it('A7: both are restored after a reload with their accounts, without a prompt', async () => {
    const { page } = await open()
    await connectBoth(page)
    await row(page, /^0x3C44/).click()
    await expect.poll(() => activeAddress(page)).toBe(BREEZE_SECOND)
    const before = await connectedWallets(page)
    await page.reload()
    await expect.poll(() => connectedWallets(page), { timeout: 3000 }).toEqual(before)
    expect(await activeAddress(page)).toBe(BREEZE_SECOND)
    for (const rdns of BOTH) expect(await asked(page, rdns, 'eth_requestAccounts')).toBe(0)
    expect(await signer(page)).toBe(BREEZE_SECOND)
    await page.evaluate(() => (window as typeof window & Site).modal.connections.activate('eip155', 'test.zephyr'))
    await page.reload()
    await expect.poll(() => activeAddress(page), { timeout: 3000 }).toBe(ZEPHYR)
    await expect.poll(() => connectedWallets(page)).toContain(`test.breeze ${BREEZE_SECOND} eip155:31338`)
  })

  it('if the active wallet disconnects itself, no account is active until the visitor selects one', async () => {
    const { page } = await open()
    await connectBoth(page)
    await page.keyboard.press('Escape')
    await changeAccounts(page, 'test.breeze', [])
    await expect.poll(() => activeAddress(page)).toBe('none')
    expect(await connectedWallets(page)).toEqual([`test.zephyr ${ZEPHYR} eip155:31337`])
    await expect(signer(page)).rejects.toThrow('No eip155 wallet is connected')
    await page.click('#open')
    await row(page, /^Zephyr/).click()
    await expect.poll(() => activeAddress(page)).toBe(ZEPHYR)
    expect(await signer(page)).toBe(ZEPHYR)
  })

  it('disconnecting one wallet activates the other; one click reconnects the first; "Disconnect all" ends both', async () => {
    const { page } = await open()
    await connectBoth(page)
    await row(page, 'Disconnect Breeze').click()
    await expect.poll(() => connectedWallets(page)).toEqual([`test.zephyr ${ZEPHYR} eip155:31337 active`])
    await expect.poll(() => asked(page, 'test.breeze', 'wallet_revokePermissions')).toBe(1)
    expect(await asked(page, 'test.zephyr', 'wallet_revokePermissions')).toBe(0)
    expect(await signer(page)).toBe(ZEPHYR)
    await dialog(page).getByRole('list', { name: 'Recently connected' }).getByRole('button', { name: 'Breeze' }).click()
    await expect.poll(() => ids(page)).toEqual(BOTH)
    await row(page, 'Disconnect all').click()
    await expect.poll(() => connectedWallets(page)).toEqual([])
    expect(await activeAddress(page)).toBe('none')
    const storedConnector = await page.evaluate(() =>
      localStorage.getItem('wallet-modal/default/@wallet-modal/eip155/connector'),
    )
    expect(storedConnector).toBeNull()
    await page.evaluate(() => (window as typeof window & Site).modal.forget())
    await expect.poll(() => dialog(page).getByText('Recently connected').count()).toBe(0)
  })

  it('C6: activating a wallet and disconnecting one or all takes effect in both tabs', async () => {
    const { page } = await open()
    await connectBoth(page)
    const other = await page.context().newPage()
    await other.goto(stage.siteUrl)
    await expect.poll(() => ids(other)).toEqual(BOTH)
    await other.evaluate(() => (window as typeof window & Site).modal.connections.activate('eip155', 'test.zephyr'))
    await expect.poll(() => activeAddress(page), { timeout: 1000 }).toBe(ZEPHYR)
    expect(await signer(page)).toBe(ZEPHYR)
    await page.evaluate(() => (window as typeof window & Site).modal.disconnect('eip155', 'test.zephyr'))
    await expect.poll(() => activeAddress(other), { timeout: 1000 }).toBe(BREEZE)
    expect(await ids(other)).toEqual(['test.breeze'])
    await other.evaluate(() => (window as typeof window & Site).modal.disconnect())
    await expect.poll(() => activeAddress(page), { timeout: 1000 }).toBe('none')
    expect([await connectedWallets(page), await connectedWallets(other)]).toEqual([[], []])
  })

  it('J2: with full storage, a new connection disconnects no other tab, and a reload restores the earlier one', async () => {
    const { page } = await open()
    await page.click('#open')
    await row(page, 'Zephyr').click()
    await expect.poll(() => activeAddress(page)).toBe(ZEPHYR)
    const other = await page.context().newPage()
    await other.goto(stage.siteUrl)
    await expect.poll(() => activeAddress(other)).toBe(ZEPHYR)
    await page.bringToFront()
    // the test wallet stores its permission in the page's storage too
    await page.evaluate(() => localStorage.setItem('test-wallet:test.breeze', '{"allowed":false,"chainId":31338}'))
    await fillStorage(page)
    await openWallets(page)
    await row(page, 'Add another wallet').click()
    await row(page, 'Breeze').click()
    await expect.poll(() => ids(page)).toEqual(BOTH)
    await page.waitForTimeout(500)
    expect([await ids(page), await ids(other)]).toEqual([BOTH, ['test.zephyr']])
    await page.reload()
    await expect.poll(() => ids(page)).toEqual(['test.zephyr'])
  })

  it.each(['light', 'dark'] as const)('M1: the wallets view has no axe violations in %s mode', async (theme) => {
    const { page } = await open(`?theme=${theme}`)
    await connectBoth(page)
    await row(page, 'Disconnect Zephyr').click()
    await dialog(page).getByRole('list', { name: 'Recently connected' }).waitFor()
    expect(await findWithAxe(page)).toEqual([])
  })

  it('M2: arrow keys move through the wallets, Tab reaches Disconnect, and Enter presses it', async () => {
    const { page } = await open()
    await connectBoth(page)
    const focused = () =>
      page.evaluate(() => {
        const active = document.querySelector('[data-wallet-modal]')?.shadowRoot?.activeElement
        return active?.getAttribute('aria-label') ?? active?.textContent
      })
    await row(page, /^Breeze/).focus()
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('Disconnect Breeze')
    await row(page, /^Breeze/).focus()
    for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowDown')
    expect(await focused()).toContain('Zephyr')
    await page.keyboard.press('Enter')
    await expect.poll(() => activeAddress(page)).toBe(ZEPHYR)
    await expect.poll(() => row(page, /^Zephyr/).getAttribute('aria-current')).toBe('true')
    await row(page, 'Disconnect Zephyr').focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => activeAddress(page)).toBe(BREEZE)
    expect(await dialog(page).evaluate((it) => it.matches(':focus-within'))).toBe(true)
  })
})
