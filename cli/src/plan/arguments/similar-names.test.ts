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

describe('near', () => {
  const known = ['connect', 'account', 'eip155', 'sandbox']

  it('finds a name with a typing mistake, whatever its case', () => {
    expect(similarNames('Conect', known)).toEqual(['connect'])
  })

  it('finds nothing for a name that is far from all', () => {
    expect(similarNames('zzzzzz', known)).toEqual([])
    expect(similarNames('', known)).toEqual([])
  })

  it('is quick with a very long name', () => {
    expect(similarNames('x'.repeat(100_000), known)).toEqual([])
  })
})

describe('suggest', () => {
  it('lists what there is when nothing is near', () => {
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
