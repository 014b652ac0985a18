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

/** React says what does not match in its development build only. */
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

/** A server that draws the page for each request from its cookie. */
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
    const drawn = renderToString(createElement(Page, { modal, state: data.state }))
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(
      `<!doctype html><html lang="en"><title>Page from a server</title><link rel="icon" href="data:,"><body><main>${drawn}</main>
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

/** Notes everything the button ever said on a page, how often anything moved, and what the console was told. */
async function note(page: BrowserPage): Promise<{ said(): Promise<readonly string[]>; readonly complaints: string[] }> {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  await page.addInitScript(() => {
    const said = new Set<string>()
    const look = (): void => {
      const text = document.querySelector('main button')?.textContent
      if (text) said.add(text)
    }
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
    new PerformanceObserver((list) => {
      if (list.getEntries().length > 0) said.add('it moved')
    }).observe({ type: 'layout-shift', buffered: true })
    Object.assign(window, { said })
  })
  return { said: () => page.evaluate(() => [...(Reflect.get(window, 'said') as Set<string>)]), complaints }
}

/** Until the wallet has been asked and has answered. */
const settled = async (page: BrowserPage): Promise<void> => {
  await page.waitForFunction(() => {
    const calls = Object.values(window.testWallets ?? {}).flatMap((wallet) => wallet.calls)
    return calls.some(({ method }) => method === 'eth_chainId')
  })
  await page.waitForTimeout(300)
}

describe('a page that a server draws', () => {
  it('says "Connect wallet" to who was never there, and that is what hydration finds', async () => {
    const { page } = await stage.open()
    const { said, complaints } = await note(page)
    await page.reload({ waitUntil: 'networkidle' })
    expect([await said(), complaints]).toEqual([['Connect wallet'], []])
  })

  it('is drawn with the account of who was: nothing flashes, nothing moves, React does not complain', async () => {
    const { page } = await stage.open()
    await connectWith(button(page))
    await expect.poll(() => button(page).textContent()).toBe(connected)

    const { said, complaints } = await note(page)
    const response = await page.reload()
    const html = (await response?.text()) ?? ''
    expect(html).toMatch(/<main><button type="button">0xf39F…2266 · Local One<\/button>/)
    await settled(page)
    expect([await said(), complaints]).toEqual([[connected], []])
    await button(page).click()
    await row(page, 'Disconnect').click()
    await expect.poll(() => button(page).textContent()).toBe('Connect wallet')
    expect(await (await page.reload())?.text()).toContain('Connect wallet')
    expect(complaints).toEqual([])
  })

  it('tells the truth where the cookie is old: the browser remembers nobody', async () => {
    const { page } = await stage.open()
    await connectWith(button(page))
    await page.evaluate(() => localStorage.clear())
    const { complaints } = await note(page)
    expect(await (await page.reload())?.text()).toContain('0xf39F…2266')
    await expect.poll(() => button(page).textContent()).toBe('Connect wallet')
    expect([await page.evaluate(() => document.cookie), complaints]).toEqual(['', []])
  })

  it('takes a hostile cookie for none', async () => {
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
