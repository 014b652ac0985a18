import { createSiwxServer, formatSignInMessage } from '@wallet-modal/siwx/server'
import type { Page } from 'playwright-core'
import { type Address, encodeFunctionData, erc20Abi, type Hex, parseAbi, parseEther, parseUnits } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, it } from 'vitest'
import { localContracts } from '../../plugins/sandbox/src/server/evm/contracts/local-contracts.js'
import { smartAccountContract } from '../../plugins/sandbox/src/server/evm/contracts/smart-account-contract.js'
import { addressOn, logIn, newEmail, press, requestOf, serveEmailSite, wallet } from './support/email-site.js'
import { dialog, row } from './support/modal.js'
import { chainAt, give, sandboxToken } from './support/send-page.js'
import { createStage } from './support/stage.js'
import { button, openSwap, reviewSwap } from './support/swap-page.js'

const CHAIN = '0x7a69'
const stage = createStage({
  serve: (sandboxUrl) =>
    serveEmailSite(sandboxUrl, {
      imports: `
        import { balances } from '@wallet-modal/balances'
        import { swap } from '@wallet-modal/swap'
        import { Swap } from '@wallet-modal/swap/contract'
        const contracts = [{ caipNetworkId: 'eip155:31337', address: '${localContracts.router}' }]
        Object.assign(window, { openSwap: (params) => void Reflect.get(window, 'modal').open({ view: Swap, params }) })`,
      plugins: 'balances(), swap({ contracts })',
    }),
})
const chain = () => chainAt(stage.sandboxUrl)
const newAddress = (): Address => privateKeyToAddress(generatePrivateKey())
const typeOn = (page: Page): Promise<unknown> =>
  page.evaluate(() => Reflect.get(window, 'modal').use(Reflect.get(window, 'eip155')).adapter.state.value.account?.type)

/** A new visitor with coins and Sandbox Dollars. */
async function newVisitor() {
  const { page } = await stage.open({ wallets: [], query: '' })
  const { address } = await logIn(page, newEmail())
  await chain().setBalance({ address, value: parseEther('3') })
  const susd = await sandboxToken(stage.sandboxUrl, 'SUSD')
  await give(stage.sandboxUrl, address, susd, parseUnits('500', 6))
  return { page, address, token: susd.address }
}

const call = (functionName: 'approve' | 'transfer', to: Address, amount: string): Hex =>
  encodeFunctionData({ abi: erc20Abi, functionName, args: [to, parseUnits(amount, 6)] })

const batch = (from: Address, calls: readonly object[], more: object = {}) => [
  { version: '2.0.0', from, chainId: CHAIN, atomicRequired: true, calls, ...more },
]
/** Scrolls to the end of the batch, which enables Approve, and approves. */
async function approveBatch(page: Page): Promise<void> {
  await wallet(page).getByText('Scroll down to read the whole request.').waitFor()
  expect(await wallet(page).getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true)
  await press(page, 'Approve')
}

/** Sets the frame's minimum height, as a hostile page can. */
const stretchFrame = (page: Page, height: string): Promise<void> =>
  page.locator('#w3m-iframe').evaluate((frame, wanted) => {
    if (frame instanceof HTMLElement) frame.style.minHeight = wanted
  }, height)

const delegation = `0xef0100${smartAccountContract.slice(2)}`
const statusOf = async (page: Page, id: unknown) => Object(await requestOf(page, 'wallet_getCallsStatus', [id]))

