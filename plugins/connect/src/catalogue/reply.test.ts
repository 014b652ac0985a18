import { describe, expect, it } from 'vitest'
import { walletPage } from './reply.js'

const read = (reply: unknown): unknown => {
  const result = walletPage['~standard'].validate(reply)
  return result instanceof Promise ? 'async' : result.issues ? result.issues : result.value
}

describe('a reply of the catalogue', () => {
  it('A4: keeps its valid records and loses the invalid ones', () => {
    const data = [null, 1, {}, { id: 'a' }, { id: '', name: 'x' }, { id: 'b', name: 'B', homepage: 5 }]
    expect(read({ data })).toMatchObject({ wallets: [{ id: 'b', name: 'B' }], sent: 6 })
  })

  it('A4: is an error if it has no list of wallets', () => {
    for (const reply of [null, [], 'x', { data: 'no' }, {}]) expect(() => read(reply)).toThrow('no list of wallets')
  })

  it('may have https image URLs, but no relative, loopback or script URLs', () => {
    const parse = (image_url: string): unknown => Object(read({ data: [{ id: 'a', name: 'A', image_url }] })).wallets
    for (const bad of [
      '/logout',
      '//evil.test/x',
      'http://127.0.0.1:9000/',
      'javascript:alert(1)',
      'data:text/html,x',
    ]) {
      expect(parse(bad)).toEqual([{ id: 'a', name: 'A' }])
    }
    expect(parse('https://images.test/a.png')).toEqual([{ id: 'a', name: 'A', image_url: 'https://images.test/a.png' }])
  })

  it('may have store links only to the host and path of the store', () => {
    const stores = {
      app_store: 'https://apps.apple.com/app/id1',
      play_store: 'https://play.google.com/store/apps/details?id=a',
      chrome_store: 'https://chromewebstore.google.com/detail/a',
    }
    const parse = (more: object): unknown => Object(read({ data: [{ id: 'a', name: 'A', ...more }] })).wallets
    expect(parse(stores)).toEqual([{ id: 'a', name: 'A', ...stores }])
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
      expect(parse({ app_store: bad, play_store: bad, chrome_store: bad })).toEqual([{ id: 'a', name: 'A' }])
    expect(parse({ chrome_store: stores.app_store, app_store: stores.play_store })).toEqual([{ id: 'a', name: 'A' }])
  })

  it('G3: removes control and direction characters from names, and omits wallets whose name has no other character', () => {
    const parse = (name: unknown): unknown => Object(read({ data: [{ id: 'a', name }] })).wallets
    expect(parse('Ze\u202eph\u0000yr\u2069')).toEqual([{ id: 'a', name: 'Zephyr' }])
    for (const bad of ['\u202e', '\u200b\n', '', 7, null, ['x']]) expect(parse(bad)).toEqual([])
  })

  it('has a count only if it is a positive integer', () => {
    const parse = (count: unknown): unknown => Object(read({ data: [{ id: 'a', name: 'A' }], count })).count
    expect(parse(1)).toBe(1)
    expect(parse(5000)).toBe(5000)
    for (const bad of [undefined, null, '5', 0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])
      expect(parse(bad)).toBeUndefined()
  })

  it('keeps only chains that are strings', () => {
    const parse = (chains: unknown): unknown => Object(read({ data: [{ id: 'a', name: 'A', chains }] })).wallets
    expect(parse(['eip155:1', 5, null])).toEqual([{ id: 'a', name: 'A', chains: ['eip155:1'] }])
    expect(parse('eip155:1')).toEqual([{ id: 'a', name: 'A' }])
  })
})
