// @vitest-environment happy-dom
import type { WalletModal } from '@wallet-modal/kernel'
import {
  createFakeApi,
  createFakeNamespace,
  type RenderedModal,
  renderModal,
  waitUntil,
} from '@wallet-modal/kernel/testing'
import fc from 'fast-check'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { Account } from '../../../plugins/account/src/contract.js'
import { account } from '../../../plugins/account/src/index.js'
import { walletPage } from '../../../plugins/connect/src/catalogue/reply.js'
import { AllWallets, Connect, Downloads } from '../../../plugins/connect/src/contract.js'
import { connect } from '../../../plugins/connect/src/index.js'
import { hurry } from '../../support/hostile-server.js'
import { type Mutation, mutationsOf, trial } from '../../support/mutations.js'
import { poisonIds } from '../../support/poison.js'
import { watchRealm } from './outcome.js'

/** Fewer runs, because the other files in this folder test the parsing of replies at length. */
const runs = { numRuns: trial.numRuns / 50, seed: trial.seed }
const wallet = {
  id: 'one',
  name: 'One',
  image_id: 'one',
  image_url: 'https://images.test/one.png',
  homepage: 'https://one.test',
  mobile_link: 'one://',
  webapp_link: 'https://app.one.test',
  app_store: 'https://apps.one.test',
  play_store: 'https://play.one.test',
  chrome_store: 'https://chrome.one.test',
}
const undo = hurry(() => false)
watchRealm()
afterEach(() => localStorage.clear())
afterAll(undo)

const responseOf = ({ status, headers, body }: Mutation): Response =>
  new Response(status === 204 || status === 304 ? null : body, { status, headers })

/** Expects no scripts, frames or event handlers in the dialog, and only safe links and images. */
function expectHarmless(dialog: HTMLElement): void {
  expect(dialog.querySelectorAll('script, iframe, object, embed, link, base, form[action]').length).toBe(0)
  for (const element of dialog.querySelectorAll('*')) {
    expect(element.getAttributeNames().filter((name) => name.startsWith('on') || name === 'srcdoc')).toEqual([])
    const { href, src } = { href: element.getAttribute('href'), src: element.getAttribute('src') }
    if (href !== null) expect(href).toMatch(/^https:\/\/[^@]+$/)
    if (src !== null) expect(src).toMatch(/^(https:\/\/|data:image\/)/)
  }
}

/** Expects that the modal closes, and opens again with content. */
async function expectOperable({ modal, text }: RenderedModal, words: string): Promise<void> {
  expect(modal.errors.value).toEqual([])
  expect(modal.close()).toBe(true)
  void modal.open()
  await waitUntil(() => expect(text()).toContain(words))
}

describe('A4: views with hostile data', () => {
  test(`Connect stays safe and usable (${runs.numRuns} mutations, seed ${runs.seed})`, {
    timeout: 120_000,
  }, async () => {
    const valid = { count: 2, data: [wallet, { id: 'two', name: 'Two' }] }
    let shown = 0
    await fc.assert(
      fc.asyncProperty(mutationsOf(valid), async (mutation) => {
        using api = createFakeApi({ 'catalogue:/getWallets': () => responseOf(mutation) })
        using rendered = await renderModal([api.plugin, connect()], { view: Connect })
        await waitUntil(() => expect(api.requests.length).toBeGreaterThan(0))
        await waitUntil(() => expect(rendered.dialog().querySelector('.wm-skeleton')).toBeNull())
        expectHarmless(rendered.dialog())
        if (rendered.text().includes('Two')) shown++
        await expectOperable(rendered, 'Connect')
      }),
      runs,
    )
    expect(shown).toBeGreaterThan(0)
  })

  test(`AllWallets stays safe and usable (${runs.numRuns} mutations, seed ${runs.seed})`, {
    timeout: 120_000,
  }, async () => {
    const valid = { count: 2, data: [wallet, { id: 'two', name: 'Two' }] }
    let shown = 0
    await fc.assert(
      fc.asyncProperty(mutationsOf(valid), async (mutation) => {
        using api = createFakeApi({ 'catalogue:/getWallets': () => responseOf(mutation) })
        using rendered = await renderModal([api.plugin, connect()], { view: AllWallets })
        await waitUntil(() => expect(api.requests.length).toBeGreaterThan(1))
        await waitUntil(() => expect(rendered.dialog().querySelector('.wm-skeleton')).toBeNull())
        expectHarmless(rendered.dialog())
        expect(api.requests.length).toBeLessThan(12)
        if (rendered.text().includes('Two')) shown++
        await expectOperable(rendered, 'Connect')
      }),
      runs,
    )
    expect(shown).toBeGreaterThan(0)
  })

  test(`Downloads stays safe and usable (${runs.numRuns} wallets, seed ${runs.seed})`, {
    timeout: 120_000,
  }, async () => {
    const link = fc.oneof(fc.constantFrom(...poisonIds), fc.constant('https://good.test/'))
    const links = {
      homepage: link,
      mobile_link: link,
      webapp_link: link,
      app_store: link,
      play_store: link,
      chrome_store: link,
    }
    let linkCount = 0
    await fc.assert(
      fc.asyncProperty(fc.record({ ...links, name: link, image_url: link }), async (hostile) => {
        const result = walletPage['~standard'].validate({ data: [{ id: 'one', ...hostile }] })
        if (result instanceof Promise || result.issues) throw new Error('no wallets')
        const [one] = result.value.wallets
        // A name of only white space, control characters and lone surrogates is invalid.
        if (!one) return void expect(hostile.name.replace(/[\s\p{C}]/gu, '')).toBe('')
        using rendered = await renderModal([connect()], { view: Downloads, params: { wallet: one } })
        expectHarmless(rendered.dialog())
        linkCount += rendered.dialog().querySelectorAll('a[href]').length
        await expectOperable(rendered, 'Connect')
      }),
      runs,
    )
    expect(linkCount).toBeGreaterThan(0)
  })

  test(`Account stays safe and usable (${runs.numRuns} mutations, seed ${runs.seed})`, {
    timeout: 120_000,
  }, async () => {
    const valid = { name: 'someone.test', avatar: 'https://images.test/someone.png' }
    let named = 0
    await fc.assert(
      fc.asyncProperty(mutationsOf(valid), async (mutation) => {
        const fake = createFakeNamespace()
        using api = createFakeApi({ 'blockchain:/v1/identity/fake-1': () => responseOf(mutation) })
        using rendered = await renderAccount(fake, api)
        await waitUntil(() => expect(api.requests.length).toBeGreaterThan(0))
        await new Promise((next) => setTimeout(next, 20))
        expectHarmless(rendered.dialog())
        expect(rendered.text()).toContain('fake-1')
        if (rendered.text().includes(valid.name)) named++
        await expectOperable(rendered, 'fake-1')
      }),
      runs,
    )
    expect(named).toBeGreaterThan(0)
  })
})

async function renderAccount(
  fake: ReturnType<typeof createFakeNamespace>,
  api: ReturnType<typeof createFakeApi>,
): Promise<RenderedModal> {
  const rendered = await renderModal([api.plugin, connect(), account(), fake.plugin()], {
    networks: fake.networks,
    view: Connect,
  })
  const { modal }: { modal: WalletModal } = rendered
  await modal.connections.connect(fake.wallet.connector)
  void modal.open({ view: Account })
  await waitUntil(() => expect(rendered.text()).toContain('fake-1'))
  return rendered
}
