import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSearch } from './search.js'

/** Few letters, so that many texts match and have common prefixes. */
const text = fc.string({ unit: fc.constantFrom('a', 'b', '0'), maxLength: 4 })
const includes = (item: string, wanted: string): boolean => item.includes(wanted)

describe('incremental search', () => {
  it('returns the same results as a search from the start', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 20 }), fc.array(text, { maxLength: 12 }), (items, texts) => {
        const search = createSearch(items, includes)
        for (const wanted of texts) expect(search(wanted)).toEqual(items.filter((item) => item.includes(wanted)))
      }),
    )
  })

  it('a longer query searches the results of the shorter one; deleting a character searches nothing', () => {
    const searched: string[] = []
    const search = createSearch(['a', 'ab', 'x'], (item, wanted) => {
      searched.push(item)
      return item.includes(wanted)
    })
    const lookedFor = (wanted: string): readonly string[] => {
      searched.length = 0
      search(wanted)
      return [...searched]
    }
    expect(['', 'a', 'ab', 'a', 'ax'].map(lookedFor)).toEqual([
      ['a', 'ab', 'x'],
      ['a', 'ab', 'x'],
      ['a', 'ab'],
      [],
      ['a', 'ab'],
    ])
  })
})
