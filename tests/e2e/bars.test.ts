import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Sandbox, startSandbox } from '@wallet-modal/sandbox/server'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { launch, visitor, type Watched, watch } from './support/browser.js'
import { servePage } from './support/page.js'
import type { ServedSite } from './support/serve.js'
import { localNetworks } from './support/site.js'
import type { WalletPlan } from './support/wallet.page.js'

const require = createRequire(import.meta.url)
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

let sandbox: Sandbox
let browser: Browser
let served: ServedSite
let context: BrowserContext | undefined

/** A page with the first plugins, whose modal the tests may steer through `window.modal` and `window.views`. */
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 })
  served = await servePage({
    services: [sandbox.url],
    body: '<button id="open">Connect wallet</button>',
    script: `
      import { createWalletModal } from '@wallet-modal/kernel'
      import { account } from '@wallet-modal/account'
      import { Account, Networks, UnsupportedChain } from '@wallet-modal/account/contract'
      import { connect } from '@wallet-modal/connect'
      import { Connect, Downloads, GetWallet, WhatIsAWallet } from '@wallet-modal/connect/contract'
      import { eip155 } from '@wallet-modal/eip155'
      const query = new URLSearchParams(location.search)
      const backend = query.get('backend') ?? '${sandbox.url}'
      const modal = createWalletModal({
        metadata: { name: 'Plain page' },
        networks: ${JSON.stringify(localNetworks(sandbox.url))},
        endpoints: { catalogue: backend, blockchain: backend },
        ...(query.has('strings') && { strings: JSON.parse(query.get('strings')) }),
        ...(query.has('theme') && { theme: query.get('theme') }),
        plugins: [eip155(), connect({ legalCheckbox: query.has('legal'), termsUrl: 'https://example.org/terms' }), account()],
      })
      document.querySelector('#open').onclick = () => void modal.open()
      Object.assign(window, { modal, views: { Account, Networks, UnsupportedChain, Connect, Downloads, GetWallet, WhatIsAWallet } })`,
  })
  browser = await launch()
})
afterEach(async () => {
  await context?.close()
  context = undefined
})
afterAll(async () => {
  await browser?.close()
  await served?.close()
  await sandbox?.stop()
})

const zephyr = (more: Partial<WalletPlan> = {}): WalletPlan => ({
  name: 'Zephyr',
  rdns: 'test.zephyr',
  rpcUrl: `${sandbox.url}/v1/?chainId=eip155:{chainId}&projectId=test`,
  ...more,
})

interface OpenPlan {
  readonly query?: string
  readonly wallets?: readonly WalletPlan[]
  readonly options?: Parameters<Browser['newContext']>[0]
}

async function open({ query = '', wallets = [zephyr()], options = {} }: OpenPlan = {}): Promise<Watched> {
  context = await visitor(browser, { wallets, options })
  await context.addInitScript(() => Object.assign(window, { before: Object.getOwnPropertyNames(globalThis) }))
  const watched = await watch(context)
  await watched.page.goto(served.url + query)
  return watched
}

const dialog = (page: Page) => page.getByRole('dialog')

async function connect(page: Page): Promise<void> {
  await page.click('#open')
  await dialog(page).getByRole('button', { name: 'Zephyr' }).click()
  await dialog(page).waitFor({ state: 'hidden' })
}

/** Shows one view by the name it has in `window.views`. */
const show = (page: Page, name: string, params?: object) =>
  page.evaluate(
    ([view, given]) => {
      const { modal, views } = window as unknown as {
        modal: { open(o: object): Promise<unknown> }
        views: Record<string, object>
      }
      modal.open({ view: views[view as string], params: given }).catch(() => undefined)
    },
    [name, params] as const,
  )

const downloads = {
  wallet: { id: 'x', name: 'Some Wallet', homepage: 'https://example.org', chrome_store: 'https://example.org/store' },
}
const everyView: readonly (readonly [string, object?])[] = [
  ['Connect'],
  ['WhatIsAWallet'],
  ['GetWallet'],
  ['Downloads', downloads],
  ['Account'],
  ['Networks'],
  ['UnsupportedChain'],
]

