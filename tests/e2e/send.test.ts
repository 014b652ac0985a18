import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { dialog, row } from './support/modal.js'
import {
  amountField,
  asked,
  chainAt,
  createSendStage,
  fact,
  openConnected,
  openSend,
  receiverField,
  review,
  SENDER,
  sendButton,
} from './support/send-page.js'

const stage = createSendStage()
const chain = () => chainAt(stage.sandboxUrl)
const stranger = () => privateKeyToAddress(generatePrivateKey())
const ETH = 10n ** 18n

describe('D4: sending the coin', () => {
  it('P3: sends what was reviewed, and both sides and the fee are right on the chain', async () => {
    const { page, zephyr } = await openConnected(stage)
    const to = stranger()
    await openSend(page)
    await review(page, { amount: '1.25', to })
    expect(await fact(page, 'From')).toBe(SENDER)
    expect(await fact(page, 'To')).toBe(to)
    expect(await fact(page, 'Amount')).toBe('1.25 ETH')
    const before = await chain().getBalance({ address: SENDER })
    await sendButton(page).click()
    await dialog(page).getByText('Transaction started').waitFor()
    expect(await chain().getBalance({ address: to })).toBe((ETH * 5n) / 4n)
    const block = await chain().getBlock({ includeTransactions: true })
    const mined = block.transactions.find((one) => one.to?.toLowerCase() === to.toLowerCase())
    const receipt = await chain().getTransactionReceipt({ hash: mined?.hash ?? '0x' })
    const fee = receipt.gasUsed * receipt.effectiveGasPrice
    expect(await chain().getBalance({ address: SENDER })).toBe(before - (ETH * 5n) / 4n - fee)
    expect([mined?.from.toLowerCase(), mined?.type, mined?.input]).toEqual([SENDER.toLowerCase(), 'eip1559', '0x'])
    expect(asked(zephyr, 'eth_sendTransaction')).toBe(1)
    await row(page, 'Disconnect').waitFor()
  })
})
void [amountField, receiverField]
