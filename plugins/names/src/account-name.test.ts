import { normalize } from 'viem/ens'
import { describe, expect, it } from 'vitest'
import { readLabel } from './account-name.js'

const ZONE = 'reown.id'
const read = (text: string) => readLabel(text, ZONE)

describe('readLabel', () => {
  it.each([
    ['zoey', 'zoey'],
    ['  Zoey ', 'zoey'],
    ['ZOEY.reown.id', 'zoey'],
    ['zoe-7', 'zoe-7'],
    ['1234', '1234'],
    ['-zoe', '-zoe'],
  ])('accepts %o as the label %o', (text, label) => {
    expect(read(text)).toEqual({ status: 'valid', label, name: `${label}.reown.id` })
  })

  it.each([
    ['zoe', 'short'],
    ['a'.repeat(64), 'long'],
    ['zoe y', 'characters'],
    ['zoe_y', 'characters'],
    ['zoe.y', 'characters'],
    ['zoey.eth', 'characters'],
    ['zoë-y', 'characters'],
    // with a Cyrillic letter
    ['zоey', 'characters'],
    ['zo\u200Dey', 'characters'],
    ['\u202Ezoey', 'characters'],
    ['ＺＯＥＹ', 'characters'],
    // hyphens at the third and fourth place, as in Punycode
    ['xn--zoey', 'notNormal'],
    ['ab--cd', 'notNormal'],
  ])('rejects %o with the problem %s', (text, problem) => {
    expect(read(text)).toEqual({ status: 'invalid', problem })
  })

  it('reports a blank text as empty, not as invalid', () => {
    expect(read('  ')).toEqual({ status: 'empty' })
  })

  it('G7: accepts only names that are normalized by ENSIP-15', () => {
    for (let code = 0; code < 0x3000; code++) {
      const label = read(`zoe${String.fromCodePoint(code)}y`)
      if (label.status === 'valid') expect(normalize(label.name)).toBe(label.name)
    }
  })
})
