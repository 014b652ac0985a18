import { createServer, type Server } from 'node:http'
import { build } from 'esbuild'
import type { Frame, Page } from 'playwright-core'
import { createPublicClient, http, verifyMessage } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localNetworks } from './support/local-networks.js'
import { servePage } from './support/page.js'
import { createStage } from './support/stage.js'

/** Development account in place of the Safe's contract. */
const SAFE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const RECIPIENT = '0x00000000000000000000000000000000000a11ce'

let parent: Server
let port = 0
/** Two origins of one server. They are cross-origin to each other and to the app. */
const listed = (): string => `http://localhost:${port}`
const unlisted = (): string => `http://safe.localhost:${port}`

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [new URL('./support/safe.page.ts', import.meta.url).pathname],
    bundle: true,
    write: false,
    format: 'iife',
    minify: true,
  })
  const script = outputFiles[0]?.text ?? ''
  parent = createServer(({ url }, response) => {
    const isScript = url === '/parent.js'
    response.setHeader('content-type', isScript ? 'text/javascript; charset=utf-8' : 'text/html; charset=utf-8')
    response.end(
      isScript ? script : '<!doctype html><link rel="icon" href="data:,"><body><script src="/parent.js"></script>',
    )
  })
  await new Promise<void>((resolve) => parent.listen(0, '127.0.0.1', resolve))
  port = Object(parent.address()).port
})
afterAll(() => parent.close())

const stage = createStage({
  serve: (sandboxUrl) =>
    servePage({
      services: [sandboxUrl],
      body: '<wallet-modal-button></wallet-modal-button>',
      script: `
      import { createWalletModal } from '@wallet-modal/kernel'
      import { defineElements } from '@wallet-modal/kernel/elements'
      import { account } from '@wallet-modal/account'
      import { connect } from '@wallet-modal/connect'
      import { eip155 } from '@wallet-modal/eip155'
      import { safe } from '@wallet-modal/safe'
      const modal = createWalletModal({
        metadata: { name: 'Framed app' },
        networks: ${JSON.stringify(localNetworks(sandboxUrl))},
        endpoints: { catalogue: '${sandboxUrl}', blockchain: '${sandboxUrl}' },
        plugins: [eip155(), connect(), account(), safe({ parents: [new URL(location.href).searchParams.get('parent') ?? 'https://app.safe.global'] })],
      })
      defineElements(modal)
      Object.assign(window, { framed: modal, found: modal.use(safe).safe })`,
    }),
})

interface FramedModal {
  readonly connections: {
    readonly active: {
      peek(): {
        readonly account: { readonly address: string }
        readonly connectorId: string
        readonly caipNetworkId: string
        readonly provider: { request(request: object): Promise<unknown> }
        readonly adapter: { signMessage(message: string): Promise<string> }
      } | null
    }
    readonly status: { peek(): string }
  }
  disconnect(): Promise<void>
}

declare global {
  interface Window {
    readonly framed: FramedModal
    readonly found: { peek(): unknown }
    readonly heard: readonly string[]
  }
}

interface FramedVisit {
  readonly page: Page
  readonly frame: Frame
  readonly requests: readonly string[]
}

/** Frames the app in a parent page at one of the two origins. */
async function show(mode: string, parentOrigin = listed()): Promise<FramedVisit> {
  const app = new URL(stage.siteUrl)
  app.searchParams.set('parent', listed())
  const rpc = `${stage.sandboxUrl}/v1/?chainId=eip155:31337&projectId=test`
  const url = `${parentOrigin}/?${new URLSearchParams({ app: app.href, rpc, mode })}`
  const { page, requests } = await stage.open({ at: url, wallets: [] })
  await expect.poll(() => page.frames().length).toBe(2)
  const frame = page.frames().find((one) => one.url().startsWith(stage.siteUrl))
  if (!frame) throw new Error('The app is not in the frame.')
  await frame.waitForFunction(() => window.framed)
  return { page, frame, requests }
}

const active = (frame: Frame) =>
  frame.evaluate(() => {
    const now = window.framed.connections.active.peek()
    return now && { address: now.account.address, connectorId: now.connectorId, caipNetworkId: now.caipNetworkId }
  })
const connected = { address: SAFE, connectorId: 'safe', caipNetworkId: 'eip155:31337' }
const ask = (frame: Frame, method: string, params: readonly unknown[]) =>
  frame.evaluate(
    ([name, list]) =>
      window.framed.connections.active
        .peek()
        ?.provider.request({ method: name, params: list })
        .catch((error: { code?: number; message?: string }) => ({ code: error.code, message: error.message })),
    [method, params] as const,
  )
/** Number of the app's loaded scripts that contain the Safe connector's code. */
async function countSafeScripts(requests: readonly string[]): Promise<number> {
  const scripts = [...new Set(requests)].filter((url) => url.startsWith(stage.siteUrl) && url.endsWith('.js'))
  const texts = await Promise.all(scripts.map(async (url) => (await fetch(url)).text()))
  return texts.filter((text) => text.includes('getTxBySafeTxHash')).length
}

