import type { Page } from 'playwright-core'
import { createPublicClient, createWalletClient, erc20Abi, formatUnits, http, parseEther, publicActions } from 'viem'
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import { anvil } from 'viem/chains'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { recordsOf } from './support/balances-page.js'
import { CHAIN } from './support/defillama-server.js'
import { type EnsChain, keys } from './support/ens-chain.js'
import type { EnsGateway } from './support/ens-gateway.js'
import type { JsonServer } from './support/json-server.js'
import { connectWith, dialog } from './support/modal.js'
import { createOpenApiCheck } from './support/openapi.js'
import { fact, review, sendButton } from './support/send-page.js'
import { FRIEND, LOCAL, type Sources, serveSources } from './support/sources-page.js'
import { createStage } from './support/stage.js'
import { ACCOUNT } from './support/wallet.js'

let sources: Sources
let ens: EnsChain
let gateway: EnsGateway
const stage = createStage({
  serve: async (sandboxUrl) => {
    const scam = (await recordsOf(sandboxUrl)).find(({ symbol }) => symbol === 'SEUR')?.address ?? ''
    const served = await serveSources(sandboxUrl, { scams: [scam.replace('eip155:31337:', '')] })
    sources = served.sources
    ens = served.ens
    gateway = served.gateway
    return served.site
  },
})
const nodeUrl = (): string => `${stage.sandboxUrl}/v1/?chainId=eip155:31337&projectId=test`
const chain = () => createPublicClient({ transport: http(nodeUrl()) })

beforeEach(() => {
  for (const one of Object.values<JsonServer>({ ...sources })) {
    one.asked.length = 0
    one.fault = undefined
  }
})
afterAll(async () => {
  for (const one of [...Object.values<JsonServer>({ ...sources }), gateway]) await one?.close()
})

async function openConnected(query = ''): Promise<Page> {
  const { page } = await stage.open({ query })
  await connectWith(page.locator('#open'))
  return page
}
const show = (page: Page, view: 'Nfts' | 'Tokens' | 'Transactions' | 'WalletSend'): Promise<void> =>
  page.evaluate((name) => void Reflect.get(window, 'modal').open({ view: Reflect.get(window, 'views')[name] }), view)
const listed = (page: Page, name: string) => dialog(page).getByRole('list', { name, exact: true })
const formatAmount = (amount: bigint, decimals: number): string =>
  formatUnits(amount, decimals).replace(/(\.\d{6})\d+$/, '$1')

/** Sends a payment from the account with a separate client. */
async function pay(value: bigint): Promise<string> {
  const key = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
  const client = createWalletClient({
    account: privateKeyToAccount(key),
    chain: anvil,
    transport: http(nodeUrl()),
  }).extend(publicActions)
  const hash = await client.sendTransaction({ to: FRIEND, value })
  await client.waitForTransactionReceipt({ hash })
  return hash
}

describe('the test server for Blockscout', () => {
  const check = createOpenApiCheck('blockscout-openapi.json')
  it.each(['tokens', 'nft', 'transactions', 'token-transfers'])(
    'answers /%s as Blockscout’s OpenAPI document specifies',
    async (list) => {
      await pay(1n)
      const response = await fetch(`${sources.blockscout.url}/api/v2/addresses/${ACCOUNT}/${list}`)
      const reply: { readonly items: readonly unknown[] } = await response.json()
      expect(reply.items.length).toBeGreaterThan(0)
      expect(check(`/v2/addresses/{address_hash_param}/${list}`, reply)).toEqual([])
    },
  )
})

describe('the test server for DefiLlama', () => {
  it('replies to DefiLlama’s own client with the sandbox’s prices', async () => {
    const original = globalThis.fetch
    globalThis.fetch = (input, init) =>
      original(String(input).replace('https://coins.llama.fi', sources.defillama.url), init)
    try {
      const { DefiLlama } = await import('@defillama/api')
      const { coins } = await new DefiLlama().prices.getCurrentPrices(['coingecko:ethereum', `${CHAIN}:${FRIEND}`])
      const coin = (await recordsOf(stage.sandboxUrl)).find(({ address }) => !address)
      expect(Object.keys(coins)).toEqual(['coingecko:ethereum'])
      expect(coins['coingecko:ethereum']).toMatchObject({ price: coin?.price, symbol: 'ETH', decimals: 18 })
    } finally {
      globalThis.fetch = original
    }
  })
})