it('a batch is sent as one transaction after one approval; signatures are then valid by ERC-1271', async () => {
  const { page, address, token } = await newVisitor()
  const atomic = async () => requestOf(page, 'wallet_getCapabilities', [address, [CHAIN]])
  expect([await typeOn(page), await atomic()]).toEqual(['smartAccount', { [CHAIN]: { atomic: { status: 'ready' } } }])
  const sign = async (message: string): Promise<Hex> => {
    const signature = requestOf(page, 'personal_sign', [message, address])
    await press(page, 'Approve')
    return (await signature) as Hex
  }
  // before the delegation, a plain signature by the key is valid, so ERC-6492 is not needed
  expect(await chain().verifyMessage({ address, message: 'before', signature: await sign('before') })).toBe(true)

  const [spender, receiver] = [newAddress(), newAddress()]
  const calls = [
    { to: token, data: call('approve', spender, '40') },
    { to: token, data: call('transfer', receiver, '25') },
    { to: receiver, value: '0x5' },
  ]
  const sent = requestOf(page, 'wallet_sendCalls', batch(address, calls))
  await wallet(page).getByText('3 calls in one transaction').waitFor()
  await wallet(page)
    .getByText(/^Allows the contract below, from now on, to run steps of this account on/)
    .waitFor()
  for (const title of ['Allow spending of 40 SUSD', 'Send 25 SUSD', 'Send 0.000000000000000005 ETH'])
    await wallet(page).getByRole('heading', { name: title }).waitFor()
  await approveBatch(page)
  const { id } = Object(await sent)
  await expect.poll(async () => (await statusOf(page, id)).status, { timeout: 20_000 }).toBe(200)
  const { receipts, atomic: isAtomic } = await statusOf(page, id)
  expect([receipts.length, isAtomic, await chain().getTransactionCount({ address })]).toEqual([1, true, 2])
  const mined = await chain().getTransaction({ hash: receipts[0].transactionHash })
  expect(mined.authorizationList).toMatchObject([{ address: smartAccountContract, chainId: 31_337, nonce: 1 }])
  const read = { abi: erc20Abi, address: token } as const
  expect([
    await chain().readContract({ ...read, functionName: 'allowance', args: [address, spender] }),
    await chain().readContract({ ...read, functionName: 'balanceOf', args: [receiver] }),
    await chain().getBalance({ address: receiver }),
    await chain().getCode({ address }),
  ]).toEqual([parseUnits('40', 6), parseUnits('25', 6), 5n, delegation])
  expect(await atomic()).toEqual({ [CHAIN]: { atomic: { status: 'supported' } } })

  const signature = await sign('after')
  expect(await chain().verifyMessage({ address, message: 'after', signature })).toBe(true)
  expect(await chain().verifyMessage({ address, message: 'other', signature })).toBe(false)
  await signIn(page, address)

  // the second batch asks for no authorization
  const again = requestOf(page, 'wallet_sendCalls', batch(address, calls.slice(1)))
  await wallet(page).getByText('2 calls in one transaction').waitFor()
  expect(
    await wallet(page)
      .getByText(/^Turns this account/)
      .count(),
  ).toBe(0)
  await approveBatch(page)
  await expect.poll(async () => (await statusOf(page, Object(await again).id)).status, { timeout: 20_000 }).toBe(200)
  expect(await chain().getTransactionCount({ address })).toBe(3)
})

/** Signs in at a site's server, which verifies contract signatures (ERC-1271) on the chain. */
async function signIn(page: Page, address: Address): Promise<void> {
  const origin = 'https://shop.example'
  const rpcUrls = [`${stage.sandboxUrl}/v1/?chainId=eip155:31337`]
  const server = createSiwxServer({
    ...{ origin, secrets: ['a secret of these tests, which is long enough'] },
    networks: [{ caipNetworkId: 'eip155:31337', rpcUrls }],
  })
  const post = async (path: string, body: object, cookie = '') => {
    const headers = { origin, cookie, 'content-type': 'application/json' }
    const url = `${origin}/api/siwx/${path}`
    return server.handle(new Request(url, { method: 'POST', headers, body: JSON.stringify(body) }))
  }
  const challenge = await post('nonce', {})
  const data = { ...Object(await challenge.json()), address, caipNetworkId: 'eip155:31337' }
  const message = formatSignInMessage(data, 'Ethereum')
  const signature = requestOf(page, 'personal_sign', [message, address])
  await press(page, 'Approve')
  const cookie = challenge.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  expect((await post('verify', { message, signature: await signature }, cookie)).status).toBe(200)
}

