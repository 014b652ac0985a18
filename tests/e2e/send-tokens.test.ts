import type { Locator, Page } from 'playwright-core'
import { type Address, parseEther, parseUnits } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { beforeAll, describe, expect, it } from 'vitest'
import { dialog, row } from './support/modal.js'
import {
  amountField,
  asked,
  chainAt,
  createSendStage,
  fact,
  fundedKey,
  give,
  type HeldToken,
  holding,
  openConnected,
  openSend,
  receiverField,
  review,
  type SendVisit,
  sandboxTokens,
  sendButton,
  tokenBalance,
} from './support/send-page.js'

const stage = createSendStage()
const stranger = (): Address => privateKeyToAddress(generatePrivateKey())
let tokens: Awaited<ReturnType<typeof sandboxTokens>>
beforeAll(async () => {
  tokens = await sandboxTokens(stage.sandboxUrl)
})

interface Holder extends SendVisit {
  readonly from: Address
  readonly held: readonly HeldToken[]
}

/** Opens the page as a visitor who holds these amounts of tokens, and of ether. */
async function visit(symbols: Readonly<Record<string, string>>, ether = '1'): Promise<Holder> {
  const { key, address } = await fundedKey(stage.sandboxUrl, parseEther(ether))
  const held: HeldToken[] = []
  for (const [symbol, amount] of Object.entries(symbols)) {
    const token = tokens.get(symbol)
    if (!token) throw new Error(`The sandbox has no ${symbol}.`)
    held.push(await give(stage.sandboxUrl, address, token, parseUnits(amount, token.decimals)))
  }
  const visitor = await openConnected(stage, { query: holding(...held), plan: { keys: [key] } })
  return { ...visitor, from: address, held }
}

async function choose({ page }: Holder, symbol: string): Promise<void> {
  await dialog(page).locator('.wm-amount-line .wm-secondary').click()
  await dialog(page).getByRole('searchbox', { name: 'Search token' }).fill(symbol)
  await dialog(page).locator('.wm-item').filter({ hasText: symbol }).first().click()
  await amountField(page).waitFor()
}

const fees = async (from: Address): Promise<bigint> =>
  parseEther('1') - (await chainAt(stage.sandboxUrl).getBalance({ address: from }))

