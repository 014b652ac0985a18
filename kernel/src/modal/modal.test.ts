// @vitest-environment happy-dom
import { createElement } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { closed, opened } from '../domain/events.js'
import { closeGuards, openingViews } from '../domain/slots.js'
import { type Context, definePlugin, lazyView } from '../plugins/plugin.js'
import { event, view } from '../plugins/token.js'
import { createFakeNamespace } from '../testing/fake-namespace.js'
import { inlineUi } from '../testing/inline-ui.js'
import { renderModal, waitUntil } from '../testing/render-modal.js'
import { createWalletModal } from './modal.js'
import type { WalletModal } from './wallet-modal.js'

const First = view('test#First')
const Second = view<{ readonly n: number }, string>('test#Second')
const page = (text: string) => async () => ({ default: () => createElement('p', {}, text) })

const site = (setup: (ctx: Context) => unknown = () => undefined) =>
  definePlugin<object, unknown>({
    name: 'site',
    kernel: '^0.1',
    ...inlineUi({
      views: [
        lazyView(First, page('the first view'), { label: 'first' }),
        lazyView(Second, page('the second view'), { label: 'second' }),
      ],
    }),
    setup,
  })
const create = (setup?: (ctx: Context) => unknown, config: object = {}): WalletModal =>
  createWalletModal({ plugins: [site(setup)()], prefetch: 'never', logLevel: 'silent', ...config })

afterEach(() => {
  localStorage.clear()
  vi.restoreAllMocks()
})

describe('opening', () => {
  test('opens the first view, by order, whose `when` returns true', async () => {
    using shown = await renderModal([
      site((ctx) => {
        ctx.add(openingViews, { view: First, when: () => true }, { order: 2 })
        ctx.add(openingViews, { view: view('test#Unregistered'), when: () => true }, { order: 0 })
        ctx.add(openingViews, { view: First, when: () => false }, { order: 1 })
      })(),
    ])
    expect(shown.text()).toContain('the first view')
    expect(shown.modal.isOpen.value).toBe(true)
  })

  test('emits one event each for opening and closing, and each call of open() resolves when the modal is closed', async () => {
    using modal = create((ctx) => ctx.add(openingViews, { view: First, when: () => true }))
    const events: string[] = []
    modal.on(opened, () => events.push('opened'))
    modal.on(closed, () => events.push('closed'))
    const visits = [modal.open(), modal.open(), modal.open({ view: First })]
    expect(modal.isOpen.value).toBe(true)
    expect(modal.close()).toBe(true)
    expect(await Promise.all(visits)).toEqual([undefined, undefined, undefined])
    expect([events, modal.isOpen.value, modal.close()]).toEqual([['opened', 'closed'], false, true])
  })

  test('open() passes the params to the view, and resolves to undefined when the modal is closed', async () => {
    let ctx: Context | undefined
    using modal = create((given) => {
      ctx = given
    })
    const answer = modal.open({ view: Second, params: { n: 1 } })
    expect(ctx?.router.current.value?.params).toEqual({ n: 1 })
    modal.close()
    expect(await answer).toBeUndefined()
  })

  test('a plugin that pushes a view opens the modal', async () => {
    let ctx: Context | undefined
    using modal = create((given) => {
      ctx = given
    })
    void ctx?.router.push(First)
    await waitUntil(() =>
      expect(document.querySelector('[data-wallet-modal="default"]')?.shadowRoot?.textContent).toContain(
        'the first view',
      ),
    )
    expect(modal.isOpen.value).toBe(true)
  })

  test('without a plugin that registers a view, the error names the plugin to add', async () => {
    using modal = createWalletModal({ plugins: [], logLevel: 'silent' })
    await expect(modal.open()).rejects.toMatchObject({
      code: 'NO_VIEW',
      message: expect.stringContaining('@wallet-modal/connect'),
    })
    expect([modal.isOpen.value, document.body.childElementCount]).toEqual([false, 0])
  })

  test('I1: if `when` throws, only its plugin is disabled', async () => {
    const bad = definePlugin({
      name: 'bad',
      kernel: '^0.1',
      setup: (ctx) =>
        void ctx.add(
          openingViews,
          {
            view: First,
            when: () => {
              throw new Error('no')
            },
          },
          { order: -1 },
        ),
    })
    using modal = createWalletModal({
      plugins: [bad(), site((ctx) => ctx.add(openingViews, { view: First, when: () => true }))()],
      prefetch: 'never',
      logLevel: 'silent',
    })
    void modal.open()
    expect(modal.isOpen.value).toBe(true)
    expect(modal.errors.value.map(({ code, plugin }) => [code, plugin])).toEqual([['PLUGIN_FAILED', 'bad']])
  })

  test('disposing an open modal resolves the promises of open() and removes the modal from the page', async () => {
    const shown = await renderModal([site()()], { view: First, id: 'ending' })
    const visit = shown.modal.open({ view: Second, params: { n: 1 } })
    shown.dispose()
    shown.dispose()
    expect(await visit).toBeUndefined()
    expect(document.querySelector('[data-wallet-modal="ending"]')).toBeNull()
  })

  test('a modal that is disposed immediately is never inserted into the page', async () => {
    const modal = create((ctx) => ctx.add(openingViews, { view: First, when: () => true }))
    const visit = modal.open()
    modal.dispose()
    expect(await visit).toBeUndefined()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(document.body.childElementCount).toBe(0)
  })
})

