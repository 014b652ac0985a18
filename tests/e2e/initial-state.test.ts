import { createServer } from 'node:http'
import { join } from 'node:path'
import { readInitialState } from '@wallet-modal/kernel/cookie'
import { build } from 'esbuild'
import type { Page as BrowserPage } from 'playwright-core'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { repository } from '../setup/workspaces.mjs'
import { localNetworks } from './support/local-networks.js'
import { connectWith, row } from './support/modal.js'
import type { ServedSite } from './support/serve.js'
import { createModal, Page, type PageData } from './support/server-page/page.js'
import { createStage } from './support/stage.js'

/** Development build, because only React's development build reports hydration mismatches. */
const bundle = () =>
  build({
    entryPoints: [join(repository, 'tests/e2e/support/server-page/main.tsx')],
    outdir: '/',
    bundle: true,
    splitting: true,
    format: 'esm',
    jsx: 'automatic',
    write: false,
    define: { 'process.env.NODE_ENV': '"development"' },
    logLevel: 'error',
  })

const escaped = (data: PageData): string => JSON.stringify(data).replaceAll('<', '\\u003c')

/** A server that renders the page for each request, from the request's cookie. */
async function serve(sandboxUrl: string): Promise<ServedSite> {
  const files = new Map((await bundle()).outputFiles.map(({ path, text }) => [path, text]))
  const server = createServer(({ url = '/', headers }, response) => {
    const file = files.get(url)
    if (file !== undefined) {
      response.setHeader('content-type', 'text/javascript; charset=utf-8')
      return response.end(file)
    }
    const data: PageData = {
      state: readInitialState(headers.cookie),
      networks: localNetworks(sandboxUrl) as PageData['networks'],
      services: sandboxUrl,
    }
    using modal = createModal(data)
    const markup = renderToString(createElement(Page, { modal, state: data.state }))
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(
      `<!doctype html><html lang="en"><title>Page from a server</title><link rel="icon" href="data:,"><body><main>${markup}</main>
<script id="data" type="application/json">${escaped(data)}</script><script type="module" src="/main.js"></script>`,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${Object(server.address()).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

const stage = createStage({ serve })

const button = (page: BrowserPage) => page.locator('main').getByRole('button')
const connected = '0xf39F…2266 · Local One'

/** Records all texts of the button, layout shifts, and errors and warnings of the console. */
async function watch(
  page: BrowserPage,
): Promise<{ buttonTexts(): Promise<readonly string[]>; readonly consoleMessages: string[] }> {
  const consoleMessages: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) consoleMessages.push(message.text())
  })
  await page.addInitScript(() => {
    const buttonTexts = new Set<string>()
    const readText = (): void => {
      const text = document.querySelector('main button')?.textContent
      if (text) buttonTexts.add(text)
    }
    new MutationObserver(readText).observe(document, { subtree: true, childList: true, characterData: true })
    new PerformanceObserver((list) => {
      if (list.getEntries().length > 0) buttonTexts.add('it moved')
    }).observe({ type: 'layout-shift', buffered: true })
    Object.assign(window, { buttonTexts })
  })
  return {
    buttonTexts: () => page.evaluate(() => [...(Reflect.get(window, 'buttonTexts') as Set<string>)]),
    consoleMessages,
  }
}

/** Waits until the wallet has been asked for its chain, and 300 ms longer. */
const settled = async (page: BrowserPage): Promise<void> => {
  await page.waitForFunction(() => {
    const calls = Object.values(window.testWallets ?? {}).flatMap((wallet) => wallet.calls)
    return calls.some(({ method }) => method === 'eth_chainId')
  })
  await page.waitForTimeout(300)
}

describe('a server-rendered page', () => {
  it('shows "Connect wallet" to a new visitor, without a layout shift or hydration mismatch', async () => {
    const { page } = await stage.open()
    const { buttonTexts, consoleMessages } = await watch(page)
    await page.reload({ waitUntil: 'networkidle' })
    expect([await buttonTexts(), consoleMessages]).toEqual([['Connect wallet'], []])
  })

  it('shows a returning visitor’s account without flicker, layout shift or hydration mismatch', async () => {
    const { page } = await stage.open()
    await connectWith(button(page))
    await expect.poll(() => button(page).textContent()).toBe(connected)

    const { buttonTexts, consoleMessages } = await watch(page)
    const response = await page.reload()
    const html = (await response?.text()) ?? ''
    expect(html).toMatch(/<main><button type="button">0xf39F…2266 · Local One<\/button>/)
    await settled(page)
    expect([await buttonTexts(), consoleMessages]).toEqual([[connected], []])
    await button(page).click()
    await row(page, 'Disconnect').click()
    await expect.poll(() => button(page).textContent()).toBe('Connect wallet')
    expect(await (await page.reload())?.text()).toContain('Connect wallet')
    expect(consoleMessages).toEqual([])
  })

  it('shows "Connect wallet" and deletes the cookie if the browser has no stored connection', async () => {
    const { page } = await stage.open()
    await connectWith(button(page))
    await page.evaluate(() => localStorage.clear())
    const { consoleMessages } = await watch(page)
    expect(await (await page.reload())?.text()).toContain('0xf39F…2266')
    await expect.poll(() => button(page).textContent()).toBe('Connect wallet')
    expect([await page.evaluate(() => document.cookie), consoleMessages]).toEqual(['', []])
  })

  it('ignores a malicious cookie', async () => {
    const { page } = await stage.open({ wallets: [] })
    for (const address of ['</main><script>document.title="owned"</script>', '0x"onclick="alert(1)']) {
      const value = [
        { namespace: 'eip155', address, type: 'eoa', caipNetworkId: 'eip155:1', connectorId: 'x', connectorName: 'x' },
      ]
      await page
        .context()
        .addCookies([
          { name: 'wallet-modal.default', value: encodeURIComponent(JSON.stringify(value)), url: stage.siteUrl },
        ])
      const html = (await (await page.reload())?.text()) ?? ''
      expect(html).toContain('Connect wallet')
      expect(html).not.toContain('owned')
    }
    expect(await page.title()).toBe('Page from a server')
  })
})
