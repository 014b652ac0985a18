// @vitest-environment happy-dom
import { type Context, createWalletModal, definePlugin } from '@wallet-modal/kernel'
import { afterEach, expect, test } from 'vitest'
import { createEntries } from './entries.js'

afterEach(() => localStorage.clear())

function stage() {
  let own: Context | undefined
  const plugin = definePlugin({
    name: 'holder',
    kernel: '^0.1',
    permissions: { storage: ['client'] },
    setup(ctx) {
      own = ctx
    },
  })
  const modal = createWalletModal({ id: 'entries', plugins: [plugin()], prefetch: 'never', logLevel: 'silent' })
  if (!own) throw new Error('The plugin did not start.')
  return { modal, entries: createEntries(own) }
}

test('keeps what the client writes, under one key that bears the name of the plugin', async () => {
  const { modal, entries } = stage()
  using _modal = modal
  await entries.setItem('wc@2:a', [1, { b: 'c' }])
  await entries.setItem('wc@2:d', 'e')
  expect([await entries.getItem('wc@2:a'), await entries.getItem('toString')]).toEqual([[1, { b: 'c' }], undefined])
  expect(await entries.getKeys()).toEqual(['wc@2:a', 'wc@2:d'])
  await entries.removeItem('wc@2:a')
  expect(await entries.getEntries()).toEqual([['wc@2:d', 'e']])
  expect(Object.keys(localStorage)).toEqual(['wallet-modal/entries/holder/client'])
})

test('what another tab wrote meanwhile is not lost', async () => {
  const { modal, entries } = stage()
  using _modal = modal
  await entries.setItem('mine', 1)
  const [key = ''] = Object.keys(localStorage)
  localStorage.setItem(key, JSON.stringify({ v: 1, data: { mine: 1, theirs: 2 } }))
  await entries.setItem('more', 3)
  expect(await entries.getEntries()).toEqual([
    ['mine', 1],
    ['theirs', 2],
    ['more', 3],
  ])
})

test.each(['[]', '"text"', 'null', 'no JSON', '{"v":1,"data":[1]}'])('J1: %s counts as nothing', async (broken) => {
  const { modal, entries } = stage()
  using _modal = modal
  localStorage.setItem('wallet-modal/entries/holder/client', broken)
  expect(await entries.getKeys()).toEqual([])
  await entries.setItem('a', 1)
  expect(await entries.getItem('a')).toBe(1)
})

test('modal.forget() erases all of it', async () => {
  const { modal, entries } = stage()
  using _modal = modal
  await entries.setItem('a', 1)
  await modal.forget()
  expect([await entries.getKeys(), Object.keys(localStorage)]).toEqual([[], []])
})
