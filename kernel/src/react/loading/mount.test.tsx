// @vitest-environment happy-dom
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type Context,
  closeGuards,
  createWalletModal,
  definePlugin,
  inlineUi,
  lazyView,
  openingViews,
  persistentElements,
  signal,
  type ViewProps,
  view,
  viewOf,
  type WalletModal,
} from '../../index.js'
import { Section } from '../../ui/layout/section.js'
import { SlotView } from '../dialog/slot-view.js'
import { useValue } from '../hooks/use-value.js'

const Home = view('@test/home#Home')
const Next = view<{ readonly name: string }, string>('@test/home#Next')
const Broken = view('@test/home#Broken')
const Part = view('@test/part#Part')

const HomeView = ({ ctx }: ViewProps): ReactNode => (
  <>
    <p>{ctx.t('hello')}</p>
    <SlotView view={Part} />
  </>
)
const NextView = ({ params, resolve }: ViewProps<{ readonly name: string }, string>): ReactNode => (
  <button type="button" data-autofocus onClick={() => resolve(`bye ${params.name}`)}>
    {params.name}
  </button>
)

let context: Context
let load = async (): Promise<{ default: () => ReactNode }> => ({ default: () => <p>mended</p> })
const guard = signal(true)

const home = definePlugin({
  name: '@test/home',
  kernel: '^0.1',
  ...inlineUi({
    strings: {
      en: async () => ({ title: 'Home', help: 'Help', hello: 'Hello' }),
      ar: async () => ({ title: 'بيت', help: 'مساعدة', hello: 'مرحبا' }),
    },
    views: [
      lazyView(Home, async () => ({ default: HomeView }), {
        title: 'title',
        start: { icon: 'help', label: 'help', view: Broken },
      }),
      lazyView(Next, async () => ({ default: NextView }), { label: 'help' }),
      lazyView(Broken, () => load(), { title: 'title' }),
    ],
  }),
  setup(ctx) {
    context = ctx
    ctx.add(openingViews, { view: Home, when: () => true })
    ctx.add(closeGuards, () => guard.value)
  },
})
const count = signal(1)
const part = definePlugin({
  name: '@test/part',
  kernel: '^0.1',
  ...inlineUi({
    views: [
      viewOf(
        Part,
        () => {
          if (useValue(count) > 2) throw new Error('the part broke')
          return <i>part {useValue(count)}</i>
        },
        {},
      ),
    ],
  }),
  setup: () => ({}),
})

const start = (): WalletModal =>
  createWalletModal({ plugins: [home(), part()], locale: 'en', prefetch: 'never', logLevel: 'silent' })
const host = (): HTMLElement =>
  document.querySelector<HTMLElement>('[data-wallet-modal]') ?? expect.fail('there is no modal in the page')
const shadow = (): ShadowRoot => host().shadowRoot ?? expect.fail('it has no shadow root')
const dialog = (): HTMLDialogElement => shadow().querySelector('dialog') ?? expect.fail('it has no dialog')
const button = (name: string): HTMLElement =>
  [...shadow().querySelectorAll('button')].find(
    (one) => (one.getAttribute('aria-label') ?? one.textContent) === name,
  ) ?? expect.fail(`no button "${name}" in ${dialog().textContent}`)

beforeEach(() => {
  guard.value = true
  count.value = 1
  load = async () => ({ default: () => <p>mended</p> })
  vi.stubGlobal('reportError', () => {})
})

