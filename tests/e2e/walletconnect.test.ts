import { REFUSED_PROJECT_ID } from '@wallet-modal/sandbox/server'
import type { Page } from 'playwright-core'
import { verifyMessage } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Phone, startPhone } from '../../plugins/walletconnect/src/phone.test.steps.js'
import { findWithAxe } from './support/axe.js'
import { dialog, row } from './support/modal.js'
import { servePage } from './support/page.js'
import { readQr } from './support/read-qr.js'
import { localNetworks } from './support/site.js'
import { createStage } from './support/stage.js'

const webSocket = (sandboxUrl: string): string => sandboxUrl.replace('http', 'ws')

/** Wallets of the site's own, one with a link to its app on a phone, one without. */
const custom = [
  { id: 'zephyr', name: 'Zephyr', mobile_link: 'zephyr://', play_store: 'https://play.example/zephyr' },
  { id: 'mistral', name: 'Mistral', homepage: 'https://mistral.example' },
]

const stage = createStage({
  serve: (sandboxUrl) =>
    servePage({
      services: [sandboxUrl, webSocket(sandboxUrl)],
      script: `
      import { createWalletModal } from '@wallet-modal/kernel'
      import { account } from '@wallet-modal/account'
      import { connect } from '@wallet-modal/connect'
      import { eip155 } from '@wallet-modal/eip155'
      import { walletconnect } from '@wallet-modal/walletconnect'
      import { ConnectingWalletConnect } from '@wallet-modal/walletconnect/contract'
      const query = new URLSearchParams(location.search)
      const modal = createWalletModal({
        projectId: query.get('project') ?? 'test',
        metadata: { name: 'Paired page' },
        networks: ${JSON.stringify(localNetworks(sandboxUrl))},
        endpoints: { catalogue: '${sandboxUrl}', blockchain: '${sandboxUrl}', rpc: '${sandboxUrl}', relay: '${webSocket(sandboxUrl)}' + (query.get('relay') ?? '') },
        plugins: [eip155(), connect({ customWallets: query.has('custom') ? ${JSON.stringify(custom)} : [] }), account(), walletconnect()],
      })
      const at = (tag) => document.body.appendChild(document.createElement(tag))
      const [button, output, network, status] = ['button', 'output', 'small', 'i'].map(at)
      button.textContent = 'Open'
      button.onclick = () => void modal.open()
      modal.connections.active.subscribe((active) => {
        output.textContent = active?.account.address ?? ''
        network.textContent = active?.caipNetworkId ?? ''
      })
      modal.connections.status.subscribe((next) => { status.textContent = next })
      window.site = {
        modal,
        pair: (wallet) => void modal.open({ view: ConnectingWalletConnect, params: { wallet } }),
        request: (method, params) => modal.connections.active.value.provider.request({ method, params }).then(
          (result) => ({ result }), (error) => ({ code: error.code, message: error.message })),
      }`,
    }),
})

interface Site {
  readonly modal: { disconnect(): Promise<void>; switchNetwork(id: string): Promise<unknown>; dispose(): void }
  pair(wallet: object): void
  request(method: string, params?: readonly unknown[]): Promise<{ result?: unknown; code?: number; message?: string }>
}
declare global {
  interface Window {
    readonly site: Site
  }
}

let phone: Phone
beforeAll(async () => {
  phone = await startPhone({ relayUrl: webSocket(stage.sandboxUrl), chains: ['eip155:31337', 'eip155:31338'] })
})
afterEach(async () => {
  phone.behave('approve')
  await phone.disconnect()
})
afterAll(() => phone?.close())

const clipboard = { options: { permissions: ['clipboard-read', 'clipboard-write'] } }
const address = (page: Page): Promise<string | null> => page.locator('output').textContent()
const request = (page: Page, method: string, params: readonly unknown[] = []) =>
  page.evaluate(([name, list]) => window.site.request(name, list), [method, params] as const)

/** The URI as a visitor gets it: by the button under the code. */
async function copiedUri(page: Page): Promise<string> {
  await dialog(page)
    .getByRole('img', { name: /^QR code/ })
    .waitFor()
  await row(page, 'Copy link').click()
  return page.evaluate(() => navigator.clipboard.readText())
}

async function showCode(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Open' }).click()
  await row(page, 'WalletConnect').click()
  return copiedUri(page)
}

