// @vitest-environment happy-dom
import { createFakeNamespace, type RenderedModal, renderModal, waitUntil } from '@wallet-modal/kernel/testing'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Devtools } from './contract.js'
import { devtools } from './index.js'
import { MAX_ENTRIES, toEntry } from './record.js'

let rendered: RenderedModal | undefined
beforeEach(() => {
  performance.clearMeasures() // of test files before this one
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  localStorage.clear()
})
afterEach(() => {
  rendered?.dispose()
  performance.clearMeasures()
})

const said = (text: RegExp) => waitUntil(() => expect(rendered?.text()).toMatch(text))

it('shows what was found, what happened and how long plugins took', async () => {
  const fake = createFakeNamespace()
  rendered = await renderModal([fake.plugin(), devtools()], { networks: fake.networks, view: Devtools })
  await said(/fake wallet.*ANNOUNCED · fake · fake-wallet/)
  await rendered.modal.connections.connect(fake.wallet.connector)
  rendered.click('Timeline')
  await said(/connected@wallet-modal\/kernel · .*"connectorId":"fake-wallet".*fake: connected/)
  rendered.click('Plugins')
  await said(/fake-fake[\d.]+ ms@wallet-modal\/devtools[\d.]+ ms/)
  rendered.click('Requests')
  await said(/No events yet/)
})

it('its button opens the view, and goes with the plugin', async () => {
  const fake = createFakeNamespace()
  rendered = await renderModal([fake.plugin(), devtools()], { networks: fake.networks, view: Devtools })
  rendered.close()
  const find = () => document.querySelector('[data-wallet-modal-devtools]')?.shadowRoot?.querySelector('button')
  find()?.click()
  await said(/Wallets/)
  rendered.dispose()
  expect(find()).toBeUndefined()
})

it('clears its lists, and keeps no more than it can show', async () => {
  const fake = createFakeNamespace()
  rendered = await renderModal([fake.plugin(), devtools()], { networks: fake.networks, view: Devtools })
  const record = rendered.modal.use(devtools)
  for (let at = 0; at < MAX_ENTRIES + 50; at++)
    performance.measure(`wallet-modal event number ${at}`, { start: performance.now() })
  await waitUntil(() => expect(record?.entries.value.at(-1)?.name).toBe(`number ${MAX_ENTRIES + 49}`))
  expect(record?.entries.value).toHaveLength(MAX_ENTRIES)
  rendered.click('Timeline')
  await said(/number 1049/)
  rendered.click('Clear')
  await said(/No events yet/)
})

it('leaves what others write on the timeline alone', () => {
  performance.measure('somebody else')
  performance.measure('wallet-modal nothing known')
  expect(performance.getEntriesByType('measure').flatMap((entry) => toEntry(entry) ?? [])).toEqual([])
})
