import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPublicClient, createWalletClient, erc20Abi, formatUnits, http, parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { anvil } from 'viem/chains'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { type GatewayProcess, startGatewayProcess } from '../conformance/gateway/processes.js'
import { freePort } from '../setup/ports.mjs'
import { recordsOf } from './support/balances-page.js'
import { type BlockscoutPlan, serveBlockscout } from './support/blockscout-server.js'
import { CHAIN, serveDefillama } from './support/defillama-server.js'
import type { JsonServer } from './support/json-server.js'
import { localNetworks } from './support/local-networks.js'
import { connectWith, dialog, row } from './support/modal.js'
import { servePage } from './support/page.js'
import { createStage } from './support/stage.js'
import { ACCOUNT } from './support/wallet.js'

const KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const FRIEND = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** Wallets that the gateway's configuration lists as certified. */
const certified = [
  ['trust-wallet', 'Trust Wallet'],
  ['okx-wallet', 'OKX Wallet'],
  ['rainbow', 'Rainbow'],
  ['rabby', 'Rabby Wallet'],
  ['zerion', 'Zerion'],
] as const

let gateway: GatewayProcess | undefined
let folder = ''
let url = ''
let blockscout: JsonServer
let defillama: JsonServer
const stage = createStage({
  serve: async (sandboxUrl) => {
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    const node = localNetworks(sandboxUrl)[0]?.rpcUrls[0] ?? ''
    const plan: BlockscoutPlan = { rpcUrl: node }
    blockscout = await serveBlockscout(plan)
    defillama = await serveDefillama({ sandboxUrl })
    const site = await serveSite(sandboxUrl)
    folder = await mkdtemp(join(tmpdir(), 'gateway-sources-'))
    const config = {
      publicUrl: url,
      allowedOrigins: [new URL(site.url).origin],
      rpc: { 'eip155:31337': ['http://127.0.0.1:9', node] },
      certifiedWallets: certified.map(([id]) => id),
      ...{ balances: 'blockscout', history: 'blockscout', prices: 'defillama', catalogue: 'wallets' },
      blockscout: { hosts: { 'eip155:31337': blockscout.url } },
      defillama: { url: defillama.url, chains: { 'eip155:31337': { chain: CHAIN, coin: 'coingecko:ethereum' } } },
    }
    gateway = await startGatewayProcess(folder, config, port)
    return site
  },
})

/** A production site that uses only the gateway: no project id, node or data source of its own. */
const serveSite = (sandboxUrl: string) =>
  servePage({
    services: [url],
    body: '<button id="open">Connect wallet</button>',
    script: `
      import { createWalletModal } from '@wallet-modal/kernel'
      import { account } from '@wallet-modal/account'
      import { balances } from '@wallet-modal/balances'
      import { Tokens } from '@wallet-modal/balances/contract'
      import { connect } from '@wallet-modal/connect'
      import { eip155 } from '@wallet-modal/eip155'
      import { gateway } from '@wallet-modal/gateway'
      import { history } from '@wallet-modal/history'
      import { Transactions } from '@wallet-modal/history/contract'
      const modal = createWalletModal({
        metadata: { name: 'Plain page' },
        networks: ${JSON.stringify(localNetworks(sandboxUrl).map((one) => ({ ...one, rpcUrls: [], testnet: false })))},
        plugins: [
          eip155(), connect(), account(), balances(), history(),
          gateway({ url: '${url}', services: ['blockchain', 'catalogue', 'rpc'] }),
        ],
      })
      document.querySelector('#open').onclick = () => void modal.open()
      Object.assign(window, { modal, balances: modal.use(balances), views: { Tokens, Transactions } })`,
  })

const chain = () => createPublicClient({ chain: anvil, transport: http(`${url}/v1/?chainId=eip155:31337`) })
const ask = (path: string, init?: RequestInit): Promise<Response> => fetch(`${url}${path}`, init)
const balanceOf = async (more = '') => {
  const reply = await ask(`/v1/account/${ACCOUNT}/balance?currency=usd&chainId=eip155:31337${more}`)
  return { status: reply.status, headers: reply.headers, ...(await reply.json()) }
}

/** Sends a payment from the account with a separate client. */
async function pay(value: bigint): Promise<`0x${string}`> {
  const transport = http(`${stage.sandboxUrl}/v1/?chainId=eip155:31337`)
  const client = createWalletClient({ account: privateKeyToAccount(KEY), chain: anvil, transport })
  const hash = await client.sendTransaction({ to: FRIEND, value })
  await chain().waitForTransactionReceipt({ hash })
  return hash
}

