import { sandboxAt } from '@wallet-modal/sandbox/testing'
import type { Page } from 'playwright-core'
import { describe, expect, it, vi } from 'vitest'
import { localNetworks } from './support/local-networks.js'
import { connectWith, dialog, row } from './support/modal.js'
import { servePage } from './support/page.js'
import { createStage } from './support/stage.js'

/** A site that reports events to the sandbox and collects them with `onEvent`. */
const stage = createStage({
  serve: (sandboxUrl) =>
    servePage({
      services: [sandboxUrl],
      body: '<button id="open">Connect wallet</button>',
      script: `
        import { createWalletModal } from '@wallet-modal/kernel'
        import { account } from '@wallet-modal/account'
        import { analytics } from '@wallet-modal/analytics'
        import { connect } from '@wallet-modal/connect'
        import { eip155 } from '@wallet-modal/eip155'
        const query = new URLSearchParams(location.search)
        const report = analytics({ service: !query.has('own') })
        const modal = createWalletModal({
          metadata: { name: 'Plain page' },
          networks: ${JSON.stringify(localNetworks(sandboxUrl))},
          endpoints: { catalogue: '${sandboxUrl}', blockchain: '${sandboxUrl}', analytics: '${sandboxUrl}' },
          plugins: [eip155(), connect(), account(), report],
        })
        window.receivedEvents = []
        modal.use(analytics).onEvent(({ props }) => window.receivedEvents.push(props.event))
        document.querySelector('#open').onclick = () => void modal.open()`,
    }),
})

interface Item {
  readonly eventId: string
  readonly url: string
  readonly domain: string
  readonly props: { readonly event: string; readonly properties: Record<string, unknown> }
}

async function reported(): Promise<readonly Item[]> {
  const reply = await fetch(`${stage.sandboxUrl}/sandbox/analytics`)
  return (await reply.json()).items
}

const receivedEvents = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => Reflect.get(window, 'receivedEvents'))
const watchRequests = (page: Page) => {
  const requestUrls: string[] = []
  page.on('request', (request) => {
    if (/\/(e|batch|getAnalyticsConfig)$/.test(new URL(request.url()).pathname)) requestUrls.push(request.url())
  })
  return requestUrls
}

describe('analytics', () => {
  it('reports the events of a visit in order, without the query and hash of the URL and without addresses', async () => {
    const { page } = await stage.open({ query: '?secret=1#hash' })
    await connectWith(page.locator('#open'))
    await page.click('#open')
    await row(page, /Choose Network/).click()
    await row(page, /Local Two/).click()
    await vi.waitFor(async () =>
      expect((await reported()).map(({ props }) => props.event)).toEqual([
        'INITIALIZE',
        'MODAL_OPEN',
        'SELECT_WALLET',
        'CONNECT_SUCCESS',
        'MODAL_CLOSE',
        'MODAL_OPEN',
        'CLICK_NETWORKS',
        'SWITCH_NETWORK',
      ]),
    )
    const items = await reported()
    expect(items[0]).toMatchObject({ url: stage.siteUrl, domain: '127.0.0.1', props: { type: 'track' } })
    expect(items[0]?.props.properties).toEqual({
      networks: ['eip155:31337', 'eip155:31338'],
      themeMode: 'auto',
      locale: 'en-US',
    })
    const selected = { name: 'Zephyr', view: 'Connect' }
    expect(items[2]?.props.properties).toEqual({ ...selected, platform: 'browser' })
    expect(items[3]?.props.properties).toEqual({ ...selected, method: 'browser', network: 'eip155:31337' })
    expect(items[7]?.props.properties).toEqual({ network: 'eip155:31338' })
    expect(new Set(items.map(({ eventId }) => eventId)).size).toBe(items.length)
    expect(JSON.stringify(items)).not.toMatch(/secret|#hash|0x[\da-f]{40}/i)
  })

  it('makes no request after a reload before the visitor opens the modal', async () => {
    const { page } = await stage.open()
    const requestUrls = watchRequests(page)
    await connectWith(page.locator('#open'))
    // waits for the last event of this visit, so that its request is not counted after the reload
    await vi.waitFor(async () => expect((await reported()).at(-1)?.props.event).toBe('MODAL_CLOSE'))
    expect(requestUrls.length).toBeGreaterThan(2)
    requestUrls.length = 0
    await page.reload()
    await page.waitForTimeout(500)
    expect(requestUrls).toEqual([])
  })

  it('sends nothing if the browser sends Global Privacy Control', async () => {
    const { page } = await stage.open()
    await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
    await page.reload()
    const [requestUrls, before] = [watchRequests(page), await reported()]
    await connectWith(page.locator('#open'))
    await page.waitForTimeout(500)
    expect([requestUrls, await receivedEvents(page), await reported()]).toEqual([[], [], before])
  })

  it('shows that the service rejects the origin, and sends nothing afterwards', async () => {
    await sandboxAt(stage.sandboxUrl).fault({ on: 'api', path: '/e', status: 403 })
    const { page } = await stage.open()
    const requestUrls = watchRequests(page)
    await page.click('#open')
    await page.getByText('Invalid App Configuration').waitFor()
    await row(page, 'Zephyr').click()
    await dialog(page).waitFor({ state: 'hidden' })
    await page.waitForTimeout(300)
    expect(requestUrls.map((url) => new URL(url).pathname)).toEqual(['/getAnalyticsConfig', '/e'])
  })

  it('passes all events to the site if the service is disabled', async () => {
    const { page } = await stage.open({ query: '?own' })
    const requestUrls = watchRequests(page)
    await page.click('#open')
    await row(page, 'Close').click()
    await vi.waitFor(async () =>
      expect(await receivedEvents(page)).toEqual(['INITIALIZE', 'MODAL_OPEN', 'MODAL_CLOSE']),
    )
    expect(requestUrls).toEqual([])
  })
})