describe('mounting', () => {
  it('opens again where the page was given another body', async () => {
    using modal = start()
    const first = modal.open()
    await vi.waitFor(() => expect(dialog().open).toBe(true))
    modal.close()
    await first
    document.body.replaceWith(document.createElement('body'))
    void modal.open()
    await vi.waitFor(() => expect(host().isConnected && dialog().open).toBe(true))
  })

  it('puts nothing into the page before it is opened', async () => {
    using _modal = start()
    await vi.waitFor(() => expect(document.querySelector('[data-wallet-modal]')).toBeNull())
  })

  it('G1: has no style element and no style attribute', async () => {
    using modal = start()
    void modal.open()
    await vi.waitFor(() => expect(shadow().textContent).toContain('Hello'))
    expect(shadow().querySelectorAll('style,[style]')).toHaveLength(0)
    expect(shadow().adoptedStyleSheets).toHaveLength(2)
  })

  it('brings the rules of later parts with the first of them, once', async () => {
    load = async () => ({
      default: () => (
        <>
          <Section>one</Section>
          <Section>two</Section>
        </>
      ),
    })
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

  it('leaves nothing behind', async () => {
    const modal = start()
    void modal.open()
    await vi.waitFor(() => expect(shadow().textContent).toContain('Hello'))
    modal.dispose()
    expect(document.querySelector('[data-wallet-modal]')).toBeNull()
    expect(document.body.childElementCount).toBe(0)
  })

  it('several modals have a host each', async () => {
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

describe('views', () => {
  it('a view that was fetched before is drawn at once', async () => {
    using modal = start()
    await modal.prefetch()
    void modal.open()
    await Promise.resolve()
    expect(shadow().querySelector('dialog')?.textContent).toContain('Hello')
    await vi.waitFor(() => expect(shadow().querySelector('.wm-skeleton')).toBeNull()) // its part was not fetched
    modal.close()
    void modal.open()
    await Promise.resolve()
    expect(shadow().textContent).toContain('Hello')
  })

  it('names the dialog after the view and says so when it changes', async () => {
    using modal = start()
    void modal.open()
    await vi.waitFor(() => expect(dialog().getAttribute('aria-label')).toBe('Home'))
    const status = (): string => shadow().querySelector('.wm-card > [role=status]')?.textContent ?? ''
    expect(status()).toBe('')
    void context.router.push(Next, { name: 'Ada' })
    await vi.waitFor(() => expect(dialog().getAttribute('aria-label')).toBe('Help'))
    await vi.waitFor(() => expect(status()).toBe('Help'))
    context.router.back()
    await vi.waitFor(() => expect(status()).toBe('Home'))
  })

  it('a view answers whoever opened it', async () => {
    using modal = start()
    const answer = modal.open({ view: Next, params: { name: 'Ada' } })
    await vi.waitFor(() => button('Ada').click())
    expect(await answer).toBe('bye Ada')
    await vi.waitFor(() => expect(dialog().open).toBe(false))
  })

  it('goes back where there is something to go back to, else offers the start button', async () => {
    using modal = start()
    void modal.open()
    await vi.waitFor(() => expect(button('Help')).toBeTruthy())
    void context.router.push(Next, { name: 'Ada' })
    await vi.waitFor(() => button('Back').click())
    await vi.waitFor(() => expect(button('Help')).toBeTruthy())
  })

  it('follows the language, and the writing direction with it', async () => {
    using modal = start()
    void modal.open()
    await vi.waitFor(() => expect(shadow().textContent).toContain('Hello'))
    expect(dialog().dir).toBe('ltr')
    modal.setLocale('ar')
    await vi.waitFor(() => expect(shadow().textContent).toContain('مرحبا'))
    await vi.waitFor(() => expect(button('إغلاق')).toBeTruthy())
    expect(dialog().dir).toBe('rtl')
    expect(dialog().lang).toBe('ar')
  })
})

describe('failures', () => {
  it('I1: a view that does not load says so, and Retry imports it anew', async () => {
    load = async () => {
      throw new Error('chunk is gone')
    }
    using modal = start()
    void modal.open({ view: Broken })
    await vi.waitFor(() => expect(shadow().textContent).toContain('This screen could not be loaded'))
    expect(modal.errors.value[0]?.code).toBe('VIEW_FAILED')
    expect(modal.errors.value[0]?.message).toContain('"@test/home"')
    expect(modal.errors.value[0]?.message).toContain('chunk is gone')
    load = async () => ({ default: () => <p>mended</p> })
    button('Try again').click()
    await vi.waitFor(() => expect(shadow().textContent).toContain('mended'))
  })

  it('I1: a view that never loads is cut off after 5 s', async () => {
    vi.useFakeTimers()
    try {
      load = () => new Promise(() => {})
      using modal = start()
      void modal.open({ view: Broken })
      await vi.advanceTimersByTimeAsync(4900)
      expect(shadow().querySelector('.wm-skeleton')).toBeTruthy()
      await vi.advanceTimersByTimeAsync(200)
      expect(modal.errors.value[0]?.message).toContain('took longer than 5 s')
      expect(shadow().textContent).toContain('This screen could not be loaded')
    } finally {
      vi.useRealTimers()
    }
  })

  it('E19: a view whose model throws is no network trouble', async () => {
    const Bad = view('@test/bad#Bad')
    const bad = definePlugin({
      name: '@test/bad',
      kernel: '^0.1',
      ui: async () => ({
        ui: {
          views: [viewOf(Bad, () => 'never', {})],
          model: () => {
            throw new Error('a null was read')
          },
        },
      }),
      views: [Bad],
      setup: () => ({}),
    })
    using modal = createWalletModal({ plugins: [bad()], locale: 'en', prefetch: 'never', logLevel: 'silent' })
    void modal.open({ view: Bad })
    await vi.waitFor(() => expect(shadow().textContent).toContain('This screen stopped working'))
    expect(shadow().textContent).not.toContain('Check your connection')
  })

  it('I1: a part that breaks while drawing leaves the view around it alone', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    using modal = start()
    void modal.open()
    await vi.waitFor(() => expect(shadow().querySelector('i')?.textContent).toBe('part 1'))
    count.value = 2
    await vi.waitFor(() => expect(shadow().querySelector('i')?.textContent).toBe('part 2'))
    count.value = 3
    await vi.waitFor(() => expect(shadow().textContent).toContain('This screen stopped working'))
    expect(shadow().textContent).not.toContain('could not be loaded')
    expect(shadow().textContent).toContain('Hello')
    expect(modal.errors.value[0]?.plugin).toBe('@test/part')
    count.value = 1
    button('Try again').click()
    await vi.waitFor(() => expect(shadow().querySelector('i')?.textContent).toBe('part 1'))
  })
})

describe('closing', () => {
  it('A5: a guard keeps the modal open', async () => {
    using modal = start()
    void modal.open()
    await vi.waitFor(() => expect(dialog().open).toBe(true))
    guard.value = false
    button('Close').click()
    expect(modal.close()).toBe(false)
    await Promise.resolve()
    expect(dialog().open).toBe(true)
    guard.value = true
    button('Close').click()
    await vi.waitFor(() => expect(dialog().open).toBe(false))
    await vi.waitFor(() => expect(shadow().querySelector('.wm-card')).toBeNull())
  })

  it('A5: a dialog that the browser closed is opened again while a guard refuses', async () => {
    using modal = start()
    void modal.open()
    await vi.waitFor(() => expect(dialog().open).toBe(true))
    guard.value = false
    dialog().close()
    await vi.waitFor(() => expect(dialog().open).toBe(true))
    expect(modal.isOpen.value).toBe(true)
    guard.value = true
    dialog().close()
    await vi.waitFor(() => expect(modal.isOpen.value).toBe(false))
  })
})

describe('persistent elements', () => {
  it('are made once and stay where they are', async () => {
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

  it('I1: one that cannot be made is reported, the others are there', async () => {
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
  it('are read out in the dialog while it is open and in the page while it is not', async () => {
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