beforeEach(() => {
  for (const one of [blockscout, defillama]) {
    one.asked.length = 0
    one.fault = undefined
  }
})
afterAll(async () => {
  expect(await gateway?.end('SIGTERM')).toBe(0)
  for (const one of [blockscout, defillama]) await one?.close()
  await rm(folder, { recursive: true, force: true })
})

describe('a gateway with public data sources and without logins', () => {
  it('returns tokens from Blockscout, amounts from the chain and prices from DefiLlama', async () => {
    const truth = await recordsOf(stage.sandboxUrl)
    const { balances } = await balanceOf()
    const bySymbol = new Map<string, { price: number; quantity: { numeric: string }; address?: string }>(
      balances.map((one: { symbol: string }) => [one.symbol, one]),
    )
    const coin = await chain().getBalance({ address: ACCOUNT })
    expect(bySymbol.get('ETH')).toMatchObject({
      price: truth.find(({ symbol }) => symbol === 'ETH')?.price,
      quantity: { numeric: formatUnits(coin, 18) },
      iconUrl: `${url}/public/getAssetImage/eip155:31337`,
    })
    const susd = bySymbol.get('SUSD')?.address?.replace('eip155:31337:', '') as `0x${string}`
    const contract = { address: susd, abi: erc20Abi } as const
    const held = await chain().readContract({ ...contract, functionName: 'balanceOf', args: [ACCOUNT] })
    const decimals = await chain().readContract({ ...contract, functionName: 'decimals' })
    expect(bySymbol.get('SUSD')?.quantity.numeric).toBe(formatUnits(held, decimals))
  })

  it('makes one request to Blockscout for simultaneous requests of the same balances', async () => {
    const account = privateKeyToAccount(`0x${'2'.repeat(64)}`).address
    const balance = () => ask(`/v1/account/${account}/balance?chainId=eip155:31337`)
    const replies = await Promise.all([balance(), balance(), balance()])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(blockscout.asked.filter((path) => path.includes('/tokens'))).toHaveLength(1)
  })

  it('returns all pages of the history without duplicates, starting with the newest transaction', async () => {
    const hash = await pay(parseEther('0.125'))
    const seen: string[] = []
    let cursor = ''
    do {
      const path = `/v1/account/${ACCOUNT}/history?chainId=eip155:31337&cursor=${encodeURIComponent(cursor)}`
      const page: { data: { metadata: { hash: string } }[]; next: string | null } = await (await ask(path)).json()
      seen.push(...page.data.map(({ metadata }) => metadata.hash))
      cursor = page.next ?? ''
    } while (cursor !== '')
    expect(seen[0]).toBe(hash)
    expect(new Set(seen).size).toBe(seen.length)
  })

  it('returns prices by CAIP-10 address, and leaves out tokens without a price', async () => {
    const coin = `eip155:31337:0x${'e'.repeat(40)}`
    const body = JSON.stringify({ currency: 'usd', addresses: [coin, `eip155:31337:${FRIEND}`] })
    const { fungibles } = await (await ask('/v1/fungible/price', { method: 'POST', body })).json()
    const price = (await recordsOf(stage.sandboxUrl)).find(({ symbol }) => symbol === 'ETH')?.price
    expect(fungibles).toEqual([{ address: coin, price }])
  })

  it('lists wallets, and serves the icons of wallets and networks', async () => {
    const reply = await (await ask('/getWallets?entries=4&chains=eip155:31337')).json()
    expect(reply.count).toBeGreaterThan(60)
    expect(reply.data[0].chains).toContain('eip155:31337')
    const image = await ask(`/getWalletImage/${reply.data[0].image_id}`)
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    expect((await ask('/public/getAssetImage/eip155:1')).status).toBe(200)
    expect((await ask('/public/getAssetImage/eip155:0')).status).toBe(404)
  })

  it('rejects unsupported requests, and forwards no RPC method that controls a node', async () => {
    expect(await (await ask('/v1/supported-chains')).json()).toMatchObject({
      http: expect.arrayContaining(['eip155:1', 'eip155:31337']),
    })
    const other = await ask(`/v1/account/${ACCOUNT}/balance?chainId=eip155:31338`)
    expect([other.status, (await other.json()).error.message]).toEqual([
      400,
      'The gateway does not support accounts of "eip155:31338".',
    ])
    expect((await ask(`/v1/account/nobody/history?chainId=eip155:31337`)).status).toBe(400)
    expect((await ask(`/v1/account/${ACCOUNT}/history?chainId=eip155:31337&cursor=x`)).status).toBe(400)
    const call = (method: string, chainId = 'eip155:31337') =>
      ask(`/v1/?chainId=${chainId}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify([
          { jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] },
          { jsonrpc: '2.0', id: 2, method, params: [FRIEND, '0x1'] },
        ]),
      })
    const before = await chain().getBalance({ address: FRIEND })
    expect((await call('anvil_setBalance')).status).toBe(403)
    expect((await call('eth_sendTransaction')).status).toBe(403)
    expect(await chain().getBalance({ address: FRIEND })).toBe(before)
    expect((await call('eth_blockNumber', 'eip155:7')).status).toBe(400)
  })

  it('waits for Blockscout’s Retry-After, forwards it to the page, and reports a failed source with 502', async () => {
    const account = privateKeyToAccount(`0x${'1'.repeat(64)}`).address
    const path = `/v1/account/${account}/balance?chainId=eip155:31337`
    blockscout.fault = { status: 429, headers: { 'retry-after': '1' }, json: {} }
    const refused = await ask(path)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
    expect((await ask(path)).status).toBe(429)
    expect(blockscout.asked).toHaveLength(1)
    blockscout.fault = undefined
    await new Promise((resolve) => setTimeout(resolve, 1100))
    expect((await ask(path)).status).toBe(200)
    blockscout.fault = { status: 500, json: {} }
    const failed = await ask(`/v1/account/${account}/history?chainId=eip155:31337`)
    expect([failed.status, (await failed.json()).error.code]).toEqual([502, 'SOURCE_FAILED'])
    expect(gateway?.output()).toContain('answered with HTTP status 500')
  })
})

describe('a production site that uses only the gateway', () => {
  it('shows wallets with icons, tokens with prices and past transactions', async () => {
    const hash = await pay(parseEther('0.375'))
    const latest = async () =>
      (await (await ask(`/v1/account/${ACCOUNT}/history?chainId=eip155:31337`)).text()).slice(0, 100)
    await expect.poll(latest).toContain(hash) // the gateway caches its answers for 2 s
    const { page } = await stage.open()
    const hosts = new Set<string>()
    page.on('request', (request) => hosts.add(new URL(request.url()).origin))
    await page.click('#open')
    await dialog(page).locator(`img[src^="${url}/getWalletImage/"]`).first().waitFor()
    await page.keyboard.press('Escape')
    await connectWith(page.locator('#open'))
    const show = (view: string): Promise<void> =>
      page.evaluate((name) => void Reflect.get(window, 'modal').open({ view: Object(window).views[name] }), view)
    await show('Tokens')
    await dialog(page).getByText('SUSD').first().waitFor()
    const coinPrice = await page.evaluate(() => String(Object(window).balances.holdings.value.tokens[0].priceUsd))
    const { price } = (await recordsOf(stage.sandboxUrl)).find(({ symbol }) => symbol === 'ETH') ?? {}
    expect(coinPrice).toBe(String(parseEther(String(price))))
    await show('Transactions')
    await dialog(page).getByText('0.375').first().waitFor()
    await row(page, /0\.375/)
      .first()
      .click()
    await dialog(page).getByText(hash.slice(0, 6)).first().waitFor()
    expect([...hosts].sort()).toEqual([new URL(stage.siteUrl).origin, url].sort())
  })

  it('features certified wallets; the list can be filtered to certified wallets only', async () => {
    const { page } = await stage.open({ wallets: [] })
    await page.click('#open')
    await row(page, certified[3][1]).waitFor() // the view has room for four of these wallets
    expect(await row(page, certified[4][1]).count()).toBe(0)
    await row(page, /^All Wallets/).click()
    await row(page, 'MetaMask').waitFor()
    await dialog(page).getByText('Certified wallets only').click()
    await dialog(page).getByText('5 wallets').waitFor()
    const names = dialog(page).locator('.wm-item .wm-item-label')
    expect((await names.allInnerTexts()).toSorted()).toEqual(certified.map(([, name]) => name).toSorted())
    await dialog(page).getByRole('searchbox').fill('ra')
    await expect.poll(() => names.allInnerTexts()).toEqual(['Rabby Wallet', 'Rainbow'])
    await dialog(page).getByText('Certified wallets only').click()
    await expect.poll(() => names.count()).toBeGreaterThan(2)
  })
})
