import type { ReactNode } from 'react'
import { beforeEach, expect, vi } from 'vitest'
import 'react-dom/client' // keeps the original `reportError`, which other test files of the same worker need
import {
  type Context,
  closeGuards,
  createWalletModal,
  definePlugin,
  lazyView,
  openingViews,
  signal,
  type ViewProps,
  view,
  viewOf,
  type WalletModal,
} from '../../index.js'
import { inlineUi } from '../../testing/inline-ui.js'
import { SlotView } from '../dialog/slot-view.js'
import { useValue } from '../hooks/use-value.js'

export const Home = view('@test/home#Home')
export const Next = view<{ readonly name: string }, string>('@test/home#Next')
export const Broken = view('@test/home#Broken')
export const Part = view('@test/part#Part')
export const HomeView = ({ ctx }: ViewProps): ReactNode => (
  <>
    <p>{ctx.t('hello')}</p>
    <SlotView view={Part} />
  </>
)

export const NextView = ({ params, resolve }: ViewProps<{ readonly name: string }, string>): ReactNode => (
  <button type="button" data-autofocus onClick={() => resolve(`bye ${params.name}`)}>
    {params.name}
  </button>
)

export let context: Context
export let load = async (): Promise<{ default: () => ReactNode }> => ({ default: () => <p>mended</p> })

export const setLoad = (value: typeof load): void => {
  load = value
}

export const guard = signal(true)
export const home = definePlugin({
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

export const count = signal(1)
export const part = definePlugin({
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

export const start = (): WalletModal =>
  createWalletModal({ plugins: [home(), part()], locale: 'en', prefetch: 'never', logLevel: 'silent' })

export const host = (): HTMLElement =>
  document.querySelector<HTMLElement>('[data-wallet-modal]') ?? expect.fail('there is no modal in the page')

export const shadow = (): ShadowRoot => host().shadowRoot ?? expect.fail('it has no shadow root')
export const dialog = (): HTMLDialogElement => shadow().querySelector('dialog') ?? expect.fail('it has no dialog')
export const button = (name: string): HTMLElement =>
  [...shadow().querySelectorAll('button')].find(
    (one) => (one.getAttribute('aria-label') ?? one.textContent) === name,
  ) ?? expect.fail(`no button "${name}" in ${dialog().textContent}`)

export function resetEachTest(): void {
  beforeEach(() => {
    guard.value = true
    count.value = 1
    load = async () => ({ default: () => <p>mended</p> })
    vi.stubGlobal('reportError', () => {})
  })
}
