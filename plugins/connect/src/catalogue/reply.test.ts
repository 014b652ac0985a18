import { describe, expect, it } from 'vitest'
import { walletPage } from './reply.js'

const read = (reply: unknown): unknown => {
  const result = walletPage['~standard'].validate(reply)
  return result instanceof Promise ? 'async' : result.issues ? result.issues : result.value
}

describe('the reply of the catalogue', () => {
  it('A4: one broken record does not cost the others', () => {
    const data = [null, 1, {}, { id: 'a' }, { id: '', name: 'x' }, { id: 'b', name: 'B', homepage: 5 }]
    expect(read({ data })).toMatchObject({ wallets: [{ id: 'b', name: 'B' }], sent: 6 })
  })

  it('A4: what is no list is an error', () => {
    for (const reply of [null, [], 'x', { data: 'no' }, {}]) expect(() => read(reply)).toThrow('no list of wallets')
  })

  it('takes pictures from https and data only, never from the page itself or this machine', () => {
    const of = (image_url: string): unknown => Object(read({ data: [{ id: 'a', name: 'A', image_url }] })).wallets
    for (const bad of [
      '/logout',
      '//evil.test/x',
      'http://127.0.0.1:9000/',
      'javascript:alert(1)',
      'data:text/html,x',
    ]) {
      expect(of(bad)).toEqual([{ id: 'a', name: 'A' }])
    }
    expect(of('https://images.test/a.png')).toEqual([{ id: 'a', name: 'A', image_url: 'https://images.test/a.png' }])
  })

  it('offers a wallet at the stores’ own hosts only', () => {
    const stores = {
      app_store: 'https://apps.apple.com/app/id1',
      play_store: 'https://play.google.com/store/apps/details?id=a',
      chrome_store: 'https://chromewebstore.google.com/detail/a',
    }
    const of = (more: object): unknown => Object(read({ data: [{ id: 'a', name: 'A', ...more }] })).wallets
    expect(of(stores)).toEqual([{ id: 'a', name: 'A', ...stores }])
    for (const bad of [
      'https://evil.example/detail/a',
      'https://chromewebstore.google.com.evil.example/detail/a',
      'https://chromewebstore.google.com@evil.example/',
      'https://evil.example/https://apps.apple.com/',
      'https://play.google.com:444/store/apps/details?id=a',
      'https://play.google.com/store/apps/../../url?q=https://evil.example',
      'https://chrome.google.com/webstore/../url',
      'http://apps.apple.com/app/id1',
      'javascript:alert(1)//https://apps.apple.com/',
      '/detail/a',
    ])
      expect(of({ app_store: bad, play_store: bad, chrome_store: bad })).toEqual([{ id: 'a', name: 'A' }])
    expect(of({ chrome_store: stores.app_store, app_store: stores.play_store })).toEqual([{ id: 'a', name: 'A' }])
  })

  it('G3: a name has no controls and no direction marks, and is none where nothing else is in it', () => {
    const of = (name: unknown): unknown => Object(read({ data: [{ id: 'a', name }] })).wallets
    expect(of('Ze\u202eph\u0000yr\u2069')).toEqual([{ id: 'a', name: 'Zephyr' }])
    for (const bad of ['\u202e', '\u200b\n', '', 7, null, ['x']]) expect(of(bad)).toEqual([])
  })

  it('takes a count only where it can be one', () => {
    const of = (count: unknown): unknown => Object(read({ data: [{ id: 'a', name: 'A' }], count })).count
    expect(of(1)).toBe(1)
    expect(of(5000)).toBe(5000)
    for (const bad of [undefined, null, '5', 0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])
      expect(of(bad)).toBeUndefined()
  })

  it('keeps those chains that are texts', () => {
    const of = (chains: unknown): unknown => Object(read({ data: [{ id: 'a', name: 'A', chains }] })).wallets
    expect(of(['eip155:1', 5, null])).toEqual([{ id: 'a', name: 'A', chains: ['eip155:1'] }])
    expect(of('eip155:1')).toEqual([{ id: 'a', name: 'A' }])
  })
})