it('the wallet rejects other authorizations, hidden batches and unknown fields, and signs nothing', async () => {
  const { page, address, token } = await newVisitor()
  const other = newAddress()
  const nested = encodeFunctionData({
    abi: parseAbi(['function execute(bytes32 mode, bytes executionData)']),
    args: [`0x01${'00'.repeat(31)}`, '0x'],
  })
  const fine = { to: token, data: call('transfer', other, '1') }
  const authorizationList = [{ address: other, chainId: '0x0', nonce: '0x0' }]
  const tries = [
    ['eth_signAuthorization', [{ address: other, chainId: 0, nonce: 0 }], 4200],
    ['wallet_signAuthorization', [{ address: other, chainId: 31_337, nonce: 0 }], 4200],
    ['eth_sendTransaction', [{ from: address, to: address, type: '0x4', authorizationList }], -32_602],
    ['eth_sendTransaction', [{ from: address, to: address, authorizationList }], -32_602],
    ['eth_sendTransaction', [{ from: address, to: address, data: nested }], -32_602],
    ['wallet_sendCalls', batch(address, [fine, { to: address, data: nested }]), -32_602],
    ['wallet_sendCalls', batch(address, [fine, { to: `0x${'00'.repeat(20)}`, data: nested }]), -32_602],
    ['wallet_sendCalls', batch(address, [fine, fine], { authorizationList }), -32_602],
    ['wallet_sendCalls', batch(address, [fine, fine], { chainId: '0x0' }), 5710],
    ['wallet_sendCalls', batch(other, [fine, fine]), 4100],
    ['wallet_sendCalls', batch(address, [fine, fine], { capabilities: { eip7702Auth: {} } }), 5700],
    [
      'wallet_sendCalls',
      batch(address, [fine, fine], { capabilities: { paymasterService: { url: 'https://pay.example' } } }),
      5700,
    ],
    ['wallet_getCallsStatus', [`0x${'00'.repeat(64)}`], 5730],
  ] as const
  for (const [method, params, code] of tries)
    expect([method, Object(await requestOf(page, method, params)).code]).toEqual([method, code])
  expect(await chain().getTransactionCount({ address })).toBe(0)
  expect(await chain().getCode({ address })).toBeUndefined()
})

it('a rejected batch changes nothing; the plain type, kept after a reload, refuses batches', async () => {
  const { page, address, token } = await newVisitor()
  const calls = [1, 2].map((amount) => ({ to: token, data: call('transfer', newAddress(), String(amount)) }))
  const rejected = requestOf(page, 'wallet_sendCalls', batch(address, calls))
  await wallet(page).getByText('2 calls in one transaction').waitFor()
  await wallet(page).getByText('Scroll down to read the whole request.').waitFor()
  // if the page makes the frame taller than the window, the text does not count as read to the end
  await stretchFrame(page, '20000px')
  await page.waitForTimeout(1000)
  expect((await page.locator('#w3m-iframe').boundingBox())?.height).toBe(20_000)
  await stretchFrame(page, '')
  await page.waitForTimeout(1500)
  await wallet(page).getByText('Scroll down to read the whole request.').waitFor()
  expect(await wallet(page).getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true)
  await press(page, 'Reject')
  expect(await rejected).toMatchObject({ code: 4001 })

  await page.click('#open')
  await row(page, 'Account type').click()
  await row(page, 'Standard account').click()
  await expect.poll(() => typeOn(page)).toBe('eoa')
  await page.reload()
  expect(await addressOn(page)).toBe(address)
  expect(await typeOn(page)).toBe('eoa')
  expect(await requestOf(page, 'wallet_getCapabilities', [address, [CHAIN]])).toEqual({
    [CHAIN]: { atomic: { status: 'unsupported' } },
  })
  expect(await requestOf(page, 'wallet_sendCalls', batch(address, calls))).toMatchObject({ code: 5760 })

  // now on a chain without the smart account's contract
  await page.click('#open')
  await row(page, 'Account type').click()
  await row(page, 'Smart account').click()
  await expect.poll(() => typeOn(page)).toBe('smartAccount')
  const bytecode = await chain().getCode({ address: smartAccountContract })
  await chain().setCode({ address: smartAccountContract, bytecode: '0x' })
  const refusal = await requestOf(page, 'wallet_sendCalls', batch(address, calls))
  await chain().setCode({ address: smartAccountContract, bytecode: bytecode ?? '0x' })
  expect(refusal).toMatchObject({
    code: 5760,
    message: expect.stringMatching(/^This account cannot be a smart account on /),
  })
  expect([await chain().getTransactionCount({ address }), await chain().getCode({ address })]).toEqual([0, undefined])
})

it('the swap view sends approval and swap as one transaction', async () => {
  const { page, address, token } = await newVisitor()
  const eth = 'eip155:31337/slip44:60'
  await openSwap(page, { fromToken: `eip155:31337/erc20:${token}`, toToken: eth, amount: '200' })
  await reviewSwap(page)
  const coins = await chain().getBalance({ address })
  await button(page, 'Swap').click()
  await wallet(page).getByText('2 calls in one transaction').waitFor({ timeout: 20_000 })
  await wallet(page)
    .getByRole('heading', { name: /Allow spending of 200 SUSD/ })
    .waitFor()
  await approveBatch(page)
  await expect.poll(() => chain().getBalance({ address }), { timeout: 20_000 }).toBeGreaterThan(coins)
  expect(await chain().getTransactionCount({ address })).toBe(2)
  await dialog(page).waitFor()
})
