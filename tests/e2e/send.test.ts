import { type Address, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { dialog, isReachable, isScrolled, row } from './support/modal.js'
import {
  amountField,
  asked,
  chainAt,
  createSendStage,
  fact,
  fundedKey,
  letHappen,
  openConnected,
  openSend,
  receiverField,
  review,
  type SendVisit,
  sendButton,
  withCalls,
  withMishaps,
} from './support/send-page.js'

const stage = createSendStage()
const isLong = process.env.WALLET_MODAL_LONG !== undefined
const chain = () => chainAt(stage.sandboxUrl)
const stranger = (): Address => privateKeyToAddress(generatePrivateKey())
const balanceOf = (address: Address): Promise<bigint> => chain().getBalance({ address })
const nonceOf = (address: Address): Promise<number> => chain().getTransactionCount({ address })
/** Opens the send form as a visitor who holds this much ether. */
async function visit(ether: string, open = {}): Promise<SendVisit & { readonly from: Address }> {
  const { key, address } = await fundedKey(stage.sandboxUrl, parseEther(ether))
  const visitor = await openConnected(stage, { ...open, plan: { keys: [key] } })
  await openSend(visitor.page)
  return { ...visitor, from: address }
}

/** The latest block's transaction to an address, and the fee that it paid. */
async function minedTo(to: Address) {
  const block = await chain().getBlock({ includeTransactions: true })
  const transaction = block.transactions.find((one) => one.to?.toLowerCase() === to.toLowerCase())
  if (!transaction) throw new Error(`The latest block holds nothing for ${to}.`)
  const receipt = await chain().getTransactionReceipt({ hash: transaction.hash })
  return { transaction, fee: receipt.gasUsed * receipt.effectiveGasPrice }
}

describe('D4: sending the coin', () => {
  it('shows the Send button without scrolling, and the last row of the review can be reached', async () => {
    const { page } = await visit('5')
    await page.setViewportSize({ width: 1280, height: 600 })
    await review(page, { amount: '1.25', to: stranger() })
    expect(await isScrolled(page)).toBe(false)
    expect(await isReachable(sendButton(page))).toBe(true)
    const last = row(page, 'Details')
    await last.focus()
    expect(await isReachable(last)).toBe(true)
  })

  it('P3: sends the reviewed amount, and both balances and the fee are right on the chain', async () => {
    const { page, zephyr, from } = await visit('5')
    const to = stranger()
    await review(page, { amount: '1.25', to })
    expect([await fact(page, 'From'), await fact(page, 'To')]).toEqual([from, to])
    expect(await fact(page, 'Amount')).toBe('1.25 ETH')
    await sendButton(page).click()
    await dialog(page).getByText('Transaction started').waitFor()
    expect(await balanceOf(to)).toBe(parseEther('1.25'))
    const { transaction, fee } = await minedTo(to)
    expect(await balanceOf(from)).toBe(parseEther('3.75') - fee)
    expect([transaction.from.toLowerCase(), transaction.type, transaction.input]).toEqual([
      from.toLowerCase(),
      'eip1559',
      '0x',
    ])
    expect(asked(zephyr, 'eth_sendTransaction')).toBe(1)
    await row(page, 'Disconnect').waitFor()
  })

  it.each(['Standard', ...(isLong ? ['Instant'] : [])])(
    'Max sends the balance less the maximum fee (%s)',
    async (speed) => {
      const { page, from } = await visit('0.123456789012345678')
      const to = stranger()
      await review(page, { amount: 'max', to })
      await dialog(page).getByRole('tab', { name: speed }).click()
      await expect.poll(() => sendButton(page).isEnabled()).toBe(true)
      await sendButton(page).click()
      await dialog(page).getByText('Transaction started').waitFor()
      const { transaction, fee } = await minedTo(to)
      const most = transaction.gas * (transaction.maxFeePerGas ?? 0n)
      const held = parseEther('0.123456789012345678')
      expect(await balanceOf(to)).toBe(held - most)
      expect(await balanceOf(from)).toBe(most - fee)
      expect(most - fee).toBeGreaterThanOrEqual(0n)
    },
  )

  it('EIP-5792: a smart account sends a call, and the fee, which only the wallet knows, is shown as "—"', async () => {
    const { page, from } = await visit('5', withCalls)
    const to = stranger()
    await review(page, { amount: '1', to })
    expect([await fact(page, 'Network fee, at most'), await fact(page, 'To')]).toEqual(['— ETH', to])
    await sendButton(page).click()
    await dialog(page).getByText('Transaction started').waitFor()
    const { fee } = await minedTo(to)
    expect([await balanceOf(to), await balanceOf(from)]).toEqual([parseEther('1'), parseEther('4') - fee])
  })

  it('disables sending if the balance does not cover both amount and fee', async () => {
    const { page, zephyr } = await visit('0.5')
    await amountField(page).fill('0.5')
    await receiverField(page).fill(stranger())
    await row(page, 'Insufficient Funds').waitFor()
    expect(await row(page, 'Insufficient Funds').isDisabled()).toBe(true)
    expect(asked(zephyr, 'eth_sendTransaction')).toBe(0)
  })
})

describe('B3, C1: submitting a send to the wallet', () => {
  it('C1: fifty clicks send one transaction', async () => {
    const { page, zephyr, from } = await visit('5')
    const to = stranger()
    await review(page, { amount: '1', to })
    zephyr.hang()
    await sendButton(page).evaluate((button: HTMLElement) => {
      for (let click = 0; click < 50; click++) button.click()
    })
    await dialog(page).getByText('Confirm transaction in your wallet').first().waitFor()
    await expect.poll(() => asked(zephyr, 'eth_sendTransaction')).toBe(1)
    zephyr.approve()
    await dialog(page).getByText('Transaction started').waitFor()
    expect([asked(zephyr, 'eth_sendTransaction'), await nonceOf(from), await balanceOf(to)]).toEqual([
      1,
      1,
      parseEther('1'),
    ])
  })

  it('C1: the second click of a double-click on the previous view submits nothing', async () => {
    const { page, zephyr } = await visit('5')
    await review(page, { amount: '1', to: stranger() })
    await sendButton(page).hover()
    await page.mouse.down({ clickCount: 2 })
    await page.mouse.up({ clickCount: 2 })
    await page.waitForTimeout(500)
    expect(asked(zephyr, 'eth_sendTransaction')).toBe(0)
    await sendButton(page).click()
    await dialog(page).getByText('Transaction started').waitFor()
    expect(asked(zephyr, 'eth_sendTransaction')).toBe(1)
  })

  it('a rejection in the wallet sends nothing, and the visitor can try again', async () => {
    const { page, zephyr, from } = await visit('5')
    const to = stranger()
    await review(page, { amount: '1', to })
    zephyr.reject()
    await sendButton(page).click()
    await dialog(page).getByText('Signature declined').waitFor()
    expect([await nonceOf(from), await balanceOf(from), await balanceOf(to)]).toEqual([0, parseEther('5'), 0n])
    zephyr.approve()
    await expect.poll(() => sendButton(page).isEnabled()).toBe(true)
    await sendButton(page).click()
    await dialog(page).getByText('Transaction started').waitFor()
    expect([await nonceOf(from), await balanceOf(to)]).toEqual([1, parseEther('1')])
  })

  it('B3: after a lost response, the view shows "Sent, result unknown" with the on-chain hash, and offers no retry', async () => {
    const { page, zephyr, from } = await visit('5', withMishaps)
    const to = stranger()
    await review(page, { amount: '1', to })
    await letHappen(page, 'lostReply')
    await chain().setAutomine(false)
    try {
      await sendButton(page).click()
      await dialog(page).getByText('Sent, result unknown').waitFor()
      const shown = await fact(page, 'Transaction')
      expect(
        await dialog(page)
          .getByRole('button', { name: /again|Send/ })
          .count(),
      ).toBe(0)
      await chain().mine({ blocks: 1 })
      expect((await minedTo(to)).transaction.hash).toBe(shown)
    } finally {
      await chain().setAutomine(true)
    }
    await dialog(page).getByText('Confirmed by the network').waitFor()
    await page.waitForTimeout(500)
    expect([asked(zephyr, 'eth_sendTransaction'), await nonceOf(from), await balanceOf(to)]).toEqual([
      1,
      1,
      parseEther('1'),
    ])
  })

  it('B3: after an ambiguous error, the view shows "Sent, result unknown", never "failed"', async () => {
    const { page, from } = await visit('5', withMishaps)
    await review(page, { amount: '1', to: stranger() })
    await letHappen(page, 'unclear')
    await sendButton(page).click()
    await dialog(page).getByText('Sent, result unknown').waitFor({ timeout: 15_000 })
    expect(
      await dialog(page)
        .getByText(/failed/i)
        .count(),
    ).toBe(0)
    expect(await nonceOf(from)).toBe(0)
  })

  it('a send rejected by the node is reported as failed, and can be tried again', async () => {
    const { page, from } = await visit('5', withMishaps)
    await review(page, { amount: '1', to: stranger() })
    await letHappen(page, 'nodeRejects')
    await sendButton(page).click()
    await dialog(page).getByText('Failed to send transaction. Please try again.').waitFor({ timeout: 15_000 })
    await expect.poll(() => sendButton(page).isEnabled()).toBe(true)
    expect(await nonceOf(from)).toBe(0)
  })
})
