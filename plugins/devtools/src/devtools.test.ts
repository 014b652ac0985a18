// @vitest-environment happy-dom
import { createFakeNamespace, type RenderedModal, renderModal, waitUntil } from '@wallet-modal/kernel/testing'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Devtools } from './contract.js'
import { devtools } from './index.js'
import { MAX_ENTRIES, toEntry } from './record.js'

let rendered: RenderedModal | undefined
beforeEach(() => {
  performance.clearMeasures() // removes the measures of earlier test files
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  localStorage.clear()
})
afterEach(() => {
  rendered?.dispose()
  performance.clearMeasures()
})

const showsText = (text: RegExp) => waitUntil(() => expect(rendered?.text()).toMatch(text))

it('the devtools view shows the discovered wallets, the events and the start-up time of each plugin', async () => {
  const fake = createFakeNamespace()
  rendered = await renderModal([fake.plugin(), devtools()], { networks: fake.networks, view: Devtools })
  await showsText(/fake wallet.*ANNOUNCED · fake · fake-wallet/)
  await rendered.modal.connections.connect(fake.wallet.connector)
  rendered.click('Timeline')
  await showsText(/connected@wallet-modal\/kernel · .*"connectorId":"fake-wallet".*fake: connected/)
  rendered.click('Plugins')
  await showsText(/fake-fake[\d.]+ ms@wallet-modal\/devtools[\d.]+ ms/)
  rendered.click('Requests')
  await showsText(/No events yet/)
})

it('the devtools button opens the view, and is removed when the modal is disposed', async () => {
  const fake = createFakeNamespace()
  rendered = await renderModal([fake.plugin(), devtools()], { networks: fake.networks, view: Devtools })
  rendered.close()
  const find = () => document.querySelector('[data-wallet-modal-devtools]')?.shadowRoot?.querySelector('button')
  find()?.click()
  await showsText(/Wallets/)
  rendered.dispose()
  expect(find()).toBeUndefined()
})

it('the timeline keeps at most MAX_ENTRIES entries, and "Clear" removes them, but not those of the other tabs', async () => {
  const fake = createFakeNamespace()
  rendered = await renderModal([fake.plugin(), devtools()], { networks: fake.networks, view: Devtools })
  const record = rendered.modal.use(devtools)
  for (let at = 0; at < MAX_ENTRIES + 50; at++)
    performance.measure(`wallet-modal event number ${at}`, { start: performance.now() })
  await waitUntil(() => expect(record?.entries.value.at(-1)?.name).toBe(`number ${MAX_ENTRIES + 49}`))
  const count = (kind: string) => record?.entries.value.filter((entry) => entry.kind === kind).length
  expect(count('event')).toBe(MAX_ENTRIES)
  performance.measure('wallet-modal request https://node.test/', { start: performance.now() })
  await waitUntil(() => expect(count('request')).toBe(1))
  rendered.click('Timeline')
  await showsText(/number 1049/)
  rendered.click('Clear')
  await showsText(/No events yet/)
  expect(count('request')).toBe(1)
  rendered.click('Plugins')
  await showsText(/fake-fake[\d.]+ ms/)
})

it('toEntry ignores performance measures of other code', () => {
  performance.measure('somebody else')
  performance.measure('wallet-modal nothing known')
  expect(performance.getEntriesByType('measure').flatMap((entry) => toEntry(entry) ?? [])).toEqual([])
})