describe('a site framed by Safe, cross-origin and under the strictest Content Security Policy', () => {
  it('connects to the Safe without a click, and shows its address', async () => {
    const { frame } = await show('safe')
    await expect.poll(() => active(frame)).toEqual(connected)
    await expect.poll(() => frame.getByRole('button').textContent()).toContain('0x7099')
    expect(await frame.evaluate(() => window.found.peek())).toEqual({
      address: SAFE,
      caipNetworkId: 'eip155:31337',
      owners: [SAFE],
      threshold: 1,
      isReadOnly: false,
    })
  })

  it('signs a message through the parent page, and the signature is valid for the account', async () => {
    const { frame } = await show('safe')
    await expect.poll(() => active(frame)).toEqual(connected)
    const signature = await frame.evaluate(() => window.framed.connections.active.peek()?.adapter.signMessage('Wörld'))
    expect(await verifyMessage({ address: SAFE, message: 'Wörld', signature: signature as `0x${string}` })).toBe(true)
  })

  it('sends through the parent page: the amount arrives, and the returned hash finds the receipt', async () => {
    const { frame } = await show('safe')
    await expect.poll(() => active(frame)).toEqual(connected)
    const chain = createPublicClient({
      transport: http(`${stage.sandboxUrl}/v1/?chainId=eip155:31337&projectId=test`),
    })
    const before = await chain.getBalance({ address: RECIPIENT })
    const hash = await ask(frame, 'eth_sendTransaction', [{ from: SAFE, to: RECIPIENT, value: '0x2386f26fc10000' }])
    expect(hash).toEqual(expect.stringMatching(/^0x[0-9a-f]{64}$/))
    await expect.poll(() => chain.getBalance({ address: RECIPIENT })).toBe(before + 10_000_000_000_000_000n)
    await expect
      .poll(() => ask(frame, 'eth_getTransactionReceipt', [hash]))
      .toMatchObject({ status: '0x1', to: RECIPIENT, transactionHash: hash })
  })

  it('sends calls (EIP-5792), and their status holds the hash of the on-chain transaction', async () => {
    const { frame } = await show('safe')
    await expect.poll(() => active(frame)).toEqual(connected)
    expect(await ask(frame, 'wallet_getCapabilities', [SAFE, ['0x7a69']])).toMatchObject({
      '0x7a69': { atomic: { status: 'supported' } },
    })
    const calls = [{ to: RECIPIENT, value: '0x2386f26fc10000', data: '0x' }]
    const request = { version: '2.0.0', from: SAFE, chainId: '0x7a69', atomicRequired: false, calls }
    const { id } = Object(await ask(frame, 'wallet_sendCalls', [request]))
    const chain = createPublicClient({
      transport: http(`${stage.sandboxUrl}/v1/?chainId=eip155:31337&projectId=test`),
    })
    const status = async () => Object(await ask(frame, 'wallet_getCallsStatus', [id]))
    await expect.poll(status).toMatchObject({ status: 200, receipts: [{ status: '0x1' }] })
    const [{ transactionHash }] = (await status()).receipts
    expect((await chain.getTransaction({ hash: transactionHash })).to).toBe(RECIPIENT.toLowerCase())
  })

  it('returns codes for a rejection (4001), another network (4901) and a pending signature (-32002)', async () => {
    const { frame } = await show('declining')
    await expect.poll(() => active(frame)).toEqual(connected)
    const value = { from: SAFE, to: RECIPIENT, value: '0x1' }
    expect(await ask(frame, 'eth_sendTransaction', [value])).toMatchObject({ code: 4001 })
    expect(await ask(frame, 'wallet_switchEthereumChain', [{ chainId: '0x7a6a' }])).toMatchObject({ code: 4901 })
    expect(await ask(frame, 'wallet_switchEthereumChain', [{ chainId: '0x7a69' }])).toBeNull()
    const waiting = await show('waiting')
    await expect.poll(() => active(waiting.frame)).toEqual(connected)
    expect(await ask(waiting.frame, 'personal_sign', ['0x6869', SAFE])).toMatchObject({ code: -32002 })
  })

  it('stays disconnected after a disconnect, and connects again after a reload', async () => {
    const { page, frame } = await show('safe')
    await expect.poll(() => active(frame)).toEqual(connected)
    await frame.evaluate(() => window.framed.disconnect())
    await page.waitForTimeout(500)
    expect(await active(frame)).toBeNull()
    await frame.evaluate(() => location.reload())
    await expect.poll(() => active(frame).catch(() => null)).toEqual(connected)
  })
})

describe('a site framed by another page', () => {
  it('sends no message to an unlisted parent origin, does not connect, and loads no Safe code', async () => {
    for (const mode of ['safe', 'lying']) {
      const { page, frame, requests } = await show(mode, unlisted())
      await page.waitForTimeout(3500)
      expect(await page.evaluate(() => window.heard)).toEqual([])
      expect(await active(frame)).toBeNull()
      expect(await frame.evaluate(() => window.framed.connections.status.peek())).toBe('disconnected')
      expect(await countSafeScripts(requests)).toBe(0)
    }
  })

  it('stops after three messages to a listed parent that does not answer, and stays disconnected', async () => {
    const { page, frame, requests } = await show('silent')
    await page.waitForTimeout(3500)
    expect(await page.evaluate(() => window.heard)).toEqual(['getSafeInfo', 'getSafeInfo', 'getSafeInfo'])
    expect(await active(frame)).toBeNull()
    expect(await frame.evaluate(() => window.framed.connections.status.peek())).toBe('disconnected')
    expect(await countSafeScripts(requests)).toBe(0)
  })
})

describe('a site outside of a frame', () => {
  it('H1: loads none of the Safe connector’s code, and requests nothing from other origins', async () => {
    const { page, requests } = await stage.open({ wallets: [] })
    await page.waitForTimeout(1000)
    const before = [...requests]
    expect(before.filter((url) => !url.startsWith(stage.siteUrl))).toEqual([])
    const texts = await Promise.all(
      before.filter((url) => url.endsWith('.js')).map(async (url) => (await fetch(url)).text()),
    )
    expect(texts.filter((text) => text.includes('getSafeInfo'))).toEqual([])
  })
})
