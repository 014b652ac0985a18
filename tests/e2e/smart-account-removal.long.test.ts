import type { Page } from 'playwright-core'
import { type Address, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, it } from 'vitest'
import { smartAccountContract } from '../../plugins/sandbox/src/server/evm/contracts/smart-account-contract.js'
import { addressOn, logIn, newEmail, press, requestOf, serveEmailSite, wallet } from './support/email-site.js'
import { dialog, row } from './support/modal.js'
import { chainAt } from './support/send-page.js'
import { createStage } from './support/stage.js'

const CHAIN = '0x7a69'
const stage = createStage({ serve: serveEmailSite })
const chain = () => chainAt(stage.sandboxUrl)
const delegation = `0xef0100${smartAccountContract.slice(2)}`
const removal = (page: Page) => row(page, /^End the permission on /)

async function newVisitor() {
  const { page } = await stage.open({ wallets: [], query: '' })
  const { address } = await logIn(page, newEmail())
  await chain().setBalance({ address, value: parseEther('3') })
  return { page, address }
}

/** Sends a batch, and resolves with its id and receivers once it is mined. */
async function sendBatch(page: Page, from: Address) {
  const receivers = [generatePrivateKey(), generatePrivateKey()].map(privateKeyToAddress)
  const calls = receivers.map((to) => ({ to, value: '0x7' }))
  const sent = requestOf(page, 'wallet_sendCalls', [
    { version: '2.0.0', from, chainId: CHAIN, atomicRequired: true, calls },
  ])
  await press(page, 'Approve')
  const { id } = Object(await sent)
  await expect.poll(() => statusOf(page, id), { timeout: 20_000 }).toBe(200)
  return { id, receivers }
}
const statusOf = async (page: Page, id: unknown): Promise<unknown> =>
  Object(await requestOf(page, 'wallet_getCallsStatus', [id])).status

async function openSettings(page: Page): Promise<void> {
  await page.click('#open')
  await row(page, 'Account type').click()
  await row(page, 'Standard account').waitFor()
}

it('the account’s contract is removed after an approval in the frame, and set again by a batch', async () => {
  const { page, address } = await newVisitor()
  await openSettings(page)
  await page.waitForTimeout(1000)
  expect(await removal(page).count()).toBe(0) // there is nothing to remove yet
  await row(page, 'Close').click()

  const { id } = await sendBatch(page, address)
  expect(await chain().getCode({ address })).toBe(delegation)
  await openSettings(page)
  await removal(page).click()
  await wallet(page).getByRole('heading', { name: 'End the smart account permission' }).waitFor()
  await wallet(page)
    .getByText(/^After this transaction, the contract below can no longer run steps of this account on/)
    .waitFor()
  await press(page, 'Reject')
  await removal(page).waitFor()
  expect([await chain().getTransactionCount({ address }), await chain().getCode({ address })]).toEqual([2, delegation])

  await removal(page).click()
  await press(page, 'Approve')
  await expect.poll(() => chain().getCode({ address }), { timeout: 20_000 }).toBeUndefined()
  await dialog(page)
    .getByText(/has ended$/)
    .waitFor()
  await removal(page).waitFor({ state: 'detached' })
  // the transaction and its only authorization, which is valid on this chain only, use one nonce each
  expect(await chain().getTransactionCount({ address })).toBe(4)
  const { transactions } = await chain().getBlock({ includeTransactions: true })
  expect(transactions).toMatchObject([
    {
      ...{ from: address.toLowerCase(), to: address.toLowerCase(), value: 0n, input: '0x', type: 'eip7702' },
      authorizationList: [{ address: `0x${'00'.repeat(20)}`, chainId: 31_337, nonce: 3 }],
    },
  ])
  // the batch is still confirmed
  expect(await statusOf(page, id)).toBe(200)
  expect(await requestOf(page, 'wallet_getCapabilities', [address, [CHAIN]])).toEqual({
    [CHAIN]: { atomic: { status: 'ready' } },
  })
  await row(page, 'Close').click()
  expect(await addressOn(page)).toBe(address)
  const { receivers } = await sendBatch(page, address)
  expect(await Promise.all(receivers.map((one) => chain().getBalance({ address: one })))).toEqual([7n, 7n])
  expect(await chain().getCode({ address })).toBe(delegation)
})