describe.each(['light', 'dark'] as const)('every view in %s', (colorScheme) => {
  it('M1: has no finding of axe by WCAG 2.0 to 2.2 A and AA', async () => {
    const { page, errors, violations } = await open({ query: '?legal', options: { colorScheme } })
    await page.evaluate(axe)
    await page.click('#open')
    await dialog(page).getByRole('checkbox').check()
    await dialog(page).getByRole('button', { name: 'Zephyr' }).click()
    await dialog(page).waitFor({ state: 'hidden' })
    for (const [name, params] of everyView) {
      await show(page, name, params)
      await dialog(page).getByRole('heading').first().waitFor({ state: 'attached' })
      await page.waitForTimeout(400)
      const found = await page.evaluate(async () => {
        const { axe: tool } = window as unknown as {
          axe: {
            run(root: Document, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
          }
        }
        const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
        const { violations: list } = await tool.run(document, { runOnly: { type: 'tag', values: tags } })
        return list.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
      })
      expect([name, found]).toEqual([name, []])
    }
    expect(errors).toEqual([])
    expect(violations).toEqual([])
  })
})

describe('foreign text and pictures', () => {
  const hostile = [
    '<img src=x onerror=alert(1)>',
    '"><svg onload=alert(1)>',
    'javascript:alert(1)',
    '{{constructor.constructor("alert(1)")()}}',
    '\u202Ereversed\u202C',
    '$' + '{alert(1)}',
    'A'.repeat(500),
  ]

  it('G3: hostile wallet names are shown as text and cause nothing', async () => {
    const wallets = hostile.map((name, at) =>
      zephyr({
        name,
        rdns: `test.hostile${at}`,
        icon: `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')}`,
      }),
    )
    const { page, errors, violations } = await open({ wallets })
    let dialogs = 0
    page.on('dialog', (box) => {
      dialogs++
      void box.dismiss()
    })
    const scripts = await page.evaluate(() => document.scripts.length)
    await page.click('#open')
    await dialog(page).getByText('<img src=x onerror=alert(1)>').waitFor()
    await page.waitForTimeout(300)
    expect(await dialog(page).getByRole('listitem').count()).toBeGreaterThanOrEqual(hostile.length)
    expect(await page.evaluate(() => document.scripts.length)).toBe(scripts)
    expect(dialogs).toBe(0)
    expect([errors, violations]).toEqual([[], []])
  })

  it('A4: a catalogue that answers nonsense costs nothing but its own rows', async () => {
    const replies = [
      '{"data":[{"id":1}],"count":"x"}',
      '{"data":"no"}',
      '[]',
      'null',
      '{"data":[{"id":"a","name":"<b>Bold</b>","image_id":"../../x","homepage":"javascript:alert(1)"}],"count":1e400}',
      '{"__proto__":{"x":1},"data":[{"id":"a","name":"ok","__proto__":{"y":1}}]}',
      '{"data":[',
      '<html>',
      `{"data":${'['.repeat(5000)}${']'.repeat(5000)}}`,
    ]
    for (const body of replies) {
      const { page, errors } = await open()
      await page.route('**/getWallets*', (route) =>
        route.fulfill({ body, contentType: 'application/json', headers: { 'access-control-allow-origin': '*' } }),
      )
      await page.click('#open')
      await dialog(page).getByRole('button', { name: 'Zephyr' }).waitFor()
      await page.waitForTimeout(150)
      expect(errors).toEqual([])
      expect(await page.evaluate(() => ({})['x' as never] ?? {}['y' as never])).toBeUndefined()
      await context?.close()
    }
  })
})

describe('a page with a modal', () => {
  it('L1: has no text of its own: every visible word comes from a catalogue', async () => {
    const marked = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, `¤${key}¤`]))
    const texts = async (path: string) => Object.keys((await import(path)).strings ?? (await import(path)).en)
    const strings = {
      '@wallet-modal/connect': marked(await texts('../../plugins/connect/src/strings/en.js')),
      '@wallet-modal/account': marked(await texts('../../plugins/account/src/strings/en.js')),
      '@wallet-modal/kernel': marked(await texts('../../kernel/src/strings/en.js')),
    }
    const { page } = await open({ query: `?strings=${encodeURIComponent(JSON.stringify(strings))}` })
    await page.click('#open')
    await dialog(page)
      .getByRole('button', { name: /Zephyr/ })
      .click()
    await dialog(page).waitFor({ state: 'hidden' })
    for (const [name, params] of everyView) {
      await show(page, name, params)
      await page.waitForTimeout(400)
      const bare = await page.evaluate(() => {
        const root = document.querySelector('[data-wallet-modal]')?.shadowRoot?.querySelector('dialog')
        const walker = root && document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
        const found: string[] = []
        while (walker?.nextNode()) {
          const text = walker.currentNode.textContent?.trim() ?? ''
          const isForeign = walker.currentNode.parentElement?.closest('bdi, svg')
          if (/\p{L}{2,}/u.test(text) && !text.includes('¤') && !isForeign) found.push(text)
        }
        return found
      })
      expect([name, bare]).toEqual([name, []])
    }
  })

  it('L2: fits from right to left, on a phone as on a desk', async () => {
    for (const viewport of [
      { width: 1000, height: 760 },
      { width: 390, height: 844 },
    ]) {
      const { page } = await open({ options: { locale: 'ar', viewport } })
      await page.click('#open')
      await dialog(page)
        .getByRole('button', { name: /Zephyr/ })
        .click()
      await dialog(page).waitFor({ state: 'hidden' })
      for (const [name, params] of everyView) {
        await show(page, name, params)
        await page.waitForTimeout(300)
        const { direction, wide } = await page.evaluate(() => {
          const root = document.querySelector('[data-wallet-modal]')?.shadowRoot?.querySelector('dialog')
          const card = root?.querySelector('.wm-card')?.getBoundingClientRect()
          const all = [...(root?.querySelectorAll('.wm-card *') ?? [])].map((one) => one.getBoundingClientRect())
          const out = all.filter(
            (box) => card && box.width > 0 && (box.left < card.left - 1 || box.right > card.right + 1),
          )
          return { direction: root ? getComputedStyle(root).direction : '', wide: out.length }
        })
        expect([name, direction, wide]).toEqual([name, 'rtl', 0])
      }
      await context?.close()
    }
  })

  it('O6: writes no globals and touches no intrinsics', async () => {
    const { page } = await open()
    await page.click('#open')
    await dialog(page).getByRole('button', { name: 'Zephyr' }).waitFor()
    const added = await page.evaluate(() => {
      const { before } = window as unknown as { before: readonly string[] }
      const ours = new Set([...before, 'before', 'modal', 'views', 'noteViolation'])
      return Object.getOwnPropertyNames(globalThis).filter((name) => !ours.has(name) && !/playwright|^axe$/.test(name))
    })
    expect(added).toEqual([])
  })

  it('K1: opens and closes a thousand times without keeping anything', async () => {
    const { page } = await open()
    const cdp = await (context as BrowserContext).newCDPSession(page)
    await cdp.send('Performance.enable')
    const measure = async () => {
      for (let turn = 0; turn < 3; turn++) {
        await cdp.send('HeapProfiler.collectGarbage')
        await page.waitForTimeout(100)
      }
      const { metrics } = await cdp.send('Performance.getMetrics')
      const of = (name: string) => metrics.find((one) => one.name === name)?.value ?? 0
      return { nodes: of('Nodes'), listeners: of('JSEventListeners'), heap: of('JSHeapUsedSize') }
    }
    const rounds = (count: number) =>
      page.evaluate(async (times) => {
        const { modal } = window as unknown as { modal: { open(): Promise<unknown>; close(): boolean } }
        for (let round = 0; round < times; round++) {
          const closed = modal.open()
          await new Promise((resolve) => setTimeout(resolve, 5))
          modal.close()
          await closed
        }
      }, count)
    await rounds(900) // until the browser has compiled what it wants to
    const early = await measure()
    await rounds(400)
    const late = await measure()
    expect(late.nodes - early.nodes).toBe(0)
    expect(late.listeners - early.listeners).toBe(0)
    expect(late.heap / early.heap).toBeLessThan(1.05)
  })

  it('leaves nothing in the browser after forget()', async () => {
    const { page } = await open()
    await connect(page)
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('wallet-modal/')).length),
    ).toBeGreaterThan(0)
    await page.evaluate(() => (window as unknown as { modal: { forget(): Promise<void> } }).modal.forget())
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('wallet-modal/'))),
    ).toEqual([])
  })
})