async function pair(page: Page): Promise<void> {
  await phone.pair(await showCode(page))
  await expect.poll(() => address(page)).toBe(phone.address)
  await dialog(page).waitFor({ state: 'hidden' })
}

describe('a wallet on another device, under the strictest policy', () => {
  it('pairs by the code that is shown, signs, and viem verifies the signature', async () => {
    const { page } = await stage.open({ wallets: [], ...clipboard })
    await pair(page)
    const { result } = await request(page, 'personal_sign', ['0x68656c6c6f', phone.address])
    const signature = result as `0x${string}`
    expect(await verifyMessage({ address: phone.address as `0x${string}`, message: 'hello', signature })).toBe(true)
  })

  it.each(['light', 'dark'] as const)(
    'a camera reads the code with the mark of the wallet in it, in %s',
    async (colorScheme) => {
      const { page } = await stage.open({ wallets: [], options: { ...clipboard.options, colorScheme } })
      const image_url = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg"><rect width="99" height="99"/></svg>')}`
      await page.evaluate(
        (url) => window.site.pair({ name: 'Zephyr', mobile_link: 'zephyr://', image_url: url }),
        image_url,
      )
      const uri = await copiedUri(page)
      await dialog(page).locator('.wm-qr-mark').waitFor()
      expect(await readQr(dialog(page).locator('.wm-qr'))).toBe(uri)
      await phone.pair(uri)
      await expect.poll(() => address(page)).toBe(phone.address)
    },
  )

  it('fetches no code of WalletConnect and opens no socket before a visitor picks it', async () => {
    const sockets: string[] = []
    const { page, requests } = await stage.open({
      wallets: [],
      prepare: async (context) =>
        context.on('page', (one) => one.on('websocket', (socket) => sockets.push(socket.url()))),
    })
    await page.getByRole('button', { name: 'Open' }).click()
    await row(page, 'WalletConnect').waitFor()
    await page.waitForLoadState('networkidle')
    const before = requests.filter((url) => url.startsWith(stage.siteUrl)).length
    const weigh = async (): Promise<number> => {
      const bodies = requests.filter((url) => url.endsWith('.js')).map(async (url) => (await fetch(url)).text())
      return (await Promise.all(bodies)).filter((text) => text.includes('wc_sessionPropose')).length
    }
    expect([await weigh(), sockets]).toEqual([0, []])
    await row(page, 'WalletConnect').click()
    await dialog(page)
      .getByRole('img', { name: /^QR code/ })
      .waitFor()
    expect([await weigh(), sockets.length]).toEqual([1, 1])
    expect(requests.filter((url) => url.startsWith(stage.siteUrl)).length).toBeGreaterThan(before)
    expect(requests.filter((url) => !url.startsWith('http://127.0.0.1'))).toEqual([])
  })

  it('a refusal in the wallet is told calmly, and a second try connects', async () => {
    const { page } = await stage.open({ wallets: [], ...clipboard })
    phone.behave('reject')
    await phone.pair(await showCode(page))
    await dialog(page).getByText('Connection declined').waitFor()
    phone.behave('approve')
    await row(page, 'Try again').click()
    await phone.pair(await copiedUri(page))
    await expect.poll(() => address(page)).toBe(phone.address)
  })

  it('C2: a wallet that approves after the visitor left changes nothing and keeps no session', async () => {
    const { page } = await stage.open({ wallets: [], ...clipboard })
    phone.behave('wait')
    await phone.pair(await showCode(page))
    await page.waitForTimeout(500)
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'hidden' })
    await phone.release().catch(() => null) // the wallet was told that nobody waits
    await page.waitForTimeout(500)
    expect([await address(page), await page.locator('i').textContent()]).toEqual(['', 'disconnected'])
    await page.reload()
    await page.waitForTimeout(500)
    expect(await address(page)).toBe('')
  })

  it('A2: a code is replaced before it lapses, and the one before it can no longer be copied', async () => {
    const { page } = await stage.open({ wallets: [], ...clipboard, prepare: (context) => context.clock.install() })
    const old = await showCode(page)
    await page.clock.fastForward(229_000)
    expect(await copiedUri(page)).toBe(old)
    await page.clock.fastForward(2_000)
    await dialog(page)
      .getByText(/New code in 3:4\d/)
      .waitFor()
    const next = await copiedUri(page)
    expect(next).not.toBe(old)
    await phone.pair(next)
    await page.clock.runFor(2_000)
    await expect.poll(() => address(page)).toBe(phone.address)
  })

  it('M1: the code and its failure have no accessibility faults, in light and dark', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await stage.open({ wallets: [], options: { ...clipboard.options, colorScheme } })
      phone.behave('reject')
      const uri = await showCode(page)
      await page.waitForTimeout(400)
      expect(await findWithAxe(page)).toEqual([])
      await phone.pair(uri)
      await dialog(page).getByText('Connection declined').waitFor()
      await page.waitForTimeout(400)
      expect(await findWithAxe(page)).toEqual([])
    }
  })

  it('a request that is declined in the wallet is a rejection by its code (4001)', async () => {
    const { page } = await stage.open({ wallets: [], ...clipboard })
    await pair(page)
    phone.behave('reject')
    expect(await request(page, 'personal_sign', ['0x68656c6c6f', phone.address])).toMatchObject({ code: 4001 })
    expect(await address(page)).toBe(phone.address)
  })

  it('switches between approved networks, asks the wallet on the one in use, and reads from the chain itself', async () => {
    const { page } = await stage.open({ wallets: [], ...clipboard })
    await pair(page)
    const network = () => page.locator('small').textContent()
    expect([await network(), await request(page, 'eth_chainId')]).toEqual(['eip155:31337', { result: '0x7a69' }])
    expect(await page.evaluate(() => window.site.modal.switchNetwork('eip155:31338'))).toEqual({ status: 'switched' })
    expect(await network()).toBe('eip155:31338')
    await request(page, 'personal_sign', ['0x68656c6c6f', phone.address])
    expect(phone.asked.at(-1)).toEqual({ method: 'personal_sign', chainId: 'eip155:31338' })
    expect(await request(page, 'eth_getBalance', [phone.address, 'latest'])).toMatchObject({
      result: expect.stringMatching(/^0x/),
    })
    await phone.changeChain(31_337)
    await expect.poll(network).toBe('eip155:31337')
    expect(await request(page, 'wallet_switchEthereumChain', [{ chainId: '0x1' }])).toMatchObject({ code: 4902 })
    expect(await request(page, 'wallet_watchAsset', [])).toMatchObject({ code: 4200 })
    expect(await network()).toBe('eip155:31337')
  })

  it('A7, K1: a reload brings session and network back without a prompt', async () => {
    const { page } = await stage.open({ wallets: [], ...clipboard })
    await pair(page)
    await page.evaluate(() => window.site.modal.switchNetwork('eip155:31338'))
    await page.reload()
    await expect.poll(() => address(page)).toBe(phone.address)
    expect(await page.locator('small').textContent()).toBe('eip155:31338')
    expect(await request(page, 'personal_sign', ['0x68656c6c6f', phone.address])).toMatchObject({
      result: expect.stringMatching(/^0x/),
    })
  })

  it('a reload in the middle of a request loses the request and not the session', async () => {
    const { page } = await stage.open({ wallets: [], ...clipboard })
    await pair(page)
    phone.behave('wait')
    const before = phone.asked.length
    await page.evaluate((mine) => void window.site.request('personal_sign', ['0x68656c6c6f', mine]), phone.address)
    await expect.poll(() => phone.asked.length).toBe(before + 1)
    await page.reload()
    await expect.poll(() => address(page)).toBe(phone.address)
    await phone.release()
    phone.behave('approve')
    expect(await request(page, 'personal_sign', ['0x68656c6c6f', phone.address])).toMatchObject({
      result: expect.stringMatching(/^0x/),
    })
  })

  it('H4: keeps what the inventory lists and opens no database', async () => {
    const { page } = await stage.open({ wallets: [], ...clipboard })
    await pair(page)
    await page.evaluate(() => window.site.modal.switchNetwork('eip155:31338'))
    const kept = await page.evaluate(async () => [
      ...Object.keys(localStorage).filter((key) => !key.endsWith('/recent')),
      ...(await indexedDB.databases()).map(({ name }) => name),
    ])
    expect(kept.sort()).toEqual([
      'wallet-modal/default/@wallet-modal/eip155/connector',
      'wallet-modal/default/@wallet-modal/walletconnect/chains',
      'wallet-modal/default/@wallet-modal/walletconnect/client',
    ])
  })

  it('follows the wallet when it ends the session, here and after a reload', async () => {
    const { page } = await stage.open({ wallets: [], ...clipboard })
    await pair(page)
    await phone.disconnect()
    await expect.poll(() => address(page)).toBe('')
    await page.reload()
    await page.waitForTimeout(500)
    expect(await address(page)).toBe('')
  })

  it('ends the session in the wallet when the site disconnects, and pairs anew afterwards', async () => {
    const { page } = await stage.open({ wallets: [], ...clipboard })
    await pair(page)
    expect(phone.sessions()).toHaveLength(1)
    await page.evaluate(() => window.site.modal.disconnect())
    await expect.poll(() => phone.sessions().length).toBe(0)
    await expect.poll(() => address(page)).toBe('')
    await pair(page)
    expect(phone.sessions()).toHaveLength(1)
  })

  it('two tabs share a session, ask over it at once, and leave it together', async () => {
    const { page } = await stage.open({ wallets: [], ...clipboard })
    const other = await page.context().newPage()
    await other.goto(stage.siteUrl)
    await page.bringToFront()
    await pair(page)
    await other.reload()
    await expect.poll(() => address(other)).toBe(phone.address)
    const sign = async (tab: Page, text: `0x${string}`): Promise<boolean> => {
      const { result } = await request(tab, 'personal_sign', [text, phone.address])
      const signed = { address: phone.address as `0x${string}`, signature: result as `0x${string}` }
      return verifyMessage({ ...signed, message: { raw: text } })
    }
    const before = phone.asked.length
    const all = await Promise.all([sign(page, '0x01'), sign(other, '0x02'), sign(page, '0x03')])
    expect([all, phone.asked.length - before]).toEqual([[true, true, true], 3])
    await page.reload()
    await expect.poll(() => address(page)).toBe(phone.address)
    await other.evaluate(() => window.site.modal.disconnect())
    await expect.poll(() => address(page)).toBe('')
    await expect.poll(() => phone.sessions().length).toBe(0)
    await Promise.all([page.reload(), other.reload()])
    await page.waitForTimeout(500)
    expect([await address(page), await address(other)]).toEqual(['', ''])
  })

  it('B6: keeps the session when the relay drops every connection', async () => {
    const { page } = await stage.open({ wallets: [], ...clipboard })
    await pair(page)
    stage.relay.dropAll()
    await expect.poll(() => stage.relay.connections, { timeout: 45_000 }).toBe(2)
    expect(await request(page, 'personal_sign', ['0x68656c6c6f', phone.address])).toMatchObject({
      result: expect.stringMatching(/^0x/),
    })
  })

  it('K1: a modal that is disposed of lets go of the relay, and another one takes the session up', async () => {
    const { page } = await stage.open({ wallets: [], ...clipboard })
    await pair(page)
    expect(stage.relay.connections).toBe(2)
    await page.evaluate(() => window.site.modal.dispose())
    await expect.poll(() => stage.relay.connections).toBe(1)
    const left = await page.evaluate(() => Object.keys(globalThis).filter((name) => /wallet_?connect/i.test(name)))
    expect(left).toEqual([])
    await page.reload()
    await expect.poll(() => address(page)).toBe(phone.address)
  })

  it('a project id that the relay refuses is told within a second', async () => {
    const { page } = await stage.open({ wallets: [], query: `?project=${REFUSED_PROJECT_ID}` })
    await page.getByRole('button', { name: 'Open' }).click()
    await row(page, 'WalletConnect').click()
    await dialog(page).getByText('does not accept the project id').waitFor({ timeout: 1000 })
    await row(page, 'Choose another wallet').click()
    await row(page, 'WalletConnect').waitFor()
  })

  it('a relay that does not answer is told, and Try again tries again', async () => {
    const { page } = await stage.open({ wallets: [], query: '?relay=/elsewhere' })
    await page.getByRole('button', { name: 'Open' }).click()
    await row(page, 'WalletConnect').click()
    await dialog(page).getByText('WalletConnect cannot be reached').waitFor({ timeout: 11_000 })
    await row(page, 'Try again').click()
    await dialog(page).getByText('Preparing a code').waitFor()
    await dialog(page).getByText('WalletConnect cannot be reached').waitFor({ timeout: 11_000 })
  })
})