describe('D4, D10: sending tokens', () => {
  it('P3: the exact amount of a token arrives, and the coin balance falls only by the fee', async () => {
    const visitor = await visit({ SUSD: '100', SGLD: '3' })
    const { page, from, held, zephyr } = visitor
    const [dollars] = held
    const to = stranger()
    await openSend(page)
    await choose(visitor, 'SUSD')
    await review(page, { amount: '2.01', to })
    expect([await fact(page, 'To'), await fact(page, 'Amount')]).toEqual([to, '2.01 SUSD'])
    await row(page, 'Details').click()
    await dialog(page).getByText('Call: transfer(address,uint256)').waitFor()
    await sendButton(page).click()
    await dialog(page).getByText('Transaction started').waitFor()
    if (!dollars) throw new Error('Nothing is held.')
    expect(await tokenBalance(stage.sandboxUrl, dollars, to)).toBe(2_010_000n)
    expect(await tokenBalance(stage.sandboxUrl, dollars, from)).toBe(97_990_000n)
    const block = await chainAt(stage.sandboxUrl).getBlock()
    const receipt = await chainAt(stage.sandboxUrl).getTransactionReceipt({ hash: block.transactions.at(-1) ?? '0x' })
    expect(await fees(from)).toBe(receipt.gasUsed * receipt.effectiveGasPrice)
    expect(asked(zephyr, 'eth_sendTransaction')).toBe(1)
  })

  it('Max sends the whole balance, also of tokens with 2 or 24 decimals and of tokens whose transfer() returns no value', async () => {
    const odd = { SEUR: '12.34', SGRN: '1.000000000000000000000001', SMUTE: '5.5' }
    const visitor = await visit({ ...odd, ...(process.env.WALLET_MODAL_LONG && { SRLC: '1', SSTR: '2' }) })
    const { page, from, held } = visitor
    for (const token of held) {
      const to = stranger()
      await openSend(page)
      await choose(visitor, token.symbol)
      await review(page, { amount: 'max', to })
      await sendButton(page).click()
      await row(page, 'Disconnect').waitFor()
      expect([token.symbol, await tokenBalance(stage.sandboxUrl, token, to)]).toEqual([
        token.symbol,
        BigInt(token.amount),
      ])
      expect(await tokenBalance(stage.sandboxUrl, token, from)).toBe(0n)
      await page.keyboard.press('Escape')
      await dialog(page).waitFor({ state: 'hidden' })
    }
  })

  it('a token that @wallet-modal/balances lists can be sent, and its dollar value is shown', async () => {
    const { key, address: from } = await fundedKey(stage.sandboxUrl, parseEther('1'))
    const token = tokens.get('SEUR')
    if (!token) throw new Error('The sandbox has no SEUR.')
    await give(stage.sandboxUrl, from, token, 1_000n)
    const visitor = await openConnected(stage, { query: '?real', plan: { keys: [key] } })
    const { page } = visitor
    const to = stranger()
    await openSend(page)
    await choose({ ...visitor, from, held: [] }, 'SEUR')
    await amountField(page).fill('2.5')
    await dialog(page).getByText('$2.70', { exact: true }).waitFor()
    await review(page, { amount: '2.5', to })
    await sendButton(page).click()
    await row(page, 'Disconnect').waitFor()
    expect([
      await tokenBalance(stage.sandboxUrl, token, to),
      await tokenBalance(stage.sandboxUrl, token, from),
    ]).toEqual([250n, 750n])
  })

  it('D10: the review of a token with a transfer fee shows the received amount, and exactly this amount arrives', async () => {
    const visitor = await visit({ STOLL: '100' })
    const { page, held } = visitor
    const to = stranger()
    await openSend(page)
    await choose(visitor, 'STOLL')
    await review(page, { amount: '10', to })
    await dialog(page).getByText('This token takes a fee from each transfer: the receiver gets less.').waitFor()
    const arrives = await fact(page, 'Receiver gets')
    await sendButton(page).click()
    await row(page, 'Disconnect').waitFor()
    const [token] = held
    if (!token) throw new Error('Nothing is held.')
    const got = await tokenBalance(stage.sandboxUrl, token, to)
    expect(got).toBeLessThan(parseEther('10'))
    expect(parseEther(arrives.split(' ')[0] ?? '')).toBe(got)
  })

  it('says that the coins do not cover the fee of a token transfer, and nothing is sent', async () => {
    const visitor = await visit({ SUSD: '100' }, '0')
    const { page, zephyr } = visitor
    await openSend(page)
    await choose(visitor, 'SUSD')
    await amountField(page).fill('1')
    await receiverField(page).fill(stranger())
    await row(page, 'Insufficient Funds').waitFor()
    await dialog(page).getByText('Not enough ETH for the network fee.').waitFor()
    expect(asked(zephyr, 'eth_sendTransaction')).toBe(0)
  })

  it('D12: a token’s contract is rejected as a receiver', async () => {
    const visitor = await visit({ SUSD: '100', SGLD: '1' })
    const { page, held } = visitor
    await openSend(page)
    await choose(visitor, 'SUSD')
    await amountField(page).fill('1')
    for (const { address } of held) {
      await receiverField(page).fill(address)
      await dialog(page).getByText('This is the contract of a token. Anything you send to it is lost.').waitFor()
      expect(await row(page, 'Invalid Address').isDisabled()).toBe(true)
    }
  })
})

