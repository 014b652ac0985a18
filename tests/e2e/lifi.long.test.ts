import { convertQuoteToRoute, createClient, getQuote, getTokens } from '@lifi/sdk'
import type { Page } from 'playwright-core'
import { type Address, erc20Abi, formatUnits, getAddress, parseEther, parseUnits, zeroAddress } from 'viem'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { type LifiServer, serveLifi } from './support/lifi-server.js'
import { dialog } from './support/modal.js'
import {
  asked,
  chainAt,
  fact,
  fundedKey,
  give,
  type HeldToken,
  openConnected,
  sandboxToken,
  sandboxTokens,
  tokenBalance,
} from './support/send-page.js'
import { createStage } from './support/stage.js'
import { deployDiamond, type SwapDiamond, type TradeCall } from './support/swap-diamond.js'
import { button, field, openSwap, reviewSwap, serveSwapPage } from './support/swap-page.js'

const COIN = 'eip155:31337/slip44:60'
/** LI.FI's fee for sites without an agreement, in basis points. */
const FEE_BPS = 25n
let lifi: LifiServer
let diamond: SwapDiamond
let dollars: HeldToken

const stage = createStage({
  serve: async (sandboxUrl) => {
    diamond = await deployDiamond(sandboxUrl, FEE_BPS)
    lifi = await serveLifi(sandboxUrl, diamond)
    const token = await sandboxToken(sandboxUrl, 'SUSD')
    dollars = token
    return serveSwapPage(sandboxUrl, {
      imports: `import { lifi } from '@wallet-modal/lifi'`,
      plugins: `lifi({ diamonds: [{ caipNetworkId: 'eip155:31337', address: '${diamond.address}' }] })`,
      endpoints: `lifi: '${lifi.url}'`,
      services: [lifi.url],
    })
  },
})
afterAll(() => lifi?.close())
beforeEach(() => {
  lifi.tamper = undefined
  lifi.fault = undefined
})

const chain = () => chainAt(stage.sandboxUrl)
const held = (address: Address) => tokenBalance(stage.sandboxUrl, dollars, address)

/** Current offer of LI.FI's route, at 1 % slippage. */
async function offerOf(from: Address, to: Address, amount: bigint, receiver: Address) {
  const offer = await diamond.offer({ from, to, amount, receiver, slippage: 0.01 })
  if (!offer) throw new Error('no offer')
  return offer
}

async function openVisitor(ether: string, usd: string, query = '') {
  const { key, address } = await fundedKey(stage.sandboxUrl, parseEther(ether))
  await give(stage.sandboxUrl, address, dollars, parseUnits(usd, 6))
  return { ...(await openConnected(stage, { plan: { keys: [key] }, query })), address }
}

const quoted = (page: Page, amount: bigint, decimals: number) =>
  expect
    .poll(() => field(page, 'You receive').inputValue(), { timeout: 20_000 })
    .toBe(formatUnits(amount, decimals).replace(/(\.\d{6})\d+$/, '$1'))

describe('the local LI.FI server', () => {
  it('answers LI.FI’s SDK with valid quotes and tokens', async () => {
    const client = createClient({
      ...{ integrator: 'wallet-modal-tests', apiUrl: `${lifi.url}/v1` },
      ...{ disableVersionCheck: true, preloadChains: false },
    })
    const { address } = await fundedKey(stage.sandboxUrl, parseEther('1'))
    const step = await getQuote(client, {
      ...{ fromChain: 31337, toChain: 31337, fromToken: zeroAddress, toToken: dollars.address },
      ...{ fromAmount: String(parseEther('1')), fromAddress: address, slippage: 0.01 },
    })
    const offer = await offerOf(zeroAddress, dollars.address, parseEther('1'), address)
    expect(convertQuoteToRoute(step)).toMatchObject({
      ...{ fromChainId: 31337, toChainId: 31337, toAmount: String(offer.amount), toAmountMin: String(offer.minimum) },
      ...{ fromAddress: address, toAddress: address },
    })
    expect(step.estimate.approvalAddress).toBe(diamond.address)
    expect(step.transactionRequest?.data).toBe(offer.call.data)
    expect(step.estimate.feeCosts?.map(({ percentage, included }) => [percentage, included])).toEqual([
      ['0.0025', true],
    ])
    const { tokens } = await getTokens(client, { chains: [31337 as never] })
    expect(tokens[31337]?.find(({ symbol }) => symbol === 'SUSD')).toMatchObject({ decimals: 6 })
    const none = { fromChain: 31337, toChain: 31337, fromToken: dollars.address, toToken: dollars.address }
    await expect(getQuote(client, { ...none, fromAmount: '1', fromAddress: address })).rejects.toThrow(
      'No available quotes',
    )
  })
})

