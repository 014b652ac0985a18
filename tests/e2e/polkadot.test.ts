import { createPublicKey, verify } from 'node:crypto'
import { stringToU8a, u8aWrapBytes } from '@polkadot/util'
import { encodeAddress } from '@polkadot/util-crypto'
import { sr25519Verify, waitReady } from '@polkadot/wasm-crypto'
import type { WalletPlan } from '@wallet-modal/sandbox/testing'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import known from '../../plugins/polkadot/networks.json' with { type: 'json' }
import { dialog, row } from './support/modal.js'
import { servePage } from './support/page.js'
import { ed25519, polkadotJs, sr25519 } from './support/polkadot.js'
import { serveAccounts } from './support/polkadot-node.js'
import { openWith } from './support/scripted.js'
import { createStage } from './support/stage.js'

let node: Awaited<ReturnType<typeof serveAccounts>>
const stage = createStage({
  async serve(sandboxUrl) {
    node = await serveAccounts({ [sr25519.address]: 123_456_789_012n })
    const networks = known
      .slice(0, 3)
      .map((one) => ({ ...one, rpcUrls: [`${node.url}/${one.name === 'Kusama' ? 'small' : 'usual'}`] }))
    return servePage({
      services: [sandboxUrl, node.url],
      body: '<main><button id="open">Connect wallet</button></main>',
      script: `
      import { createWalletModal } from '@wallet-modal/kernel'
      import { account } from '@wallet-modal/account'
      import { connect } from '@wallet-modal/connect'
      import { polkadot } from '@wallet-modal/polkadot'
      const modal = createWalletModal({
        metadata: { name: 'Polkadot site' },
        networks: ${JSON.stringify(networks)},
        endpoints: { catalogue: '${sandboxUrl}', blockchain: '${sandboxUrl}' },
        plugins: [polkadot(), connect(), account()],
      })
      document.querySelector('#open').onclick = () => void modal.open()
      modal.connections.active.subscribe((active) => {
        document.body.dataset.status = modal.connections.status.peek()
        document.body.dataset.address = active?.account.address ?? ''
      })
      Object.assign(window, { modal })`,
    })
  },
})
afterAll(() => node?.close())

/** Opens the page with the extension installed. */
async function open(plan: Partial<WalletPlan> = {}) {
  const { wallets, ...watched } = await openWith(stage, { extension: { ...polkadotJs, ...plan } })
  const asked = (method: string) => wallets.extension.requests.filter((one) => one.method === method)
  return { ...watched, extension: wallets.extension, asked }
}

async function connect(page: Page): Promise<void> {
  await page.click('#open')
  await row(page, 'polkadot{.js}').click()
  await dialog(page).waitFor({ state: 'hidden' })
}

const shownAddress = (page: Page): Promise<string | undefined> => page.evaluate(() => document.body.dataset.address)
const sign = (page: Page, message: string): Promise<string> =>
  page.evaluate((text) => {
    const modal: {
      connections: { adapter(namespace: string): { signMessage(message: string): Promise<string> } }
    } = Reflect.get(window, 'modal')
    return modal.connections.adapter('polkadot').signMessage(text)
  }, message)
const onPolkadot = (pair = sr25519): string => encodeAddress(pair.publicKey, 0)
const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.slice(2), 'hex'))

