import { type Address, parseGwei } from 'viem'
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { dialog } from './support/modal.js'
import { chainAt, createSendStage, openSendWith, review, sendButton, untilNonceKept } from './support/send-page.js'

const stage = createSendStage()
const chain = () => chainAt(stage.sandboxUrl)
const stranger = (): Address => privateKeyToAddress(generatePrivateKey())
const balanceOf = (address: Address): Promise<bigint> => chain().getBalance({ address })

describe('B3: a transaction replaced by another one', () => {
  it('is shown as replaced, also after a reload, once the replacement is deep in the chain', async () => {
    const { page, key, from } = await openSendWith(stage, { ether: '5', query: '?history' })
    const to = stranger()
    await review(page, { amount: '1', to })
    await chain().setAutomine(false)
    try {
      await sendButton(page).click()
      await dialog(page).getByText('Transaction started').waitFor()
      await untilNonceKept(page)
      const other = await chain().sendTransaction({
        account: privateKeyToAccount(key),
        ...{ to: from, value: 1n, nonce: 0, gas: 21_000n },
        ...{ maxFeePerGas: parseGwei('500'), maxPriorityFeePerGas: parseGwei('100') },
      })
      await page.reload()
      await page.evaluate(() => Reflect.get(window, 'openActivity')())
      await dialog(page)
        .getByText(/Pending/)
        .first()
        .waitFor()
      await chain().mine({ blocks: 14, interval: 12 })
      expect((await chain().getTransactionReceipt({ hash: other })).status).toBe('success')
    } finally {
      await chain().setAutomine(true)
    }
    await dialog(page).getByText('Replaced').first().waitFor({ timeout: 20_000 })
    expect([await balanceOf(to), await chain().getTransactionCount({ address: from })]).toEqual([0n, 1])
  })
})
