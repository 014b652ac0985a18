import { describe, expect, it } from 'vitest'
import { distance, similarNames, suggest } from './similar-names.js'

describe('distance', () => {
  it.each([
    ['', '', 0],
    ['swap', '', 4],
    ['conect', 'connect', 1],
    ['swpa', 'swap', 1],
    ['kitten', 'sitting', 3],
  ])('between %j and %j is %i', (a, b, edits) => {
    expect(distance(a, b)).toBe(edits)
    expect(distance(b, a)).toBe(edits)
  })
})

describe('similarNames', () => {
  const known = ['connect', 'account', 'eip155', 'sandbox']

  it('finds the name for a word with a typing mistake, ignoring case', () => {
    expect(similarNames('Conect', known)).toEqual(['connect'])
  })

  it('begins with the name that differs only in its case', () => {
    expect(similarNames('Url', ['relayUrl', 'url'])).toEqual(['url', 'relayUrl'])
    expect(similarNames('Icon', ['anIcon', 'icon', 'icons'])[0]).toBe('icon')
  })

  it('finds nothing for a word that is similar to no name', () => {
    expect(similarNames('zzzzzz', known)).toEqual([])
    expect(similarNames('', known)).toEqual([])
  })

  it('finds nothing for a word of 100,000 characters', () => {
    expect(similarNames('x'.repeat(100_000), known)).toEqual([])
  })
})

describe('suggest', () => {
  it('lists all names, or the first of many, if none is similar', () => {
    expect(suggest('zzzzzz', ['a', 'b'], 'Plugins')).toBe('Plugins: a, b.')
    expect(
      suggest(
        'zzzzzz',
        Array.from({ length: 20 }, (_, i) => `n${i}`),
        'Names',
      ),
    ).toMatch(/ and 8 more\.$/)
  })
})