describe('look-alike tokens and long texts', () => {
  const open = async (...held: readonly HeldToken[]): Promise<SendVisit> => {
    const visitor = await openConnected(stage, { query: holding(...held) })
    await openSend(visitor.page)
    return visitor
  }
  const dollar = (): HeldToken => {
    const token = tokens.get('SUSD')
    if (!token) throw new Error('The sandbox has no SUSD.')
    return token
  }

  it('D9: the token list and the warning about a look-alike token show its address', async () => {
    const token = { ...dollar(), amount: '1', spamFlags: ['lookAlike'] }
    const { page } = await open(token)
    await dialog(page).locator('.wm-amount-line .wm-button').first().click()
    const choice = dialog(page).locator('.wm-item').filter({ hasText: 'looks like another token' })
    await choice.getByTitle(token.address).waitFor()
    await choice.click()
    await dialog(page).getByText('Compare its address').waitFor()
    const shown = (await dialog(page).locator('.wm-address').textContent()) ?? ''
    expect(shown.toLowerCase()).toBe(token.address.toLowerCase())
  })

  /** Opens the form with a token that cannot be sent (its id has a typo) and has a very long symbol. */
  const openLong = (): Promise<SendVisit> => {
    const symbol = 'LONG'.repeat(15)
    const token = dollar()
    const [chain, address = ''] = token.assetId.split('0x')
    const assetId = `${chain}0x${address.toLowerCase().replace(/[a-f]/, (letter) => letter.toUpperCase())}`
    return open({ ...token, assetId, symbol, name: symbol, amount: String(10n ** 40n) })
  }
  const switchToArabic = async (page: Page): Promise<void> => {
    await page.evaluate(() => void Reflect.get(window, 'sendModal').setLocale('ar'))
    await expect.poll(() => dialog(page).getAttribute('dir')).toBe('rtl')
  }
  const pick = (page: Page): Promise<void> => dialog(page).locator('.wm-item').filter({ hasText: 'LONG' }).click()

  /** Pixels by which a text's first letter lies outside the box that clips it. */
  const overhangOf = (text: Locator, box: string): Promise<number> =>
    text.evaluate((one, selector) => {
      const first = new Range()
      first.setStart(one.firstChild ?? one, 0)
      first.setEnd(one.firstChild ?? one, 1)
      return (one.closest(selector)?.getBoundingClientRect().left ?? 0) - first.getBoundingClientRect().left
    }, box)

  it('L2: right to left, a cut-off amount shows its first digits, and a cut-off symbol its first letters', async () => {
    const { page } = await openLong()
    await dialog(page).locator('.wm-amount-line .wm-button').first().click()
    await switchToArabic(page)
    const amount = dialog(page).locator('.wm-item .wm-amount').filter({ hasText: 'LONG' })
    expect(await overhangOf(amount, '.wm-item-text')).toBeLessThanOrEqual(1)
    await pick(page)
    const symbol = dialog(page).locator('.wm-amount-line .wm-button .wm-name')
    await symbol.waitFor()
    expect(await overhangOf(symbol, '.wm-button')).toBeLessThanOrEqual(1)
  })

  it('the amount field keeps its width beside a long symbol, and shows every digit', async () => {
    const { page } = await openLong()
    await dialog(page).locator('.wm-amount-line .wm-button').first().click()
    await pick(page)
    await amountField(page).fill('1')
    expect((await amountField(page).boundingBox())?.width).toBeGreaterThan(100)
    await amountField(page).fill('123456789012.123456789012345678')
    const hidden = (field: HTMLElement | SVGElement): number => field.scrollWidth - field.clientWidth
    expect(await amountField(page).evaluate(hidden)).toBe(0)
  })

  it('L2: right to left, an untranslated message of a chain family stays left to right', async () => {
    const { page } = await openLong()
    await dialog(page).locator('.wm-amount-line .wm-button').first().click()
    await switchToArabic(page)
    await pick(page)
    const words = dialog(page).getByText('This token cannot be sent on this network.')
    await words.waitFor()
    expect(await words.evaluate((one) => getComputedStyle(one).direction)).toBe('ltr')
  })
})
