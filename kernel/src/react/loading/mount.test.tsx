// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest'
import { createWalletModal, definePlugin, openingViews, persistentElements, view, viewOf } from '../../index.js'
import { createFakeNamespace } from '../../testing/fake-namespace.js'
import { inlineUi } from '../../testing/inline-ui.js'
import { Section } from '../../ui/layout/section.js'
import { Broken, context, dialog, home, host, resetEachTest, setLoad, shadow, start } from './mount.test.fixtures.js'

resetEachTest()

describe('a modal in the page', () => {
  it('opens again if the page replaced its body', async () => {
    using modal = start()
    const first = modal.open()
    await vi.waitFor(() => expect(dialog().open).toBe(true))
    modal.close()
    await first
    document.body.replaceWith(document.createElement('body'))
    void modal.open()
    await vi.waitFor(() => expect(host().isConnected && dialog().open).toBe(true))
  })

  it('inserts nothing into the page before it is opened', async () => {
    using _modal = start()
    await vi.waitFor(() => expect(document.querySelector('[data-wallet-modal]')).toBeNull())
  })

  it('G1: contains no style element and no style attribute', async () => {
    using modal = start()
    void modal.open()
    await vi.waitFor(() => expect(shadow().textContent).toContain('Hello'))
    expect(shadow().querySelectorAll('style,[style]')).toHaveLength(0)
    expect(shadow().adoptedStyleSheets).toHaveLength(2)
  })

  it('adds the styles of components that are loaded later only once, with the first of these components', async () => {
    setLoad(async () => ({
      default: () => (
        <>
          <Section>one</Section>
          <Section>two</Section>
        </>
      ),
    }))
    using modal = start()
    void modal.open({ view: Broken })
    await vi.waitFor(() => expect(shadow().textContent).toContain('two'))
    const rules = shadow().adoptedStyleSheets.map((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText).join(''))
    expect(rules.map((text) => text.includes('.wm-section-title'))).toEqual([false, false, true])
  })

  it("L2: a view has the language and direction of its plugin's texts", async () => {
    using modal = start()
    const langs = () =>
      [dialog(), ...shadow().querySelectorAll('.wm-view,.wm-slot')].map((one) => [
        one.getAttribute('lang'),
        one.getAttribute('dir'),
      ])
    const drawn = (text: string) => vi.waitFor(() => expect(shadow().textContent).toContain(text))
    void modal.open()
    await drawn('Hello')
    expect(langs()).toEqual([
      ['en', 'ltr'],
      ['en', 'ltr'],
      [null, null],
    ])
    modal.setLocale('ar')
    await drawn('مرحبا')
    expect(langs()).toEqual([
      ['ar', 'rtl'],
      ['ar', 'rtl'],
      [null, null],
    ])
    modal.setLocale('he')
    await drawn('Hello')
    expect(langs()).toEqual([
      ['en', 'ltr'],
      ['en', 'ltr'],
      [null, null],
    ])
  })

  it('leaves nothing behind when it is disposed', async () => {
    const modal = start()
    void modal.open()
    await vi.waitFor(() => expect(shadow().textContent).toContain('Hello'))
    modal.dispose()
    expect(document.querySelector('[data-wallet-modal]')).toBeNull()
    expect(document.body.childElementCount).toBe(0)
  })

  it('each of several modals has its own host element', async () => {
    using one = start()
    using two = createWalletModal({ id: 'two', plugins: [home()], prefetch: 'never', logLevel: 'silent' })
    void one.open()
    void two.open()
    await vi.waitFor(() => expect(document.querySelectorAll('[data-wallet-modal]')).toHaveLength(2))
    expect(
      [...document.querySelectorAll<HTMLElement>('[data-wallet-modal]')].map((each) => each.dataset.walletModal).sort(),
    ).toEqual(['default', 'two'])
  })
})

describe('persistent elements', () => {
  it('are created once and are not moved', async () => {
    const create = vi.fn(() => document.createElement('section'))
    using modal = start()
    const remove = context.add(persistentElements, { id: 'frame', create })
    await vi.waitFor(() => expect(dialog().querySelector('section')).toBeTruthy())
    const frame = dialog().querySelector('section')
    void modal.open()
    await vi.waitFor(() => expect(shadow().textContent).toContain('Hello'))
    modal.close()
    await vi.waitFor(() => expect(dialog().open).toBe(false))
    expect(dialog().querySelector('section')).toBe(frame)
    expect(create).toHaveBeenCalledOnce()
    remove()
    expect(dialog().querySelector('section')).toBeNull()
  })

  it('I1: an element that cannot be created is reported, and the others are created', async () => {
    using modal = start()
    context.add(persistentElements, {
      id: 'bad',
      create: () => {
        throw new Error('no frames today')
      },
    })
    context.add(persistentElements, { id: 'good', create: () => document.createElement('section') })
    await vi.waitFor(() => expect(dialog().querySelector('section')).toBeTruthy())
    expect(modal.errors.value[0]?.message).toContain('"bad"')
  })
})