describe('a Polkadot extension under the strictest Content Security Policy (G1)', () => {
  it('connects, shows the on-chain balance, and its sr25519 signature verifies in another library', async () => {
    const { page, asked } = await open()
    await connect(page)
    expect(await shownAddress(page)).toBe(onPolkadot())
    expect(asked('enable').map(({ params }) => params)).toEqual([['Polkadot site']])

    await page.click('#open')
    await dialog(page).getByText('12.345 DOT').waitFor()
    expect(new Set(node.methods.usual)).toEqual(new Set(['state_getStorage']))

    const message = 'Sign in to Polkadot site – grüße'
    const signature = await sign(page, message)
    await waitReady()
    const signed = u8aWrapBytes(stringToU8a(message))
    expect(sr25519Verify(bytes(signature), signed, sr25519.publicKey)).toBe(true)
    expect(sr25519Verify(bytes(signature), u8aWrapBytes(stringToU8a('other')), sr25519.publicKey)).toBe(false)
  })

  it('switches to an ed25519 account, whose signature Node’s crypto module verifies', async () => {
    const { page } = await open()
    await connect(page)
    await page.click('#open')
    const other = onPolkadot(ed25519)
    await row(page, new RegExp(other.slice(0, 6))).click()
    await expect.poll(() => shownAddress(page)).toBe(other)
    const signature = await sign(page, 'hello')
    const x = Buffer.from(ed25519.publicKey).toString('base64url')
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    expect(verify(null, u8aWrapBytes(stringToU8a('hello')), key, bytes(signature))).toBe(true)
  })

  it('A7: restores account and network after a reload without a prompt', async () => {
    const { page, extension } = await open()
    await connect(page)
    await page.click('#open')
    await row(page, new RegExp(onPolkadot(ed25519).slice(0, 6))).click()
    await row(page, /Choose Network/).click()
    await row(page, 'Kusama').click()
    const onKusama = encodeAddress(ed25519.publicKey, 2)
    await expect.poll(() => shownAddress(page)).toBe(onKusama)
    extension.reject() // a prompt would now be rejected
    await page.reload()
    await page.waitForFunction((address) => document.body.dataset.address === address, onKusama, { timeout: 2000 })
  })

  it('uses the metadata of a chain with custom types to decode a balance, without WebAssembly', async () => {
    const { page, requests } = await open()
    await page.evaluate(() => {
      const tried: string[] = []
      const fail = (name: string) => () => {
        tried.push(name)
        return Promise.reject(new Error('no WebAssembly'))
      }
      Object.assign(window, { tried })
      Object.assign(WebAssembly, { compile: fail('compile'), instantiate: fail('instantiate') })
    })
    await connect(page)
    await page.click('#open')
    await dialog(page).getByText('12.345 DOT').waitFor()
    const before = requests.filter((url) => url.endsWith('.js')).length
    node.methods.small.splice(0)
    await row(page, /Choose Network/).click()
    await row(page, 'Kusama').click()
    await expect.poll(() => shownAddress(page)).toBe(encodeAddress(sr25519.publicKey, 2))
    if (!(await dialog(page).isVisible())) await page.click('#open')
    await dialog(page).getByText('0.123 KSM').waitFor()
    expect(requests.filter((url) => url.endsWith('.js')).length).toBeGreaterThan(before)
    expect(await page.evaluate(() => Reflect.get(window, 'tried'))).toEqual([])
    expect(node.methods.small.filter((method) => method === 'chain_getBlockHash')).toHaveLength(1)
  })

  it('follows the wallet’s account changes, and disconnects if no account is left', async () => {
    const { page, extension } = await open()
    await connect(page)
    await extension.showAccounts([ed25519.address])
    await expect.poll(() => shownAddress(page)).toBe(onPolkadot(ed25519))
    await extension.showAccounts([])
    await expect.poll(() => shownAddress(page)).toBe('')
    await page.reload()
    await page.waitForTimeout(500)
    expect(await shownAddress(page)).toBe('')
  })

  it('disconnects and stays disconnected after a reload', async () => {
    const { page, asked } = await open()
    await connect(page)
    await page.click('#open')
    await row(page, 'Disconnect').click()
    await expect.poll(() => shownAddress(page)).toBe('')
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('polkadot')))).toEqual([])
    await page.reload()
    await page.waitForTimeout(500)
    expect([await shownAddress(page), asked('enable').length]).toEqual(['', 1])
  })

  it('a rejected connection can be tried again, and a rejected signature keeps the connection', async () => {
    const { page, extension } = await open()
    extension.reject()
    await page.click('#open')
    await row(page, 'polkadot{.js}').click()
    await dialog(page).getByText('Connection declined').waitFor()
    extension.approve()
    await dialog(page).getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => shownAddress(page)).toBe(onPolkadot())
    extension.reject()
    await expect(sign(page, 'no')).rejects.toThrow('Cancelled')
    expect(await shownAddress(page)).toBe(onPolkadot())
  })

  it('is found if injected 10 s after the page’s load, the next time the modal opens', async () => {
    const { page } = await open({ announceAfterMs: 10_000 })
    await page.click('#open')
    await dialog(page).waitFor()
    await page.waitForTimeout(6000)
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'hidden' })
    expect(await page.evaluate(() => 'injectedWeb3' in window)).toBe(false)
    await page.waitForFunction(() => 'injectedWeb3' in window)
    await page.waitForTimeout(200)
    await connect(page)
    expect(await shownAddress(page)).toBe(onPolkadot())
  })

  it('H1: requests nothing from other origins before a click; the connector’s code loads with the modal', async () => {
    const { page, requests, asked } = await open()
    const fetched = async (marks: RegExp): Promise<boolean> => {
      const scripts = requests.filter((url) => url.endsWith('.js'))
      return (await Promise.all(scripts.map(async (url) => (await fetch(url)).text()))).some((code) => marks.test(code))
    }
    await page.waitForTimeout(3000)
    expect(requests.filter((url) => !url.startsWith(stage.siteUrl))).toEqual([])
    expect([asked('enable'), await fetched(/SS58PRE/)]).toEqual([[], false])
    await page.click('#open')
    await row(page, 'polkadot{.js}').waitFor()
    await expect.poll(() => fetched(/SS58PRE/)).toBe(true)
    expect(asked('enable')).toEqual([])
  })
})
