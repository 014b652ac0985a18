// @vitest-environment happy-dom
import { createWalletModal, definePlugin } from '@wallet-modal/kernel'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createRecent, MAX_RECEIVERS } from './recent.js'

beforeEach(() => localStorage.clear())
afterEach(() => localStorage.clear())

describe('createRecent', () => {
  const host = definePlugin({
    name: 'host',
    kernel: '^0.1',
    permissions: { storage: ['recent'] },
    setup: (ctx) => createRecent(ctx),
  })
  const open = () => {
    const modal = createWalletModal({ plugins: [host()], prefetch: 'never', logLevel: 'silent' })
    const recent = modal.use(host)
    if (!recent) throw new Error('There is nothing.')
    return { recent, [Symbol.dispose]: () => modal.dispose() }
  }

  it('J3: stores a few receivers of each network, latest first, across page loads', () => {
    {
      using page = open()
      for (const one of ['a', 'b', 'c', 'd', 'e', 'c']) page.recent.add('x:1', { address: one })
      for (let network = 0; network < 50; network++) page.recent.add(`y:${network}`, { address: 'z' })
      page.recent.add('x:1', { address: 'f', name: 'f.eth' })
    }
    using page = open()
    expect(page.recent.of('x:1')).toEqual([{ address: 'f', name: 'f.eth' }])
    expect(page.recent.of('y:49')).toEqual([{ address: 'z' }])
    expect(JSON.stringify(page.recent.all.peek()).length).toBeLessThan(1000)
    for (const one of ['a', 'b', 'c', 'd', 'e', 'c']) page.recent.add('x:1', { address: one })
    expect(page.recent.of('x:1').map(({ address }) => address)).toEqual(['c', 'e', 'd', 'b', 'a', 'f'])
    for (let one = 0; one < 100; one++) page.recent.add('x:1', { address: `${one}` })
    expect(page.recent.of('x:1').length).toBe(MAX_RECEIVERS)
  })

  it('J1: ignores invalid stored data', () => {
    for (const text of [
      '{',
      '5',
      '{"v":1,"data":5}',
      '{"v":1,"data":{"x:1":5}}',
      '{"v":1,"data":{"x:1":[{"address":7},null]}}',
    ]) {
      localStorage.setItem('wallet-modal/default/host/recent', text)
      using page = open()
      expect(page.recent.of('x:1')).toEqual([])
    }
  })
})
