import { normalize } from 'viem/ens'
import { describe, expect, it } from 'vitest'
import { readLabel } from './account-name.js'

const ZONE = 'reown.id'
const read = (text: string) => readLabel(text, ZONE)

describe('names to register', () => {
  it.each([
    ['zoey', 'zoey'],
    ['  Zoey ', 'zoey'],
    ['ZOEY.reown.id', 'zoey'],
    ['zoe-7', 'zoe-7'],
    ['1234', '1234'],
    ['-zoe', '-zoe'],
  ])('%o is %o in the zone', (text, label) => {
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
    // looks like "zoey"
    ['zоey', 'characters'],
    ['zo\u200Dey', 'characters'],
    ['\u202Ezoey', 'characters'],
    ['ＺＯＥＹ', 'characters'],
    // how encoded names begin
    ['xn--zoey', 'notNormal'],
    ['ab--cd', 'notNormal'],
  ])('%o is refused: %s', (text, problem) => {
    expect(read(text)).toEqual({ status: 'invalid', problem })
  })

  it('an empty field is no mistake', () => {
    expect(read('  ')).toEqual({ status: 'empty' })
  })

  it('G7: whatever is valid is written as ENSIP-15 normalizes it', () => {
    for (let code = 0; code < 0x3000; code++) {
      const label = read(`zoe${String.fromCodePoint(code)}y`)
      if (label.status === 'valid') expect(normalize(label.name)).toBe(label.name)
    }
  })
})
