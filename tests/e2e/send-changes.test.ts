import { type Address, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { dialog } from './support/modal.js'
import {
  asked,
  chainAt,
  createSendStage,
  fact,
  fundedKey,
  openConnected,
  openSend,
  review,
  type SendVisit,
  sendButton,
} from './support/send-page.js'

const stage = createSendStage()
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

describe('C4, C5: account and network changes during a send', () => {
  it('C4: after an account change in the wallet, the review shows the new account, which then sends', async () => {
    const [first, second] = [
      await fundedKey(stage.sandboxUrl, parseEther('5')),
      await fundedKey(stage.sandboxUrl, parseEther('7')),
    ]
    const { page, zephyr } = await openConnected(stage, { plan: { keys: [first.key, second.key] } })
    await openSend(page)
    const to = stranger()
    await review(page, { amount: '1', to })
    await zephyr.switchAccount(second.address)
    await expect.poll(() => fact(page, 'From'), { timeout: 10_000 }).toBe(second.address)
    await expect.poll(() => sendButton(page).isEnabled()).toBe(true)
    await sendButton(page).click()
    await dialog(page).getByText('Transaction started').waitFor()
    const { transaction } = await minedTo(to)
    expect(transaction.from.toLowerCase()).toBe(second.address.toLowerCase())
    expect([await nonceOf(first.address), await nonceOf(second.address)]).toEqual([0, 1])
  })

  it.each([
    ['C4: an account', { method: 'eth_accounts', answer: ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8'] }],
    ['C5: a network', { method: 'eth_chainId', answer: '0x7a6a' }],
  ])('%s that the wallet changed without an event: nothing is sent', async (_, lie) => {
    const { page, zephyr, from } = await visit('5', {
      prepare: (context: { addInitScript(run: () => void): Promise<void> }) =>
        context.addInitScript(() => {
          addEventListener(
            'eip6963:announceProvider',
            (event) => {
              const { provider } = Reflect.get(event, 'detail')
              if (provider.isBetween) return
              const ask = provider.request.bind(provider)
              provider.isBetween = true
              provider.request = async (given: { readonly method: string }) => {
                const told = Reflect.get(window, 'lie')
                return told?.method === given.method ? told.answer : ask(given)
              }
            },
            { capture: true },
          )
        }),
    })
    await review(page, { amount: '1', to: stranger() })
    await page.evaluate((told) => void Reflect.set(window, 'lie', told), lie)
    await sendButton(page).click()
    await dialog(page)
      .getByText(/Nothing was sent\./)
      .waitFor()
    expect([asked(zephyr, 'eth_sendTransaction'), await nonceOf(from)]).toEqual([0, 0])
  })

  it('C5: a network change in the wallet ends the review, and nothing is sent', async () => {
    const { page, zephyr, from } = await visit('5')
    await review(page, { amount: '1', to: stranger() })
    await zephyr.switchNetwork('eip155:31338')
    await dialog(page)
      .getByText('Account or network changed. Nothing was sent. Go back and review the transaction again.')
      .waitFor()
    expect([await sendButton(page).count(), asked(zephyr, 'eth_sendTransaction'), await nonceOf(from)]).toEqual([
      0, 0, 0,
    ])
  })

  it('C5: nothing is sent if the network changes during the wallet’s prompt, because the request contains the chain id', async () => {
    const { page, zephyr, from } = await visit('5')
    await review(page, { amount: '1', to: stranger() })
    zephyr.hang()
    await sendButton(page).click()
    await expect.poll(() => zephyr.questions.at(-1)?.kind).toBe('transaction')
    const request = Object(zephyr.requests.find(({ method }) => method === 'eth_sendTransaction')?.params[0])
    expect(JSON.stringify(request)).toContain('0x7a69')
    await zephyr.switchNetwork('eip155:31338')
    zephyr.approve()
    await expect.poll(() => dialog(page).getByText('Confirm transaction in your wallet').count()).toBe(0)
    expect([
      await nonceOf(from),
      await chainAt(stage.sandboxUrl, 31338).getTransactionCount({ address: from }),
    ]).toEqual([0, 0])
  })
})

describe('I7: only the reviewed transaction is sent', () => {
  it.each([
    ['a `request` function that a script replaced after the review is not used to send', false],
    ['nothing is sent if a script also replaces `Object.entries`', true],
  ])('%s', async (_, meddles) => {
    const { page, zephyr } = await visit('5')
    const to = stranger()
    await review(page, { amount: '1', to })
    await page.evaluate((isMeddling) => {
      const thief = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
      const seen: unknown[] = []
      Reflect.set(window, 'stolen', seen)
      const { provider } = Reflect.get(window, 'sendModal').connections.active.peek()
      const ask = provider.request
      provider.request = (given: { method: string; params?: readonly object[] }) => {
        seen.push(given.method)
        return ask.call(provider, given.params ? { ...given, params: [{ ...given.params[0], to: thief }] } : given)
      }
      const { stringify } = JSON
      JSON.stringify = ((value: object, ...more: never[]) => {
        const text = stringify(value, ...more)
        return text?.includes('jsonrpc') ? text.replaceAll(/0x[\da-f]{40}(?=")/gi, thief) : text
      }) as never
      const { entries } = Object
      if (isMeddling) Object.entries = ((value: object) => entries(value).map(([key]) => [key, thief])) as never
    }, meddles)
    await sendButton(page).click()
    const end = meddles ? /Nothing was sent/ : 'Transaction started'
    await dialog(page).getByText(end).first().waitFor()
    expect(await page.evaluate(() => Reflect.get(window, 'stolen'))).not.toContain('eth_sendTransaction')
    expect(asked(zephyr, 'eth_sendTransaction')).toBe(meddles ? 0 : 1)
    expect(await balanceOf(to)).toBe(meddles ? 0n : parseEther('1'))
  })
})