describe('a production site without a project id', () => {
  it('requests no data source before a wallet is connected', async () => {
    const { page } = await stage.open()
    await page.click('#open')
    await dialog(page).waitFor()
    expect(Object.values<JsonServer>({ ...sources }).flatMap(({ asked }) => asked)).toEqual([])
  })

  it('shows tokens with their on-chain amounts, and hides those that Blockscout reports as scams', async () => {
    const page = await openConnected()
    await show(page, 'Tokens')
    const records = await recordsOf(stage.sandboxUrl)
    const susd = records.find(({ symbol }) => symbol === 'SUSD')?.address?.replace('eip155:31337:', '')
    const contract = { address: susd as `0x${string}`, abi: erc20Abi } as const
    const held = await chain().readContract({ ...contract, functionName: 'balanceOf', args: [ACCOUNT] })
    const decimals = await chain().readContract({ ...contract, functionName: 'decimals' })
    await listed(page, 'Tokens')
      .getByText(`${formatAmount(held, decimals)} SUSD`)
      .waitFor()
    const { price } = records.find(({ symbol }) => symbol === 'ETH') ?? {}
    const coinPrice = () =>
      page.evaluate(() => String(Reflect.get(window, 'balances').holdings.value.tokens[0].priceUsd))
    expect(await coinPrice()).toBe(String(parseEther(String(price))))
    await dialog(page)
      .getByRole('button', { name: /Show hidden/ })
      .click()
    await listed(page, 'Hidden tokens').getByText('Reported').first().waitFor()
    expect(sources.blockscout.asked.every((one) => !/projectId|[?&]s[tv]=/.test(one))).toBe(true)
  })

  it('shows the account’s NFTs, listed by Blockscout', async () => {
    const page = await openConnected()
    await show(page, 'Nfts')
    await listed(page, 'NFTs')
      .getByText(/^Sandbox Tile #\d+$/)
      .waitFor()
    expect(sources.blockscout.asked.some((one) => one.includes('/nft?'))).toBe(true)
  })

  it('shows the account’s latest payment, with its on-chain hash and fee', async () => {
    const hash = await pay(parseEther('0.25'))
    const receipt = await chain().getTransactionReceipt({ hash: hash as `0x${string}` })
    const page = await openConnected()
    await show(page, 'Transactions')
    await listed(page, 'Transactions').getByText('0.25').first().waitFor()
    const first = () =>
      page.evaluate(() => {
        const [{ hash, type, fee }] = Reflect.get(window, 'activity').entries.value
        return { hash, type, fee: String(fee) }
      })
    expect(await first()).toEqual({ hash, type: 'send', fee: String(receipt.gasUsed * receipt.effectiveGasPrice) })
  })

  it('says that the token list cannot be loaded while Blockscout answers 429; the visitor can try again', async () => {
    sources.blockscout.fault = { status: 429, headers: { 'retry-after': '1' }, json: {} }
    const page = await openConnected()
    await show(page, 'Tokens')
    await dialog(page).getByText('The list of tokens cannot be loaded').waitFor()
    await listed(page, 'Tokens').getByText('ETH', { exact: false }).first().waitFor()
    sources.blockscout.fault = undefined
    await page.waitForTimeout(1100)
    await dialog(page).getByRole('button', { name: 'Try again' }).click()
    await listed(page, 'Tokens').getByText('SUSD').first().waitFor()
  })
})

describe('ENS names', () => {
  it('the account shows its on-chain ENS name and avatar', async () => {
    const page = await openConnected()
    await page.click('#open')
    await dialog(page).getByText('zephyr.eth').waitFor()
    await expect.poll(() => dialog(page).locator('img[src^="data:image/svg"]').count()).toBeGreaterThan(0)
  })

  it('a reverse name that resolves to another account is not shown', async () => {
    await ens.claim(keys.stranger, 'zephyr.eth')
    const { page } = await stage.open({ wallets: [stage.zephyr({ privateKeys: [keys.stranger] })] })
    await connectWith(page.locator('#open'))
    await page.click('#open')
    await dialog(page).getByRole('list', { name: 'Tokens', exact: true }).waitFor()
    expect(await dialog(page).getByText('zephyr.eth').count()).toBe(0)
  })

  it('a receiver’s name resolves on-chain for this network, and a name without an address is refused', async () => {
    const page = await openConnected()
    await show(page, 'WalletSend')
    const receiver = dialog(page).getByRole('textbox', { name: 'To', exact: true })
    await receiver.fill('friend.eth')
    await dialog(page).getByText('resolves on-chain to').waitFor()
    await receiver.fill('elsewhere.eth')
    await dialog(page).getByText('This name has no address on').waitFor()
    await receiver.fill('nobody.eth')
    await dialog(page).getByText('No account was found for this name.').first().waitFor()
  })

  it('the default reverse name for EVM networks is shown if it resolves to the account (ENSIP-19)', async () => {
    await ens.claim(keys.stranger, 'friend.eth', 'elsewhere')
    const { page } = await stage.open({ wallets: [stage.zephyr({ privateKeys: [keys.stranger] })] })
    await connectWith(page.locator('#open'))
    await page.click('#open')
    await dialog(page).getByText('friend.eth').waitFor()
  })

  it('a name on another chain resolves through an allowed gateway (ERC-3668); a tampered record is refused', async () => {
    const page = await openConnected()
    const urls: string[] = []
    page.on('request', (request) => urls.push(request.url()))
    await show(page, 'WalletSend')
    const receiver = dialog(page).getByRole('textbox', { name: 'To', exact: true })
    await receiver.fill('juniper.base.eth')
    await dialog(page).getByText('resolves on-chain to').waitFor()
    expect(await dialog(page).locator('.wm-address').textContent()).toBe(FRIEND)
    expect(urls.filter((url) => /\/0x[\da-f]{40}\/0x/.test(url)).map((url) => new URL(url).origin)).toContain(
      gateway.url,
    )
    expect(urls.filter((url) => url.startsWith(`${stage.sandboxUrl}/0x`))).toEqual([])
    gateway.tamper = (record) => record.replace(/70997970/gi, '70997971') as `0x${string}`
    await receiver.fill('juniper.base.eth ')
    await receiver.fill('juniper.base.eth')
    await dialog(page)
      .getByText('This name has no address on')
      .or(dialog(page).getByText('could not be checked'))
      .first()
      .waitFor()
    expect(await dialog(page).locator('.wm-address').count()).toBe(0)
    gateway.tamper = (record) => record
  })

  it('a send stops if the name’s address has changed, until the visitor confirms the new one', async () => {
    const [before, after] = [privateKeyToAddress(generatePrivateKey()), privateKeyToAddress(generatePrivateKey())]
    await ens.register('moving', before, { coinType: LOCAL })
    const page = await openConnected()
    await page.evaluate(() => {
      const { modal, views } = Object(window)
      void modal.open({ view: views.WalletSend, params: { token: 'eip155:31337/slip44:60' } })
    })
    await review(page, { amount: '0.25', to: 'moving.eth' })
    await ens.register('moving', after, { coinType: LOCAL })
    const sent = await chain().getTransactionCount({ address: ACCOUNT })
    await sendButton(page).click()
    await dialog(page).getByText(`Before, it was ${before}. Nothing was sent.`).first().waitFor()
    await sendButton(page).waitFor()
    expect(await fact(page, 'To')).toBe(`moving.eth${after}`)
    expect(await chain().getTransactionCount({ address: ACCOUNT })).toBe(sent)
    await sendButton(page).click()
    await expect.poll(() => chain().getBalance({ address: after }), { timeout: 20_000 }).toBe(parseEther('0.25'))
    expect(await chain().getBalance({ address: before })).toBe(0n)
  })
})
