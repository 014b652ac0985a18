import type { BrowserContext, Page } from 'playwright-core'
import { type Address, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { findWithAxe } from './support/axe.js'
import { dialog, row } from './support/modal.js'
import {
  amountField,
  asked,
  chainAt,
  createSendStage,
  fact,
  fundedKey,
  openConnected,
  openSend,
  receiverField,
  review,
  type SendVisit,
  sendButton,
  untilNonceKept,
} from './support/send-page.js'

const stage = createSendStage()
const stranger = (): Address => privateKeyToAddress(generatePrivateKey())
const balanceOf = (address: Address): Promise<bigint> => chainAt(stage.sandboxUrl).getBalance({ address })
/** Coin type of chain 31337 (ENSIP-11). */
const LOCAL = String(0x80000000 + 31337)

type Names = Readonly<
  Record<string, { readonly addresses: Readonly<Record<string, string>>; readonly delayMs?: number }>
>

/** Serves a name service with these names. */
const serve = (names: Names) => (context: BrowserContext) =>
  context.route('**/v1/profile/account/*', async (route) => {
    const name = decodeURIComponent(new URL(route.request().url()).pathname.split('/').at(-1) ?? '')
    const known = names[name]
    const headers = { 'access-control-allow-origin': '*' }
    if (!known) return route.fulfill({ status: 404, json: {}, headers })
    await new Promise((resolve) => setTimeout(resolve, known.delayMs ?? 0))
    const addresses = Object.fromEntries(Object.entries(known.addresses).map(([type, address]) => [type, { address }]))
    return route.fulfill({ json: { name, addresses, attributes: [] }, headers })
  })

async function visit(open = {}): Promise<SendVisit & { readonly from: Address }> {
  const { key, address } = await fundedKey(stage.sandboxUrl, parseEther('5'))
  const visitor = await openConnected(stage, { ...open, plan: { keys: [key] } })
  return { ...visitor, from: address }
}
const shownAddress = (page: Page): Promise<string | null> => dialog(page).locator('.wm-address').textContent()

describe('choosing the receiver', () => {
  it('resolves a name to its address on this network, and shows both in full, also in the review', async () => {
    const to = stranger()
    const names = {
      'zoe.eth': { addresses: { 60: stranger(), [LOCAL]: to } },
      'main.eth': { addresses: { 60: stranger() } },
    }
    const { page } = await visit({ prepare: serve(names) })
    await openSend(page)
    await amountField(page).fill('1')
    await receiverField(page).fill('main.eth')
    await dialog(page).getByText('This name has no address on Local One.').waitFor()
    await receiverField(page).fill('zоe.eth') // with a Cyrillic letter
    await dialog(page).getByText('This name is not valid').waitFor()
    await receiverField(page).fill('Zoe.eth')
    await dialog(page).getByText('zoe.eth resolves to').waitFor()
    expect(await shownAddress(page)).toBe(to)
    await row(page, 'Preview Send').click()
    await sendButton(page).waitFor()
    expect(await fact(page, 'To')).toBe(`zoe.eth${to}`)
    await sendButton(page).click()
    await dialog(page).getByText('Transaction started').waitFor()
    expect(await balanceOf(to)).toBe(parseEther('1'))
  })

  it('D3: a payment link visibly fills in receiver and amount, and exactly this amount is paid', async () => {
    const { page } = await visit()
    await openSend(page)
    const to = stranger()
    await receiverField(page).fill(`ethereum:${to}@31337?value=1.25e18`)
    await dialog(page).getByText('The payment link filled in receiver, token and amount.').waitFor()
    expect([await amountField(page).inputValue(), await receiverField(page).inputValue()]).toEqual(['1.25', to])
    await row(page, 'Preview Send').click()
    await sendButton(page).click()
    await dialog(page).getByText('Transaction started').waitFor()
    expect(await balanceOf(to)).toBe(parseEther('1.25'))
  })

  it('D3: a payment link for another network fills in nothing; the form offers to switch if the site has that network', async () => {
    const { page } = await visit()
    await openSend(page)
    const to = stranger()
    const foreignLink = `ethereum:${to}@1?value=1e18`
    await receiverField(page).fill(foreignLink)
    await dialog(page).getByText('This payment link is for eip155:1, and you are on Local One.').waitFor()
    expect([await amountField(page).inputValue(), await receiverField(page).inputValue()]).toEqual(['', foreignLink])
    await receiverField(page).fill(`bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4?amount=1`)
    await dialog(page).getByText('Links that begin with “bitcoin:” cannot be used on Local One.').waitFor()
    expect(await row(page, /^Switch to/).count()).toBe(0)
    await receiverField(page).fill(`ethereum:${to}@31338?value=1e17`)
    await row(page, 'Switch to Local Two').click()
    await dialog(page).getByText('The payment link filled in receiver, token and amount.').waitFor()
    expect([await amountField(page).inputValue(), await receiverField(page).inputValue()]).toEqual(['0.1', to])
  })

  it('a receiver whose name could not be read is read again with Try again', async () => {
    const to = stranger()
    const { page } = await visit({ prepare: serve({ 'zoe.eth': { addresses: { [LOCAL]: to } } }) })
    const profiles = '**/v1/profile/account/*'
    await page.route(profiles, (route) => route.fulfill({ status: 500, json: {} }))
    await openSend(page)
    await amountField(page).fill('1')
    await receiverField(page).fill('zoe.eth')
    await dialog(page).getByText('The receiver could not be checked.').waitFor({ timeout: 20_000 })
    await page.unroute(profiles)
    await row(page, 'Try again').click()
    await expect.poll(() => shownAddress(page), { timeout: 20_000 }).toBe(to)
    expect(await row(page, 'Try again').count()).toBe(0)
  })

  it('an unknown name clears the earlier receiver, and a late reply does not replace a newer receiver', async () => {
    const names = { 'slow.eth': { addresses: { [LOCAL]: stranger() }, delayMs: 1500 } }
    const { page } = await visit({ prepare: serve(names) })
    await openSend(page)
    await amountField(page).fill('1')
    await receiverField(page).fill(stranger())
    await row(page, 'Preview Send').waitFor()
    await receiverField(page).fill('nobody.eth')
    expect(await row(page, 'Preview Send').count()).toBe(0)
    await dialog(page).getByText('No account was found for this name.').waitFor()
    expect(await row(page, 'Invalid Address').isDisabled()).toBe(true)
    await receiverField(page).fill('slow.eth')
    await page.waitForTimeout(600)
    const to = stranger()
    await receiverField(page).fill(to)
    await row(page, 'Preview Send').waitFor()
    await page.waitForTimeout(1500)
    expect(await shownAddress(page)).toBe(to)
  })

  it('D11, D12: warns about pasted addresses of other families, the zero address, typos and look-alikes', async () => {
    const options = { permissions: ['clipboard-read', 'clipboard-write'] }
    const { page, zephyr } = await visit({ options })
    const friend = stranger()
    await openSend(page)
    await review(page, { amount: '0.1', to: friend })
    await sendButton(page).click()
    await row(page, 'Disconnect').waitFor()
    await page.keyboard.press('Escape')
    await openSend(page)
    await amountField(page).fill('0.1')
    const middle = stranger().slice(6, -4)
    const lookAlike = `${friend.slice(0, 6)}${middle}${friend.slice(-4)}`.toLowerCase()
    const warnings: readonly (readonly [string, RegExp])[] = [
      ['mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN', /an address on Solana, not on Local One/],
      ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', /an address on Bitcoin, not on Local One/],
      [`0x${'0'.repeat(40)}`, /Nobody owns this address/],
      ['0x70997970C51812dc3A010C7d01b50e0d17dc79c8', /contains a typo/],
      [lookAlike, /Stop and compare/],
    ]
    for (const [text, words] of warnings) {
      await page.evaluate((one) => navigator.clipboard.writeText(one), text)
      await receiverField(page).fill('')
      await row(page, 'Paste').click()
      await dialog(page).getByText(words).first().waitFor()
    }
    // the text below the field is announced to screen readers
    await dialog(page).getByRole('status').filter({ hasText: 'Stop and compare' }).waitFor({ state: 'attached' })
    expect(await findWithAxe(page)).toEqual([])
    await receiverField(page).fill('')
    await dialog(page).getByRole('region', { name: 'Recent receivers' }).getByRole('button').click()
    await expect.poll(() => shownAddress(page)).toBe(friend)
    expect(asked(zephyr, 'eth_sendTransaction')).toBe(1)
  })
})

describe('a send started by the site’s code', () => {
  const coin = 'eip155:31337/slip44:60'
  /** Starts a send from the site's code. Returns its result, or the code of its error. */
  const start = (page: Page, params: object, how: 'use' | 'open' = 'use'): Promise<unknown> =>
    page.evaluate(
      async ([given, way]) => {
        const [modal, plugin, view] = ['sendModal', 'sendPlugin', 'WalletSend'].map((name) => Reflect.get(window, name))
        try {
          return await (way === 'use' ? modal.use(plugin).send(given) : modal.open({ view, params: given }))
        } catch (error) {
          return { error: Reflect.get(Object(error), 'code') }
        }
      },
      [params, how] as const,
    )

  it.each(['open', ...(process.env.WALLET_MODAL_LONG ? (['use'] as const) : [])] as const)(
    '%s: complete params open the review with fixed fields, and the result contains the hash of the confirmed transaction',
    async (how) => {
      const { page } = await visit()
      const to = stranger()
      const answer = start(page, { token: coin, amount: '0.75', receiver: to }, how)
      await dialog(page).getByRole('heading', { name: 'Review Send' }).waitFor()
      await sendButton(page).waitFor()
      expect([await fact(page, 'To'), await fact(page, 'Amount')]).toEqual([to, '0.75 ETH'])
      await row(page, 'Cancel').click()
      expect([await amountField(page).isEditable(), await receiverField(page).isEditable()]).toEqual([false, false])
      await row(page, 'Preview Send').click()
      await sendButton(page).click()
      await dialog(page).getByRole('heading', { name: 'Transaction' }).waitFor()
      await dialog(page).getByText('Confirmed by the network').waitFor()
      const { hash } =
        (await chainAt(stage.sandboxUrl).getBlock({ includeTransactions: true })).transactions.at(-1) ?? {}
      expect(await answer).toEqual({ status: 'sent', hash })
      expect(await balanceOf(to)).toBe(parseEther('0.75'))
      expect(await findWithAxe(page)).toEqual([])
    },
  )

  it('A3: rejects invalid params with a code, without opening; closing the form resolves as "cancelled"', async () => {
    const { page } = await visit()
    const bad: readonly (readonly [object, string])[] = [
      [{ token: 'ETH' }, 'INVALID_ARGUMENT'],
      [{ token: coin, amount: '0' }, 'INVALID_ARGUMENT'],
      [{ token: coin, amount: '1e18' }, 'INVALID_ARGUMENT'],
      [{ token: coin, amount: 5 }, 'INVALID_ARGUMENT'],
      [{ amount: '1' }, 'INVALID_ARGUMENT'],
      [{ token: coin, network: 'eip155:31338' }, 'INVALID_ARGUMENT'],
      [{ network: 'eip155:1' }, 'UNKNOWN_NETWORK'],
    ]
    for (const [params, error] of bad) expect([params, await start(page, params)]).toEqual([params, { error }])
    expect(await dialog(page).isVisible()).toBe(false)
    const answer = start(page, { token: coin })
    await amountField(page).waitFor()
    await page.keyboard.press('Escape')
    expect(await answer).toEqual({ status: 'cancelled' })
  })

  it('first asks the wallet to switch to the network in the params, and says if the wallet rejects the switch', async () => {
    const { page, zephyr } = await visit()
    const first = start(page, { network: 'eip155:31338' })
    await expect.poll(() => zephyr.network).toBe('eip155:31338')
    await amountField(page).waitFor()
    await page.keyboard.press('Escape')
    zephyr.reject()
    const second = start(page, { network: 'eip155:31337' })
    await dialog(page).getByText('The network was not switched').waitFor()
    await page.keyboard.press('Escape')
    expect([await first, await second]).toEqual([{ status: 'cancelled' }, { status: 'cancelled' }])
  })
})

describe('the status of a sent transaction', () => {
  it('shows that another transaction replaced it, and nothing arrives', async () => {
    const { key, address: from } = await fundedKey(stage.sandboxUrl, parseEther('5'))
    const { page } = await openConnected(stage, { query: '?history', plan: { keys: [key] } })
    const chain = chainAt(stage.sandboxUrl)
    const to = stranger()
    await chain.setAutomine(false)
    try {
      const params = { token: 'eip155:31337/slip44:60', amount: '1', receiver: to }
      await page.evaluate((given) => {
        const [modal, view] = ['sendModal', 'WalletSend'].map((name) => Reflect.get(window, name))
        Reflect.set(window, 'answer', modal.open({ view, params: given }))
      }, params)
      await sendButton(page).click()
      await dialog(page).getByText('Sent. Waiting for the network…').waitFor()
      await untilNonceKept(page)
      const fees = { maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 10n ** 11n }
      await chain.sendTransaction({
        account: privateKeyToAccount(key),
        to: from,
        value: 0n,
        nonce: 0,
        gas: 21_000n,
        ...fees,
      })
      await page.waitForTimeout(500)
      await chain.mine({ blocks: 14, interval: 12 }) // enough blocks that even a node that lags behind has the replacement
      await dialog(page)
        .getByText(/Another transaction of this account replaced this one/)
        .waitFor({ timeout: 15_000 })
    } finally {
      await chain.setAutomine(true)
    }
    expect([await balanceOf(to), await chain.getTransactionCount({ address: from })]).toEqual([0n, 1])
  })
})