describe('a wallet on the same phone', () => {
  const options = {
    ...clipboard.options,
    userAgent: 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/156.0 Mobile Safari/537.36',
    viewport: { width: 390, height: 800 },
    hasTouch: true,
    isMobile: true,
  }
  const opened = (page: Page): Promise<readonly string[]> =>
    page.evaluate(() => (Reflect.get(window, 'opened') as string[] | undefined) ?? [])
  const noteOpened = (): void => {
    const list: string[] = []
    Reflect.set(window, 'opened', list)
    window.open = (url, target) => {
      list.push(`${target} ${url}`)
      return null
    }
  }

  it('is opened once by its scheme with the URI in it, and by the button again', async () => {
    const { page } = await stage.open({
      wallets: [],
      options,
      prepare: (context) => context.addInitScript(noteOpened),
    })
    await page.evaluate(() => window.site.pair({ name: 'Zephyr', mobile_link: 'zephyr://' }))
    await dialog(page).getByText('Continue in Zephyr').waitFor()
    await expect
      .poll(() => opened(page))
      .toMatchObject([expect.stringMatching(/^_self zephyr:\/\/wc\?uri=wc%3A[\da-f]{64}%402/)])
    await row(page, 'Open').click()
    const [first, again] = await opened(page)
    expect(again).toBe(first)
    await phone.pair(decodeURIComponent(String(first).split('uri=')[1] ?? ''))
    await expect.poll(() => address(page)).toBe(phone.address)
  })

  const iphone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'
  it.each([
    ['on iOS', { userAgent: iphone }, '_self', false],
    ['in Telegram', {}, '_blank', true],
  ])('%s, where only a press opens an app, it is opened by the press alone', async (_, more, target, isTelegram) => {
    const { page } = await stage.open({
      wallets: [],
      options: { ...options, ...more },
      prepare: async (context) => {
        await context.addInitScript(noteOpened)
        if (isTelegram) await context.addInitScript(() => void Reflect.set(window, 'TelegramWebviewProxy', {}))
      },
    })
    await page.evaluate(() => window.site.pair({ name: 'Zephyr', mobile_link: 'zephyr://' }))
    await row(page, 'Copy link').click()
    const uri = await page.evaluate(() => navigator.clipboard.readText())
    expect(await opened(page)).toEqual([])
    await row(page, 'Open').click()
    // Telegram on Android decodes a link before it passes it on
    const written = encodeURIComponent(isTelegram ? encodeURIComponent(uri) : uri)
    expect(await opened(page)).toEqual([`${target} zephyr://wc?uri=${written}`])
  })

  it('the list is what opens first; a wallet of it is opened by one press, and one that is not there can be had', async () => {
    const { page } = await stage.open({
      wallets: [],
      options,
      query: '?custom',
      prepare: (context) => context.addInitScript(noteOpened),
    })
    await page.getByRole('button', { name: 'Open' }).click()
    await dialog(page).getByRole('heading', { name: 'All Wallets' }).waitFor()
    await row(page, /^WalletConnect/).waitFor()
    await row(page, /Mistral/).click()
    await dialog(page).getByRole('link', { name: 'Website' }).waitFor()
    await row(page, 'Back').click()
    await row(page, /Zephyr/).click()
    await expect.poll(() => opened(page)).toHaveLength(1)
    await row(page, 'I do not have Zephyr yet').click()
    await dialog(page).getByRole('link', { name: 'Android app' }).waitFor()
    await row(page, 'Back').click()
    await row(page, 'Copy link').click({ timeout: 10_000 })
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(await opened(page)).toHaveLength(1)
    await row(page, 'Open').click()
    expect((await opened(page)).at(-1)).toBe(`_self zephyr://wc?uri=${encodeURIComponent(copied)}`)
    await phone.pair(copied)
    await expect.poll(() => address(page)).toBe(phone.address)
  })

  it('G4: a link that is no link to a wallet opens nothing, and a code is shown instead', async () => {
    const { page } = await stage.open({
      wallets: [],
      options,
      prepare: (context) => context.addInitScript(noteOpened),
    })
    await page.evaluate(() => window.site.pair({ name: 'Evil', mobile_link: 'javascript:alert(1)//' }))
    await dialog(page)
      .getByRole('img', { name: /^QR code/ })
      .waitFor()
    expect(await opened(page)).toEqual([])
  })
})
