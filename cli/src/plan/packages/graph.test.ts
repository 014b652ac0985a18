import { describe, expect, it } from 'vitest'
import { plugin } from '../../fixtures/first-party.js'
import { checkGraph } from './graph.js'

const eip155 = plugin('@wallet-modal/eip155', { provides: ['namespace:eip155'] })
const swap = plugin('@wallet-modal/swap', { requires: ['namespace:eip155'] })

describe('checkGraph', () => {
  it('accepts plugins whose required capabilities are all provided', () => {
    expect(() => checkGraph([swap, eip155])).not.toThrow()
  })

  it('reports a missing capability with the plugin that needs it and one that provides it', () => {
    expect(() => checkGraph([swap], [eip155])).toThrow(
      expect.objectContaining({
        code: 'MISSING_CAPABILITY',
        message: '"@wallet-modal/swap" needs "namespace:eip155", which no plugin provides.',
        advice: 'Add @wallet-modal/eip155.',
      }),
    )
  })

  it('refuses two plugins that provide the same capability', () => {
    const other = plugin('wallet-modal-plugin-evm', { id: 'evm', export: 'evm', provides: ['namespace:eip155'] })
    expect(() => checkGraph([eip155, other])).toThrow(expect.objectContaining({ code: 'DUPLICATE_PROVIDER' }))
  })

  it('refuses plugins that conflict', () => {
    const conflicting = plugin('rival', { conflicts: ['@wallet-modal/swap'] })
    expect(() => checkGraph([eip155, swap, conflicting])).toThrow(expect.objectContaining({ code: 'CONFLICT' }))
    expect(() => checkGraph([eip155, conflicting])).not.toThrow()
  })

  it.each(['export', 'id'])('refuses two plugins with the same %s', (field) => {
    const twin = plugin('wallet-modal-plugin-swap', { id: 'other', export: 'other', [field]: 'swap' })
    expect(() => checkGraph([eip155, swap, twin])).toThrow(expect.objectContaining({ code: 'NAME_CLASH' }))
  })

  it('reports the plugins of a dependency cycle', () => {
    const a = plugin('a', { provides: ['a'], requires: ['c'] })
    const b = plugin('b', { provides: ['b'], requires: ['a'] })
    const c = plugin('c', { provides: ['c'], requires: ['b'] })
    expect(() => checkGraph([a, b, c])).toThrow(
      expect.objectContaining({ code: 'CYCLE', message: expect.stringContaining('a → c → b → a') }),
    )
  })
})
