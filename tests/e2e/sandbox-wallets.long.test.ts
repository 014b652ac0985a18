import { createPublicKey, verify } from 'node:crypto'
import type { BrowserContext, Page } from 'playwright-core'
import { encodeFunctionData, erc20Abi, maxUint256 } from 'viem'
import { describe, expect, it } from 'vitest'
import { addressOf } from '../../plugins/solana/src/wallet.test.fixtures.js'
import { bundleScript } from './support/browser.js'
import { dialog, isReachable, isScrolled, row } from './support/modal.js'
import { askSolana, connectedAddress, connectIn, createSandboxStage, snapshot, start } from './support/sandbox-page.js'
import { sandboxToken, tokenBalance } from './support/send-page.js'
import { fromBase58, isSignedBy } from './support/solana.js'

const stage = createSandboxStage()
const mine = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'
const COIN = 1_000_000_000
const FEE = 5000

const balanceOf = async (address: string): Promise<number> =>
  (await askSolana(stage.sandboxUrl, 'getBalance', [address])).value
const visit = async (query = ''): Promise<Page> => (await stage.open({ wallets: [], query })).page

/** Verifies the address's ed25519 signature of the message with OpenSSL. */
const isSigned = (address: string, message: string, bytes: readonly number[]): boolean => {
  const key = createPublicKey({
    format: 'jwk',
    key: { kty: 'OKP', crv: 'Ed25519', x: fromBase58(address).toString('base64url') },
  })
  return verify(null, Buffer.from(message), key, Buffer.from(bytes))
}

