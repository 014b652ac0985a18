// @vitest-environment happy-dom
import {
  connectGates,
  definePlugin,
  type Signal,
  signal,
  type View,
  type ViewProps,
  view,
  viewOf,
} from '@wallet-modal/kernel'
import { inlineUi, type RenderedModal, waitUntil } from '@wallet-modal/kernel/testing'
import { useValue } from '@wallet-modal/kernel/ui'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ConnectSocials, EmailBlock, EmailLogin } from '../contract.js'
import { enter, showView } from './views.test.fixtures.js'

const Terms = view('terms#Terms')

const TermsView = ({ model }: ViewProps<void, void, Signal<boolean>>): ReactNode =>
  useValue(model) ? 'Terms accepted' : 'Accept the terms'

/** Opens a view of a site with terms that the visitor must accept. */
async function showWithTerms(shown: View<void> | typeof EmailLogin, isAccepted = false) {
  const isOpen = signal(isAccepted)
  const terms = definePlugin({
    name: 'terms',
    kernel: '^0.1',
    ...inlineUi({ views: [viewOf(Terms, TermsView, {})], model: () => isOpen }),
    setup: (ctx) => ctx.add(connectGates, { isOpen, view: Terms }),
  })
  const requestCode = vi.fn(async () => ({ action: 'VERIFY_OTP', retryInSeconds: 30 }) as const)
  const options = { plugins: [terms()], options: { socials: ['google', 'github'] as const } }
  const page = await showView({ requestCode }, { view: shown as View<void>, ...options })
  return { page, isOpen, requestCode, [Symbol.dispose]: () => page[Symbol.dispose]() }
}

const buttonOf = (page: RenderedModal, name: string): Promise<HTMLButtonElement> =>
  waitUntil(() => {
    const buttons = [...page.dialog().querySelectorAll('button')]
    const button = buttons.find(({ title, textContent }) => [title, textContent].includes(name))
    if (!button) throw new Error(`There is no button "${name}".`)
    return button
  })

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  localStorage.clear()
})

it('the arrow button of the email field is disabled while the terms are not accepted, as the field is', async () => {
  using site = await showWithTerms(EmailBlock, true)
  await enter(site.page, 'zoe@example.org')
  expect((await buttonOf(site.page, 'Continue')).disabled).toBe(false)
  site.isOpen.value = false
  await waitUntil(() => expect(site.page.dialog().querySelector('input')?.disabled).toBe(true))
  const arrow = await buttonOf(site.page, 'Continue')
  expect(arrow.disabled).toBe(true)
  arrow.click()
  site.isOpen.value = true
  await waitUntil(async () => expect((await buttonOf(site.page, 'Continue')).disabled).toBe(false))
  expect(site.requestCode).not.toHaveBeenCalled()
})

it.each([
  ['the email view', EmailLogin, 'Continue'],
  ['the list of social logins', ConnectSocials, 'Google'],
] as const)(
  '%s shows the terms if they are not accepted yet, and its buttons work afterwards',
  async (_, shown, name) => {
    using site = await showWithTerms(shown)
    expect((await buttonOf(site.page, name)).disabled).toBe(true)
    expect(site.page.text()).toMatch(/Accept the terms/)
    site.isOpen.value = true
    await waitUntil(async () => expect((await buttonOf(site.page, name)).disabled).toBe(false))
    expect(site.page.text()).toMatch(/Terms accepted/)
  },
)

it('the email view does not repeat terms that are accepted', async () => {
  using site = await showWithTerms(EmailLogin, true)
  expect((await buttonOf(site.page, 'Continue')).disabled).toBe(false)
  expect(site.page.text()).not.toMatch(/terms/i)
})
