import type { Page } from 'playwright-core'
import { type Address, type Hex, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, it } from 'vitest'
import { smartAccountContract } from '../../plugins/sandbox/src/server/evm/contracts/smart-account-contract.js'
import { logIn, newEmail, press, requestOf, serveEmailSite, wallet } from './support/email-site.js'
import { row } from './support/modal.js'
import { chainAt } from './support/send-page.js'
import { createStage } from './support/stage.js'

const CHAIN = '0x7a69'
const stage = createStage({ serve: serveEmailSite })
const chain = () => chainAt(stage.sandboxUrl)
const delegation = `0xef0100${smartAccountContract.slice(2)}`

async function newVisitor() {
  const { page } = await stage.open({ wallets: [], query: '' })
  const { address } = await logIn(page, newEmail())
  await chain().setBalance({ address, value: parseEther('3') })
  return { page, address }
}
const newAddress = (): Address => privateKeyToAddress(generatePrivateKey())
const batch = (from: Address) => {
  const calls = [1, 2].map((value) => ({ to: newAddress(), value: `0x${value}` }))
  return [{ version: '2.0.0', from, chainId: CHAIN, atomicRequired: true, calls }]
}
const statusOf = async (page: Page, id: unknown): Promise<unknown> =>
  Object(await requestOf(page, 'wallet_getCallsStatus', [id])).status

/** Sends a batch that makes the account a smart account, and resolves with the batch's id once it is mined. */
async function becomeSmart(page: Page, address: Address): Promise<string> {
  const sent = requestOf(page, 'wallet_sendCalls', batch(address))
  await press(page, 'Approve')
  const { id } = Object(await sent)
  await expect.poll(() => statusOf(page, id), { timeout: 20_000 }).toBe(200)
  expect(await chain().getCode({ address })).toBe(delegation)
  return id
}

it('a batch stays confirmed after its delegation is removed; a node without old state gives an error', async () => {
  const { page, address } = await newVisitor()
  const id = await becomeSmart(page, address)
  await chain().mine({ blocks: 1 }) // anvil stores a block's state when it mines the next block
  await chain().setCode({ address, bytecode: '0x' })
  await chain().mine({ blocks: 1 })
  expect(await chain().getCode({ address })).toBeUndefined()
  expect(await statusOf(page, id)).toBe(200)

  // simulates a node that has pruned the batch's block: that the account has no code now does not prove that it had none then
  const pruned: string[] = []
  await page.route('**/accounts/rpc', async (route) => {
    const { method, params } = route.request().postDataJSON()
    if (method !== 'eth_getCode' || params[1] === 'latest') return route.continue()
    pruned.push(params[1])
    const error = { code: 'SOURCE_FAILED', message: 'missing trie node' }
    return route.fulfill({ status: 502, json: { error } })
  })
  expect(await requestOf(page, 'wallet_getCallsStatus', [id])).toMatchObject({ message: 'missing trie node' })
  await chain().setCode({ address, bytecode: delegation as Hex })
  expect(await statusOf(page, id)).toBe(200)
  expect(pruned).toHaveLength(2)
})

it('the wallet signs no authorization if the contract’s address has other code', async () => {
  const { page, address } = await newVisitor()
  const bytecode = (await chain().getCode({ address: smartAccountContract })) ?? '0x'
  // code that returns at once: each batch would succeed without running a call
  await chain().setCode({ address: smartAccountContract, bytecode: '0x00' })
  const refused = await requestOf(page, 'wallet_sendCalls', batch(address))
  const capabilities = await requestOf(page, 'wallet_getCapabilities', [address, [CHAIN]])
  await chain().setCode({ address: smartAccountContract, bytecode })
  expect(refused).toMatchObject({ code: 5760 })
  expect(capabilities).toEqual({ [CHAIN]: { atomic: { status: 'unsupported' } } })
  expect([await chain().getTransactionCount({ address }), await chain().getCode({ address })]).toEqual([0, undefined])
  expect(await requestOf(page, 'wallet_getCapabilities', [address, [CHAIN]])).toEqual({
    [CHAIN]: { atomic: { status: 'ready' } },
  })
})

it('a page that switches the account type itself gets no signature, and the first batch still needs an approval', async () => {
  const { page, address } = await newVisitor()
  const switchTo = async (label: string) => {
    await page.click('#open')
    await row(page, 'Account type').dispatchEvent('click') // by the page, not by the visitor
    await row(page, label).dispatchEvent('click')
    await expect
      .poll(async () => row(page, label).evaluate((one) => one.outerHTML.includes('aria-current')), { timeout: 10_000 })
      .toBe(true)
    await row(page, 'Close').click()
  }
  const state = async () => [await chain().getTransactionCount({ address }), await chain().getCode({ address })]
  await switchTo('Standard account')
  expect(await requestOf(page, 'wallet_sendCalls', batch(address))).toMatchObject({ code: 5760 })
  await switchTo('Smart account')
  expect(await state()).toEqual([0, undefined])
  const sent = requestOf(page, 'wallet_sendCalls', batch(address))
  await wallet(page)
    .getByText(/^Allows the contract below, from now on, to run steps of this account on/)
    .waitFor()
  await press(page, 'Reject')
  expect([await sent, ...(await state())]).toMatchObject([{ code: 4001 }, 0, undefined])
  // selecting the plain type does not undo an approved delegation
  await becomeSmart(page, address)
  await switchTo('Standard account')
  expect(await state()).toEqual([2, delegation])
})