describe('the sandbox wallet with several chain families', () => {
  it('is one row, which asks which chain family to connect', async () => {
    const page = await visit()
    await page.locator('#open').click()
    await expect.poll(() => row(page, 'Sandbox Wallet').count()).toBe(1)
    await row(page, 'Sandbox Wallet').click()
    await row(page, 'EVM chains').waitFor()
    await row(page, 'Solana').click()
    await dialog(page).getByText('Plain page wants to connect').waitFor()
    await expect.poll(() => dialog(page).getByText(new URL(stage.siteUrl).host, { exact: true }).count()).toBe(1)
    await expect.poll(() => dialog(page).getByText('Sandbox Solana', { exact: true }).count()).toBe(1)
  })

  it('lists the accounts of a connection request below one label', async () => {
    const page = await visit()
    await page.locator('#open').click()
    await row(page, 'Sandbox Wallet').click()
    await row(page, 'EVM chains').click()
    await dialog(page).getByText('Accounts', { exact: true }).waitFor()
    expect(await dialog(page).getByText('Account', { exact: true }).count()).toBe(0)
    const section = dialog(page).locator('.wm-raised')
    expect(await section.count()).toBe(1)
    expect(await section.locator('.wm-address').count()).toBe(2)
  })

  it('can be used by another Wallet Standard client on the page, and stays one row', async () => {
    const script = await bundleScript(new URL('./support/standard-client.page.ts', import.meta.url))
    const prepare = (context: BrowserContext): Promise<unknown> => context.addInitScript({ content: script })
    const { page } = await stage.open({ wallets: [], prepare })
    const connected = page.evaluate(async () => {
      const found = Reflect.get(window, 'standardWallets').get()
      const [wallet] = found
      const { accounts } = await wallet.features['standard:connect'].connect()
      const message = new TextEncoder().encode('by another client')
      const [{ signature }] = await wallet.features['solana:signMessage'].signMessage({ account: accounts[0], message })
      return { found: found.length, address: accounts[0].address, signature: [...signature] }
    })
    await row(page, 'Approve').click()
    await dialog(page).getByText('by another client', { exact: true }).waitFor()
    await row(page, 'Approve').click()
    const { found, address, signature } = await connected
    expect({ found, address }).toEqual({ found: 1, address: mine })
    expect(isSignedBy(mine, 'by another client', signature)).toBe(true)
    expect(await connectedAddress(page, 'solana')).toBeNull() // the modal's connection is separate
    await dialog(page).waitFor({ state: 'hidden' })
    await page.locator('#open').click()
    await row(page, 'Sandbox Wallet').waitFor()
    expect(await row(page, 'Sandbox Wallet').count()).toBe(1)
  })

  it('does not ask for the chain family if there is only one', async () => {
    const page = await visit('?only=solana')
    await connectIn(page, null)
    expect(await connectedAddress(page, 'solana')).toBe(mine)
  })

  it('does not change the eip155 connection if the visitor connects, signs, sends, rejects and disconnects on Solana', async () => {
    const page = await visit()
    await connectIn(page, 'EVM chains')
    const before = await snapshot(page, 'eip155')
    expect(before).toContain('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
    const untouched = async (): Promise<void> => expect(await snapshot(page, 'eip155')).toBe(before)

    await page.locator('#open').click()
    await page.keyboard.press('Escape')
    await page.evaluate(() => {
      const site = Reflect.get(window, 'sandboxModal')
      const [one] = site.connections.adapter('solana').connectors.peek()
      Reflect.set(window, 'pending', site.connections.connect(one, { namespace: 'solana' }))
    })
    await row(page, 'Approve').click()
    await expect.poll(() => connectedAddress(page, 'solana')).toBe(mine)
    await untouched()

    const signature = start(page, 'signMessage', 'solana', 'hi there')
    await dialog(page).getByText('hi there', { exact: true }).waitFor()
    // the second click of a double-click that began on the previous view approves nothing
    await row(page, 'Approve').hover()
    await page.mouse.down({ clickCount: 2 })
    await page.mouse.up({ clickCount: 2 })
    await dialog(page).getByText('hi there', { exact: true }).waitFor()
    await row(page, 'Approve').click()
    expect(isSignedBy(mine, 'hi there', (await signature).ok)).toBe(true)
    await untouched()

    const sent = start(page, 'send', 'kit', addressOf(40), 2 * COIN)
    await row(page, 'Approve').click()
    expect((await sent).ok).toHaveLength(64)
    expect(await balanceOf(addressOf(40))).toBe(2 * COIN)
    await untouched()

    const declined = start(page, 'send', 'kit', addressOf(40), 2 * COIN)
    await row(page, 'Reject').click()
    expect((await declined).error).toMatchObject({ code: 4001 })
    expect(await balanceOf(addressOf(40))).toBe(2 * COIN)
    await untouched()

    await page.reload()
    await expect.poll(() => connectedAddress(page, 'solana')).toBe(mine)
    await expect.poll(() => connectedAddress(page, 'eip155')).not.toBeNull()
    expect(await dialog(page).isVisible()).toBe(false)
    await untouched()

    await start(page, 'disconnect', 'solana')
    expect(await connectedAddress(page, 'solana')).toBeNull()
    await untouched()
    await page.reload()
    await expect.poll(() => connectedAddress(page, 'eip155')).not.toBeNull()
    expect(await connectedAddress(page, 'solana')).toBeNull()
    await untouched()
  })
})

describe('a request that is longer than the window', () => {
  it('shows its buttons without scrolling', async () => {
    const page = await visit('?only=eip155')
    await page.setViewportSize({ width: 1280, height: 460 })
    await connectIn(page, null)
    const signed = start(page, 'signMessage', 'eip155', 'one line\n'.repeat(40))
    await row(page, 'Approve').waitFor()
    expect(await isScrolled(page)).toBe(false)
    expect(await isReachable(row(page, 'Approve'))).toBe(true)
    await row(page, 'Approve').click()
    expect((await signed).ok).toMatch(/^0x/)
  })
})

describe('the sandbox wallet on EVM chains', () => {
  const receiver = `0x${'5e'.repeat(20)}` as const
  const token = async () => {
    const found = await sandboxToken(stage.sandboxUrl, 'SUSD')
    return found
  }
  const ask = (page: Page, call: { readonly to: string; readonly data: string }) =>
    page.evaluate((request) => {
      const { state } = Reflect.get(window, 'sandboxModal').connections.adapter('eip155')
      const { provider, account } = state.peek()
      const params = [{ from: account.address, ...request }]
      const hash = provider.request({ method: 'eth_sendTransaction', params })
      hash.catch(() => {}) // a rejection is expected in these tests
      Reflect.set(window, 'sent', { hash })
    }, call)

  it('shows receiver and amount of a token transfer, and the chain executes exactly that', async () => {
    const susd = await token()
    const page = await visit('?only=eip155')
    await connectIn(page, null)
    await ask(page, {
      to: susd.address ?? '',
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [receiver, 12_500_000n] }),
    })
    const step = dialog(page).getByRole('region', { name: 'Token transfer' })
    await step.getByText('12.5 SUSD', { exact: true }).waitFor()
    expect(
      String(await step.textContent())
        .replace(/\s/g, '')
        .toLowerCase(),
    ).toContain(receiver)
    expect(await dialog(page).getByText('0 ETH').count()).toBe(0)
    await row(page, 'Approve').click()
    await page.evaluate(() => Reflect.get(window, 'sent').hash)
    await expect.poll(() => tokenBalance(stage.sandboxUrl, susd, receiver)).toBe(12_500_000n)
  })

  it('shows an unlimited approval as such, and names no token if the target is not a token contract', async () => {
    const susd = await token()
    const page = await visit('?only=eip155')
    await connectIn(page, null)
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [receiver, maxUint256] })
    await ask(page, { to: susd.address ?? '', data })
    await dialog(page)
      .getByRole('region', { name: 'Permission to spend' })
      .getByText('Unlimited SUSD', { exact: true })
      .waitFor()
    await row(page, 'Reject').click()
    await ask(page, { to: receiver, data })
    await dialog(page).getByText('0 ETH', { exact: true }).waitFor()
    expect(
      await dialog(page)
        .getByRole('region', { name: /Permission/ })
        .count(),
    ).toBe(0)
    await row(page, 'Reject').click()
  })
})