describe('a swap through LI.FI', () => {
  it('is chosen if it pays more, shows the difference, and completes on the chain', async () => {
    const { page, zephyr, address } = await openVisitor('3', '1')
    const offer = await offerOf(zeroAddress, dollars.address, parseEther('1'), address)
    await openSwap(page, { fromToken: COIN, toToken: dollars.assetId, amount: '1' })
    await quoted(page, offer.amount, 6)
    expect(await fact(page, 'Quote from')).toContain('LI.FI, best of 2')
    await dialog(page)
      .getByText(/^After fees you receive [\d.,]+ SUSD more than from Blockchain API\.$/)
      .waitFor()
    expect(await fact(page, 'Provider fee (0.25 %)')).toContain('0.0025')
    const before = await held(address)
    await reviewSwap(page)
    await button(page, 'Swap').click({ timeout: 20_000 })
    await page.getByText(/Swapped ETH to about [\d,.]+ SUSD/).waitFor({ timeout: 30_000 })
    expect((await held(address)) - before).toBe(offer.amount)
    expect(await chain().getBalance({ address })).toBeLessThan(parseEther('2'))
    expect(asked(zephyr, 'eth_sendTransaction')).toBe(1)
  })

  it('D6: spends tokens after an approval of exactly their amount for LI.FI’s contract', async () => {
    const { page, address } = await openVisitor('1', '500')
    const amount = parseUnits('300', 6)
    await openSwap(page, { fromToken: dollars.assetId, toToken: COIN, amount: '300' })
    await reviewSwap(page)
    await button(page, 'Approve').click({ timeout: 20_000 })
    await button(page, 'Swap').waitFor({ timeout: 30_000 })
    const allowance = { address: dollars.address, abi: erc20Abi, functionName: 'allowance' } as const
    const allowed = () => chain().readContract({ ...allowance, args: [address, diamond.address] })
    expect(await allowed()).toBe(amount)
    const offer = await offerOf(dollars.address, zeroAddress, amount, address)
    const before = { coins: await chain().getBalance({ address }), dollars: await held(address) }
    await button(page, 'Swap').click()
    await page.getByText(/Swapped SUSD to about [\d,.]+ ETH/).waitFor({ timeout: 30_000 })
    expect(before.dollars - (await held(address))).toBe(amount)
    const coins = (await chain().getBalance({ address })) - before.coins
    expect(coins).toBeLessThan(offer.amount) // by the network fee
    expect(coins).toBeGreaterThan(offer.minimum)
    expect(await allowed()).toBe(0n)
  })

  it('falls back to the other source if LI.FI fails, and works with LI.FI as the only source', async () => {
    const { page, address } = await openVisitor('3', '1')
    lifi.fault = { status: 400, json: { message: 'out of order', code: 1000 } }
    await openSwap(page, { fromToken: COIN, toToken: dollars.assetId, amount: '1' })
    await dialog(page).getByText('Blockchain API', { exact: true }).waitFor({ timeout: 20_000 })
    lifi.fault = undefined
    lifi.tamper = ({ data }) => ({ data: `0xdeadbeef${data.slice(10)}` })
    await field(page, 'You pay').fill('1.5')
    await expect.poll(() => lifi.asked.some((one) => one.includes(`fromAmount=${parseEther('1.5')}`))).toBe(true)
    await dialog(page).getByText('Blockchain API', { exact: true }).waitFor({ timeout: 20_000 })
    lifi.tamper = undefined
    await page.close()
    const alone = await openVisitor('3', '1', '?alone')
    const offer = await offerOf(zeroAddress, dollars.address, parseEther('1'), address)
    await openSwap(alone.page, { fromToken: COIN, toToken: dollars.assetId, amount: '1' })
    await quoted(alone.page, offer.amount, 6)
  })
})

// plugins/lifi/src/calls.test.ts tests other changes of the calldata
describe('D7: a tampered quote of LI.FI is rejected before the wallet is prompted', () => {
  const stranger = getAddress('0x00000000000000000000000000000000000badd1')
  interface Change {
    readonly receiver?: Address
    readonly slippage?: number
    readonly to?: Address
  }
  interface Asked {
    readonly own: Address
    readonly amount: bigint
  }
  type Variant = (asked: Asked) => Promise<(call: TradeCall) => Partial<TradeCall>>
  const always =
    (change: (call: TradeCall) => Partial<TradeCall>): Variant =>
    async () =>
      change
  const built =
    (change: Change): Variant =>
    async ({ own: receiver, amount }) => {
      const trade = { from: zeroAddress, to: dollars.address, amount, receiver, slippage: 0.01, ...change }
      const data = (await diamond.offer(trade))?.call.data ?? '0x'
      return () => ({ data })
    }
  const tampered: Readonly<Record<string, Variant>> = {
    'another contract': always(() => ({ to: stranger })),
    'another receiver': built({ receiver: stranger }),
    'another token': async (given) => {
      const gold = (await sandboxTokens(stage.sandboxUrl)).get('SGLD')
      return built({ to: gold?.address ?? zeroAddress })(given)
    },
    'a minimum below the shown one': built({ slippage: 0.0101 }),
    'more coins': always(({ value }) => ({ value: value + 1n })),
  }
  /** Variants that are not accepted as a quote. */
  const unreadable = ['another contract']

  it('if it has another contract, receiver, token, minimum or value', async () => {
    const { page, zephyr, address } = await openVisitor('3', '1', '?alone')
    const before = [await held(address), await chain().getBalance({ address })]
    for (const [at, [name, variant]] of Object.entries(tampered).entries()) {
      // a new amount each time, so that a new quote is requested
      const amount = parseEther('1') + parseEther('0.01') * BigInt(at)
      lifi.tamper = await variant({ own: address, amount })
      const requestsBefore = lifi.asked.length
      await openSwap(page, { fromToken: COIN, toToken: dollars.assetId, amount: formatUnits(amount, 18) })
      if (unreadable.includes(name))
        await dialog(page).getByText('No quote could be fetched.').waitFor({ timeout: 20_000 })
      else {
        await reviewSwap(page)
        await dialog(page).getByText('differs from the requested one').waitFor({ timeout: 20_000 })
      }
      expect(lifi.asked.length, name).toBeGreaterThan(requestsBefore)
      expect(await button(page, 'Swap').count(), name).toBe(0)
      await page.keyboard.press('Escape')
      await dialog(page).waitFor({ state: 'hidden' })
    }
    expect(asked(zephyr, 'eth_sendTransaction')).toBe(0)
    expect([await held(address), await chain().getBalance({ address })]).toEqual(before)
  })
})
