import type { BrowserContext, Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findWithAxe } from './support/axe.js'
import { record } from './support/history-page.js'
import { localNetworks } from './support/local-networks.js'
import { connectWith, dialog, row } from './support/modal.js'
import { servePage } from './support/page.js'
import { createStage } from './support/stage.js'
import { ACCOUNT } from './support/wallet.js'

const INDEXER = 'https://indexer.test'
const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** A site whose service lists past transactions, with a third-party plugin that lists others. */
const stage = createStage({
  serve: (sandboxUrl) =>
    servePage({
      services: [sandboxUrl, INDEXER],
      body: '<button id="open">Connect wallet</button>',
      script: `
        import { createWalletModal } from '@wallet-modal/kernel'
        import { account } from '@wallet-modal/account'
        import { connect } from '@wallet-modal/connect'
        import { eip155 } from '@wallet-modal/eip155'
        import { history } from '@wallet-modal/history'
        import { Transactions } from '@wallet-modal/history/contract'
        import { indexer } from '../third-party/indexer/src/index.js'
        const modal = createWalletModal({
          metadata: { name: 'Plain page' },
          networks: ${JSON.stringify(localNetworks(sandboxUrl))},
          endpoints: { catalogue: '${sandboxUrl}', blockchain: '${sandboxUrl}' },
          plugins: [eip155(), connect(), account(), history(), indexer({ url: '${INDEXER}', networks: ['eip155:31337'] })],
        })
        document.querySelector('#open').onclick = () => void modal.open()
        Object.assign(window, { activity: modal.use(history), openAll: () => void modal.open({ view: Transactions }) })`,
    }),
})

const hashOf = (id: string): string => `0x${id.padStart(64, '0')}`
/** An item as Blockscout sends it. */
const item = (id: string, timestamp: string): object => ({
  hash: hashOf(id),
  timestamp,
  from: { hash: ACCOUNT },
  to: { hash: friend },
  value: '250000000000000000',
  fee: { type: 'actual', value: '21000000000000' },
  status: 'ok',
  transaction_types: ['coin_transfer'],
})

const service: Readonly<Record<string, object>> = {
  '': { data: [record('a1', { at: '2026-11-03T10:00:00Z' })], next: 'two' },
  two: {
    data: [record('a2', { at: '2026-09-01T10:00:00Z' }), record('a3', { at: '2026-05-01T10:00:00Z' })],
    next: null,
  },
}
const indexed: Readonly<Record<string, object>> = {
  '': {
    items: [item('b1', '2026-11-04T10:00:00Z'), item('a2', '2026-09-01T10:00:00Z')],
    next_page_params: { block_number: 7, index: 0 },
  },
  '7': { items: [item('b2', '2026-07-01T10:00:00Z')], next_page_params: null },
}

async function answer(context: BrowserContext, isIndexerUp: () => boolean): Promise<string[]> {
  const requestLog: string[] = []
  const reply = (json: object | undefined) => (route: Route) =>
    json
      ? route.fulfill({ json, headers: { 'access-control-allow-origin': '*' } })
      : route.fulfill({ status: 400, headers: { 'access-control-allow-origin': '*' } })
  await context.route('**/v1/supported-chains*', reply({ http: ['eip155:31337'], ws: [] }))
  await context.route('**/v1/account/*/history*', (route) => {
    const cursor = new URL(route.request().url()).searchParams.get('cursor') ?? ''
    requestLog.push(`service ${cursor}`)
    return reply(service[cursor])(route)
  })
  await context.route(`${INDEXER}/**`, (route) => {
    const { pathname, searchParams } = new URL(route.request().url())
    const block = searchParams.get('block_number') ?? ''
    requestLog.push(`indexer ${block}`)
    expect(pathname).toBe(`/addresses/${ACCOUNT}/transactions`)
    return reply(isIndexerUp() ? indexed[block] : undefined)(route)
  })
  return requestLog
}

async function openActivity(
  isIndexerUp: () => boolean,
): Promise<{ readonly page: Page; readonly requestLog: readonly string[] }> {
  let requestLog: readonly string[] = []
  const { page } = await stage.open({
    prepare: async (context) => {
      requestLog = await answer(context, isIndexerUp)
    },
  })
  await connectWith(page.locator('#open'))
  await page.evaluate(() => Reflect.get(window, 'openAll')())
  return { page, requestLog }
}
const hashes = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const { value }: { value: readonly { readonly hash: string }[] } = Reflect.get(window, 'activity').entries
    return value.map(({ hash }) => hash)
  })
const listed = (...ids: readonly string[]): readonly string[] => ids.map(hashOf)

describe('a history source of a third-party plugin', () => {
  it('is merged with the service by time, page by page, without duplicates', async () => {
    const { page, requestLog } = await openActivity(() => true)
    await expect.poll(() => hashes(page)).toEqual(listed('b1', 'a1', 'a2', 'b2', 'a3'))
    expect([...requestLog].sort()).toEqual(['indexer ', 'indexer 7', 'service ', 'service two'])
    await expect
      .poll(() => dialog(page).getByRole('list', { name: 'Transactions' }).locator('.wm-item').count())
      .toBe(5)
    await dialog(page).getByRole('list', { name: 'Transactions' }).locator('.wm-item').nth(2).click()
    await dialog(page).getByText(hashOf('a2')).first().waitFor()
    await dialog(page).getByText('0.000021 ETH').waitFor() // only the indexer knows the fee
  })

  it('is named if it fails while the service’s entries are shown; Try again requests only this source', async () => {
    let isUp = false
    const { page, requestLog } = await openActivity(() => isUp)
    await dialog(page).getByText('Some transactions may be missing').waitFor()
    await dialog(page).getByText('No answer from: Blockscout').waitFor()
    await expect.poll(() => hashes(page)).toEqual(listed('a1', 'a2', 'a3'))
    expect(await findWithAxe(page, 'html')).toEqual([])
    isUp = true
    const before = requestLog.filter((one) => one.startsWith('service')).length
    await row(page, 'Try again').click()
    await expect.poll(() => hashes(page)).toEqual(listed('b1', 'a1', 'a2', 'b2', 'a3'))
    expect(requestLog.filter((one) => one.startsWith('service')).length).toBe(before)
    expect(await dialog(page).getByText('may be missing').count()).toBe(0)
  })
})