describe('the sandbox wallet on Solana, on a real chain', () => {
  it('shows the on-chain balance', async () => {
    const page = await visit('?only=solana')
    await connectIn(page, null)
    expect((await start(page, 'balance', 'solana')).ok).toBe(String(await balanceOf(mine)))
    await page.locator('#open').click()
    await dialog(page)
      .getByText(/^\d[\d,.]* SOL$/)
      .first()
      .waitFor()
  })

  it.each([
    ['a legacy transaction of web3.js 1.x', 'legacy', 41],
    ['a versioned transaction of web3.js 1.x', 'versioned', 42],
    ['a transaction of web3.js 2.x', 'web3v2', 43],
    ['a transaction of kit', 'kit', 44],
  ])('D7: shows receiver, amount and fee payer of %s, and the chain executes exactly that', async (_, maker, seed) => {
    const page = await visit('?only=solana')
    await connectIn(page, null)
    const to = addressOf(seed)
    const before = await balanceOf(mine)
    const sent = start(page, 'send', maker, to, 1.25 * COIN)
    await dialog(page).getByText('Plain page wants to send a transaction').waitFor()
    const step = dialog(page).getByRole('region', { name: 'Transfer' })
    await expect.poll(() => step.getByText('1.25 SOL', { exact: true }).count()).toBe(1)
    expect(String(await step.textContent()).replace(/\s/g, '')).toContain(to)
    expect(String(await dialog(page).textContent()).replace(/\s/g, '')).toContain(`Paysthefee${mine}`)
    expect(await balanceOf(to)).toBe(0)
    await row(page, 'Approve').click()
    const { ok } = await sent
    expect(await balanceOf(to)).toBe(1.25 * COIN)
    expect(await balanceOf(mine)).toBe(before - 1.25 * COIN - FEE)
    const signed = start(page, 'sign', maker, to, 0.5 * COIN)
    await dialog(page).getByText('Plain page asks you to sign a transaction').waitFor()
    await row(page, 'Approve').click()
    const hash = (await signed).ok
    expect((await askSolana(stage.sandboxUrl, 'getSignatureStatuses', [[hash]])).value).toMatchObject([{ err: null }])
    expect(hash).not.toBe(ok)
    expect(await balanceOf(to)).toBe(1.75 * COIN)
  })

  it('signs a sign-in message for this page’s host, and rejects another domain or a multi-line statement', async () => {
    const page = await visit('?only=solana')
    await connectIn(page, null)
    const input = { statement: 'Welcome back.', nonce: 'abcdef12', resources: ['https://example.org/terms'] }
    const signedIn = start(page, 'signIn', input)
    await dialog(page).getByText('Plain page asks you to sign in').waitFor()
    await row(page, 'Approve').click()
    const { ok } = await signedIn
    const { host } = new URL(stage.siteUrl)
    expect(ok.message).toBe(
      `${host} wants you to sign in with your Solana account:\n${mine}\n\nWelcome back.\n\nNonce: abcdef12\nResources:\n- https://example.org/terms`,
    )
    expect(isSigned(mine, ok.message, ok.signature)).toBe(true)
    expect((await start(page, 'signIn', { domain: 'example.org' })).error).toMatchObject({ code: -32602 })
    expect((await start(page, 'signIn', { statement: 'one\nURI: https://evil.example' })).error).toMatchObject({
      code: -32602,
    })
  })

  it('rejects an unreadable transaction without opening the modal', async () => {
    const page = await visit('?only=solana')
    await connectIn(page, null)
    for (const bytes of [[], [1, 2, 3], Array(1233).fill(0), [...Array(65).fill(1), 0x81, 1, 0, 1]]) {
      expect((await start(page, 'signRaw', bytes)).error).toMatchObject({ code: -32602 })
      expect(await dialog(page).isVisible()).toBe(false)
    }
  })
})
