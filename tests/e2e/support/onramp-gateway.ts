import { generateKeyPairSync } from 'node:crypto'
import { coinbaseOnRamp, createGatewayApp, meldOnRamp, memoryStore } from '@wallet-modal/gateway/server'
import { Hono } from 'hono'
import type { BrowserContext } from 'playwright-core'
import { type Address, parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll } from 'vitest'
import { type CdpKey, type CoinbaseServer, serveCoinbase } from '../../support/onramp/coinbase-server.js'
import { type MeldServer, serveMeld } from '../../support/onramp/meld-server.js'
import { type ServedApp, serveHono } from '../../support/onramp/serve-hono.js'
import { servePage } from './page.js'
import { chainAt, fundedKey } from './send-page.js'
import { createStage, type Stage } from './stage.js'

const MELD_KEY = 'W9kZ:3sYK'
/** IP address of the visitor, as the gateway sees it. */
export const VISITOR = '198.51.100.7'

export interface OnRampGateway {
  readonly stage: Stage
  readonly coinbase: CoinbaseServer
  readonly meld: MeldServer
  /** Serves the checkout pages of both sellers at their real URLs in a visitor's browser. */
  prepare(context: BrowserContext): Promise<void>
}

/** A site whose `blockchain` service is a gateway with Coinbase and Meld, backed by simulated APIs of both. */
export function createOnRampGateway(): OnRampGateway {
  const open: { close(): Promise<void> }[] = []
  const parts = {} as { coinbase: CoinbaseServer; meld: MeldServer; sandboxUrl: string }
  const stage = createStage({
    async serve(sandboxUrl) {
      const key = newKey()
      const [coinbase, meld] = await Promise.all([serveCoinbase(key), serveMeld(MELD_KEY)])
      Object.assign(parts, { coinbase, meld, sandboxUrl })
      const allowed: string[] = []
      const gateway = await serveGateway(parts, key, allowed)
      const site = await servePage({
        ...{ services: [sandboxUrl, gateway.url], development: true },
        ...{ body: '<button id="open">Connect wallet</button>', script: scriptOf(sandboxUrl, gateway.url) },
      })
      allowed.push(new URL(site.url).origin)
      open.push(coinbase, meld, gateway)
      return site
    },
  })
  afterAll(() => Promise.all(open.map((one) => one.close())))
  return {
    stage,
    get coinbase() {
      return parts.coinbase
    },
    get meld() {
      return parts.meld
    },
    prepare: (context) => serveCheckouts(context, parts),
  }
}

function newKey(): CdpKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { d = '', x = '' } = privateKey.export({ format: 'jwk' })
  const secret = Buffer.concat([d, x].map((one) => Buffer.from(one, 'base64url'))).toString('base64')
  return { id: '7f3e', secret, publicKey }
}

interface Sellers {
  readonly coinbase: CoinbaseServer
  readonly meld: MeldServer
  readonly sandboxUrl: string
}

/** Starts the gateway. `allowed` is filled later: the gateway needs the site's origin, but the site needs the gateway's URL first. */
function serveGateway({ coinbase, meld }: Sellers, key: CdpKey, allowed: readonly string[]): Promise<ServedApp> {
  const store = memoryStore()
  const { url } = coinbase
  const onRamp = [
    coinbaseOnRamp({ key, store, region: 'NY', apiUrl: `${url}/onramp`, platformUrl: `${url}/platform` }),
    meldOnRamp({ apiKey: MELD_KEY, store, apiUrl: meld.url, retryMs: 0 }),
  ]
  return serveHono(() => {
    let app: Hono | undefined
    return new Hono().all('*', (c) => {
      app ??= createGatewayApp({ allowedOrigins: allowed, onRamp, visitor: () => ({ ip: VISITOR }), onFault: () => {} })
      return app.fetch(c.req.raw)
    })
  })
}

const scriptOf = (sandboxUrl: string, gatewayUrl: string): string => `
  import { createWalletModal, definePlugin, endpoints } from '@wallet-modal/kernel'
  import { account } from '@wallet-modal/account'
  import { connect } from '@wallet-modal/connect'
  import { eip155 } from '@wallet-modal/eip155'
  import { onramp } from '@wallet-modal/onramp'
  import { sandbox } from '@wallet-modal/sandbox'
  const service = { service: 'blockchain', url: '${gatewayUrl}' }
  const beforeSandbox = definePlugin({
    name: 'before-sandbox',
    kernel: '^0.1',
    setup: (ctx) => ctx.add(endpoints, service, { order: 2000 }),
  })
  const modal = createWalletModal({
    metadata: { name: 'Plain page' },
    networks: [],
    plugins: [eip155(), connect(), account(), onramp(), sandbox({ url: '${sandboxUrl}' }), beforeSandbox()],
  })
  document.querySelector('#open').onclick = () => void modal.open()
  Object.assign(window, { modal })`

const page = (content: string): string =>
  `<!doctype html><meta charset="utf-8"><title>Checkout</title><h1>Checkout</h1>${content}`
const form = `<form method="post"><button name="action" value="pay">Pay</button><button name="action" value="decline">Decline</button></form>`

async function serveCheckouts(context: BrowserContext, sellers: Sellers): Promise<void> {
  for (const host of ['pay.coinbase.com', 'meldcrypto.com'])
    await context.route(`https://${host}/**`, async (route) => {
      const isPost = route.request().method() === 'POST'
      if (isPost) await settle(sellers, new URL(route.request().url()), route.request().postData() ?? '')
      await route.fulfill({
        contentType: 'text/html',
        body: page(isPost ? '<p>Done. You can close this window.</p>' : form),
      })
    })
}

/** Completes a purchase with a transfer on the sandbox's chain, or declines the purchase. The seller's API then reports the outcome. */
async function settle({ coinbase, meld, sandboxUrl }: Sellers, { searchParams }: URL, body: string): Promise<void> {
  const isPaid = body.includes('pay')
  const ofCoinbase = coinbase.sessions.get(searchParams.get('sessionToken') ?? '')
  if (ofCoinbase) {
    const { destinationAddress, partnerUserRef } = ofCoinbase
    const hash = isPaid ? await deliver(sandboxUrl, destinationAddress as Address, '0.0395') : undefined
    coinbase.transactions.set(partnerUserRef, [
      {
        status: `ONRAMP_TRANSACTION_STATUS_${isPaid ? 'SUCCESS' : 'FAILED'}`,
        ...{ wallet_address: destinationAddress, purchase_amount: { value: '0.0395', currency: 'ETH' } },
        ...(hash && { tx_hash: hash }),
      },
    ])
  }
  const ofMeld = meld.sessions.get(searchParams.get('session') ?? '')
  if (ofMeld) {
    const { externalSessionId, sessionData } = ofMeld
    const walletAddress = String(sessionData.walletAddress)
    const hash = isPaid ? await deliver(sandboxUrl, walletAddress as Address, '0.0392') : undefined
    meld.transactions.push({
      ...{
        id: externalSessionId,
        status: isPaid ? 'SETTLED' : 'DECLINED',
        externalSessionId,
        destinationAmount: 0.0392,
      },
      cryptoDetails: { walletAddress, ...(hash && { blockchainTransactionId: hash }) },
    })
  }
}

async function deliver(sandboxUrl: string, to: Address, ether: string): Promise<string> {
  const { key } = await fundedKey(sandboxUrl, parseEther('1'))
  const chain = chainAt(sandboxUrl)
  const hash = await chain.sendTransaction({ account: privateKeyToAccount(key), to, value: parseEther(ether) })
  await chain.waitForTransactionReceipt({ hash })
  return hash
}
