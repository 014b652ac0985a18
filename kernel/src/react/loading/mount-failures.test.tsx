// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest'
import {
  computed,
  connectGates,
  createWalletModal,
  definePlugin,
  type ReadonlySignal,
  signal,
  type ViewHeader,
  view,
  viewOf,
  type WalletModal,
} from '../../index.js'
import { inlineUi } from '../../testing/inline-ui.js'
import {
  Broken,
  button,
  context,
  count,
  dialog,
  type Home,
  home,
  resetEachTest,
  setLoad,
  shadow,
  start,
} from './mount.test.fixtures.js'

resetEachTest()

describe('failures', () => {
  it('I1: a view that cannot be loaded displays an error, and Retry imports it again', async () => {
    setLoad(async () => {
      throw new Error('chunk is gone')
    })
    using modal = start()
    void modal.open({ view: Broken })
    await vi.waitFor(() => expect(shadow().textContent).toContain('This screen could not be loaded'))
    expect(modal.errors.value[0]?.code).toBe('VIEW_FAILED')
    expect(modal.errors.value[0]?.message).toContain('"@test/home"')
    expect(modal.errors.value[0]?.message).toContain('chunk is gone')
    setLoad(async () => ({ default: () => <p>mended</p> }))
    button('Try again').click()
    await vi.waitFor(() => expect(shadow().textContent).toContain('mended'))
  })

  it('I1: a view that never loads fails after 5 s', async () => {
    vi.useFakeTimers()
    try {
      setLoad(() => new Promise(() => {}))
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

  it('a view whose code arrives after the 5 s is displayed', async () => {
    vi.useFakeTimers()
    try {
      let arrive = (_module: { default: () => string }): void => undefined
      const promise = new Promise<{ default: () => string }>((resolve) => {
        arrive = resolve
      })
      setLoad(() => promise)
      using modal = start()
      void modal.open({ view: Broken })
      await vi.advanceTimersByTimeAsync(5200)
      expect(shadow().textContent).toContain('This screen could not be loaded')
      arrive({ default: () => 'slow, but here' })
      await vi.advanceTimersByTimeAsync(100)
      expect(shadow().textContent).toContain('slow, but here')
    } finally {
      vi.useRealTimers()
    }
  })

  it('a view whose model throws is not reported as a network error', async () => {
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

  const drawn = (text: string) => vi.waitFor(() => expect(dialog().textContent).toContain(text))
  /** Modal with a view that has this header. */
  const startWith = (header: ViewHeader): { readonly modal: WalletModal; readonly Odd: typeof Home } => {
    const Odd = view('@test/odd#Odd')
    const ui = inlineUi({ views: [viewOf(Odd, () => 'content', header)] })
    const odd = definePlugin({ name: '@test/odd', kernel: '^0.1', ...ui, setup: () => ({}) })
    return { modal: createWalletModal({ plugins: [odd()], locale: 'en', prefetch: 'never', logLevel: 'silent' }), Odd }
  }

  it('I1: a title that is not a text does not break the modal, which can be closed and opened again', async () => {
    const title = signal<unknown>('Odd')
    const { modal, Odd } = startWith({ title: computed(() => title.value as string) })
    using _modal = modal
    void modal.open({ view: Odd })
    await drawn('content')
    title.value = {}
    await vi.waitFor(() => expect(dialog().textContent).not.toContain('Odd'))
    for (let round = 0; round < 2; round++) {
      expect([dialog().open, dialog().textContent]).toEqual([true, expect.stringContaining('content')])
      button('Close').click()
      await vi.waitFor(() => expect(dialog().open).toBe(false))
      void modal.open({ view: Odd })
      await drawn('content')
    }
  })

  it('I1: an error of a title that is read again and again is reported once', async () => {
    const renderings = signal(0)
    const readings = vi.fn()
    const title = {
      get value(): string {
        readings(renderings.value)
        throw new Error('no title')
      },
    }
    const { modal, Odd } = startWith({ title: title as ReadonlySignal<string> })
    using _modal = modal
    void modal.open({ view: Odd })
    await drawn('content')
    for (let round = 1; round < 4; round++) {
      renderings.value = round
      await vi.waitFor(() => expect(readings).toHaveBeenCalledWith(round))
    }
    await new Promise((resolve) => setTimeout(resolve))
    expect(modal.errors.value.map(({ code }) => code)).toEqual(['VIEW_FAILED'])
    expect(modal.errors.value[0]?.message).toContain('the title could not be read: no title')
  })

  it.each([
    ['without a header', undefined],
    ['whose header has a button without a view', { start: { icon: 'help', label: 'help' } }],
  ])('I1: a view of untyped code %s is displayed', async (_case, header) => {
    const { modal, Odd } = startWith(header as ViewHeader)
    using _modal = modal
    void modal.open({ view: Odd })
    await drawn('content')
    expect(dialog().open).toBe(true)
  })

  it('I1: a gate that throws is removed with its plugin; views of other plugins can read the gates', async () => {
    const Part = view('@test/gate#Part')
    const gate = definePlugin({
      name: '@test/gate',
      kernel: '^0.1',
      ...inlineUi({ views: [viewOf(Part, () => 'gate', {})] }),
      setup(ctx) {
        const isOpen = computed((): boolean => {
          throw new Error('a null was read')
        })
        ctx.add(connectGates, { isOpen, view: Part })
      },
    })
    using modal = createWalletModal({
      plugins: [home(), gate()],
      locale: 'en',
      prefetch: 'never',
      logLevel: 'silent',
    })
    const isEveryGateOpen = computed(() => context.all(connectGates).value.every(({ isOpen }) => isOpen.value))
    void modal.open()
    await drawn('Hello')
    expect(isEveryGateOpen.value).toBe(true)
    await vi.waitFor(() => expect(modal.errors.value[0]?.code).toBe('PLUGIN_FAILED'))
    expect(modal.errors.value[0]?.message).toContain('"@test/gate"')
  })

  it('I1: a nested view that throws while rendering does not affect the view around it', async () => {
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