describe('A5: a refused close', () => {
  test('keeps the view open; a guard that throws is ignored and its plugin disabled', async () => {
    let refuses = true
    const guard = definePlugin({
      name: 'guard',
      kernel: '^0.1',
      setup: (ctx) => void ctx.add(closeGuards, () => !refuses),
    })
    using modal = createWalletModal({ plugins: [site()(), guard()], prefetch: 'never', logLevel: 'silent' })
    void modal.open({ view: First })
    expect([modal.close(), modal.isOpen.value]).toEqual([false, true])
    refuses = false
    expect([modal.close(), modal.isOpen.value]).toEqual([true, false])
    const bad = definePlugin({
      name: 'bad',
      kernel: '^0.1',
      setup: (ctx) =>
        void ctx.add(closeGuards, () => {
          throw new Error('no')
        }),
    })
    using other = createWalletModal({ id: 'other', plugins: [site()(), bad()], prefetch: 'never', logLevel: 'silent' })
    void other.open({ view: First })
    expect(other.close()).toBe(true)
    expect(other.errors.value.map(({ plugin }) => plugin)).toEqual(['bad'])
  })
})

describe('A6: several modals', () => {
  test('two modals with the same id are an error; two modals with different ids are not', () => {
    using first = create()
    expect(() => create()).toThrow(expect.objectContaining({ code: 'DUPLICATE_INSTANCE' }))
    using second = create(undefined, { id: 'second' })
    expect([first.id, second.id]).toEqual(['default', 'second'])
  })

  test('a hundred modals, each disposed before the next is created, leave no element in the page', async () => {
    for (let round = 0; round < 100; round++) {
      using modal = create((ctx) => ctx.add(openingViews, { view: First, when: () => true }))
      void modal.open()
      if (round % 10 === 0)
        await waitUntil(() => expect(document.querySelectorAll('[data-wallet-modal]').length).toBe(1))
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(document.body.childElementCount).toBe(0)
  })

  test('an invalid configuration does not reserve its id', () => {
    expect(() => createWalletModal({ plugins: [site()(), site()()], id: 'free' })).toThrow()
    expect(() => create(undefined, { id: 'free', locale: 'en_US' })).toThrow('en_US')
    using modal = create(undefined, { id: 'free' })
    expect(modal.id).toBe('free')
  })
})

describe('a site', () => {
  test('gets reports of errors in its listeners; such an error affects no other listener', () => {
    const happened = event('test#happened')
    let ctx: Context | undefined
    using modal = create((given) => {
      ctx = given
    })
    const heard = vi.fn()
    modal.on(happened, () => {
      throw new Error('site')
    })
    const stop = modal.on(happened, heard)
    ctx?.emit(happened)
    stop()
    ctx?.emit(happened)
    expect(heard).toHaveBeenCalledOnce()
    expect(modal.errors.value[0]?.message).toBe('The site\'s listener of "test#happened" failed: site')
  })

  test('adds and removes a network; adding a network with the id of a listed network changes nothing', () => {
    const { networks } = createFakeNamespace()
    const [one, two] = networks
    using modal = create(undefined, { networks: [one] })
    const remove = modal.addNetwork(two)
    modal.addNetwork({ ...one, name: 'An impostor' })
    expect(modal.networks.value.map(({ name }) => name)).toEqual(['fake 1', 'fake 2'])
    remove()
    expect(modal.networks.value.map(({ name }) => name)).toEqual(['fake 1'])
  })

  test('changes theme and language', () => {
    using modal = create(undefined, { theme: 'dark', locale: 'en' })
    modal.setTheme({ accent: '#123456' })
    modal.setLocale('de-at')
    expect([modal.theme.value, modal.locale.value]).toEqual([{ mode: 'dark', accent: '#123456' }, 'de-AT'])
  })

  test('reads at most 100 errors of the modal, the latest ones', () => {
    let ctx: Context | undefined
    using modal = create((given) => {
      ctx = given
    })
    for (let at = 0; at < 300; at++) expect(() => ctx?.storage.set(`key ${at}`, 1)).toThrow()
    expect(modal.errors.value.length).toBe(100)
    expect(modal.errors.value.at(-1)?.message).toContain('key 299')
  })

  test('H4: forget disconnects and deletes all keys of this modal, and no others', async () => {
    const fake = createFakeNamespace()
    localStorage.setItem('the-site', 'kept')
    using other = createWalletModal({
      id: 'other',
      plugins: [fake.plugin()],
      networks: fake.networks,
      prefetch: 'never',
    })
    await other.connections.connect(fake.wallet.connector)
    using modal = createWalletModal({ plugins: [fake.plugin()], networks: fake.networks, prefetch: 'never' })
    await modal.connections.connect(fake.wallet.connector)
    expect(localStorage.length).toBe(3)
    await modal.forget()
    expect(Object.keys(localStorage).sort()).toEqual(['the-site', 'wallet-modal/other/fake-fake/connector'])
    expect(modal.connections.status.value).toBe('disconnected')
  })
})