describe('toasts', () => {
  it('are displayed in the page before the modal is first opened, and no view is opened', async () => {
    using modal = start()
    await Promise.resolve()
    context.toast.error('Your login has ended')
    await vi.waitFor(() =>
      expect(shadow().querySelector('.wm-outside [role=alert] .wm-toast')?.textContent).toBe('Your login has ended'),
    )
    expect(dialog().open).toBe(false)
    void modal.open()
    await vi.waitFor(() => expect(shadow().textContent).toContain('Hello'))
    expect(dialog().open).toBe(true)
  })

  it('wait for the texts of their plugin', async () => {
    using _modal = start()
    await Promise.resolve()
    context.toast.error(() => context.t('help'))
    await vi.waitFor(() => expect(shadow().querySelector('.wm-toast')?.textContent).toBe('Help'))
  })

  it('that load are hidden if their plugin is disabled, which cannot hide them any more', async () => {
    const busy = definePlugin({ name: '@test/busy', kernel: '^0.1', setup: (ctx) => ctx })
    using modal = createWalletModal({ plugins: [home(), busy()], prefetch: 'never', logLevel: 'silent' })
    await Promise.resolve()
    const ctx = modal.use(busy)
    ctx?.toast.loading('Confirm in your wallet')
    await vi.waitFor(() => expect(shadow().querySelector('.wm-toast')?.textContent).toBe('Confirm in your wallet'))
    ctx?.effect(() => {
      throw new Error('a null was read')
    })
    await vi.waitFor(() => expect(modal.errors.value[0]?.code).toBe('PLUGIN_FAILED'))
    await vi.waitFor(() => expect(shadow().querySelector('.wm-toast')).toBeNull())
  })

  it('are not displayed if the function with their text throws; the error is reported', async () => {
    using modal = start()
    await Promise.resolve()
    context.toast.error(() => {
      throw new Error('no text')
    })
    await vi.waitFor(() => expect(modal.errors.value[0]?.message).toContain('no text'))
    expect(shadow().querySelector('.wm-toast')).toBeNull()
  })

  it('open no view when a stored wallet reconnects', async () => {
    const fake = createFakeNamespace('eip155')
    const Member = view('@test/member#Home')
    const member = definePlugin({
      name: '@test/member',
      kernel: '^0.1',
      ...inlineUi({ views: [viewOf(Member, () => <p>member</p>, {})] }),
      setup(ctx) {
        ctx.add(openingViews, { view: Member, when: () => !!ctx.connections.all.peek()[0] })
        return ctx
      },
    })
    const config = { plugins: [fake.plugin(), member()], networks: fake.networks }
    const create = () => createWalletModal({ ...config, prefetch: 'never', logLevel: 'silent' })
    const first = create()
    await first.connections.connect(fake.wallet.connector)
    first.dispose()
    let reply: (() => void) | undefined
    const { request } = fake.wallet.provider
    fake.wallet.provider.request = (silent) =>
      new Promise((resolve) => {
        reply = () => resolve(request(silent))
      })
    using modal = create()
    modal.use(member)?.toast.error('no balance')
    await vi.waitFor(() => expect(shadow().querySelector('.wm-toast')?.textContent).toBe('no balance'))
    expect(modal.connections.status.peek()).toBe('reconnecting')
    await vi.waitFor(() => expect(reply).toBeDefined()) // the wallet is asked after its code is loaded
    reply?.()
    await vi.waitFor(() => expect(modal.connections.status.peek()).toBe('connected'))
    expect(modal.isOpen.peek()).toBe(false)
  })

  it('are announced in the dialog while it is open, otherwise in the page', async () => {
    using modal = start()
    void modal.open()
    await vi.waitFor(() => expect(dialog().open).toBe(true))
    context.toast.success('Swapped')
    await vi.waitFor(() => expect(dialog().querySelector('[role=status] .wm-toast')?.textContent).toBe('Swapped'))
    modal.close()
    await vi.waitFor(() =>
      expect(shadow().querySelector('.wm-outside [role=status] .wm-toast')?.textContent).toBe('Swapped'),
    )
    context.toast.hide()
    context.toast.error('Something went wrong')
    await vi.waitFor(() =>
      expect(shadow().querySelector('.wm-outside [role=alert] .wm-toast')?.textContent).toBe('Something went wrong'),
    )
  })
})
