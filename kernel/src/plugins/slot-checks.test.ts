import { expect, it, vi } from 'vitest'
import {
  accountActions,
  accountTabs,
  closeGuards,
  connectGates,
  connectMethods,
  openingViews,
  persistentElements,
} from '../domain/slots.js'
import { createWalletModal } from '../modal/modal.js'
import { signal } from '../signals.js'
import { definePlugin } from './plugin.js'
import { type Slot, view } from './token.js'

const Home = view('test#Home')
const label = signal('Buy')
const when = (): boolean => true

it.each<[Slot<never>, unknown, string]>([
  [openingViews, { view: 'Home', when }, 'in an opening view "view" must be a view token'],
  [openingViews, { view: Home }, '"when" must be a function'],
  [closeGuards, true, 'a close guard must be a function'],
  [persistentElements, { id: 'frame' }, '"create" must be a function'],
  [connectMethods, { kind: 'wallet' }, 'in a connect method "view" must be a view token'],
  [connectGates, { view: Home, isOpen: true }, '"isOpen" must be a signal'],
  [accountTabs, { id: 'tab', label: 'Tab', view: Home }, 'in an account tab "label" must be a signal of a text'],
  [accountActions, { label, run: when }, 'in an account action "id" must be a text'],
  [accountActions, { id: 'buy', label, onClick: when }, '"run" must be a function'],
] as never)('slot %o rejects the item %o, with an error that names its plugin', async (slot, item, words) => {
  const wrong = definePlugin({ name: 'wrong', kernel: '^0.1', setup: (ctx) => ctx.add(slot, item as never) })
  const reader = definePlugin({ name: 'reader', kernel: '^0.1', setup: (ctx) => ({ items: ctx.all(slot) }) })
  using modal = createWalletModal({ plugins: [wrong(), reader()], prefetch: 'never', logLevel: 'silent' })
  expect(modal.use(reader)?.items.value).toEqual([])
  await vi.waitFor(() => expect(modal.errors.value).toMatchObject([{ plugin: 'wrong' }]))
  expect(modal.errors.value[0]?.message).toContain(words)
})
