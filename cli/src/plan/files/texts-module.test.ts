import { describe, expect, it } from 'vitest'
import { textsOfModule } from './texts-module.js'

describe('textsOfModule', () => {
  it.each([
    ["export const strings = {\n  // the title\n  'pay.title': 'Pay',\n  close: \"It's {name}\", /* } */\n}\n"],
    ["export const strings={'pay.title':`Pay`,close:`It's {name}`};"],
    ["var e={\"pay.title\":'Pay',close:'It\\'s {name}'};export{e as strings};"],
    ["const strings = { 'pay.title': 'Pay', close: 'It\\u0027s {name}' }\nexport { other, strings }\n"],
  ])('reads %j', (code) => {
    expect(textsOfModule(code)).toEqual({ 'pay.title': 'Pay', close: "It's {name}" })
  })

  it.each(['\n', ';\n', 'export ', '\nexport { a', 'const strings'])(
    'reads a long run of %j in linear time',
    (part) => {
      const start = performance.now()
      expect(textsOfModule(`${part.repeat(100_000)}x`)).toBe(undefined)
      expect(performance.now() - start).toBeLessThan(1000)
    },
  )

  it('reads the quotes and escapes of template literals', () => {
    expect(textsOfModule('export const strings = { a: `"\\`\\$\x7bb}\\n\\\\"\n` }')).toEqual({ a: '"`$\x7bb}\n\\"\n' })
  })

  it.each([
    'export const strings = {}.constructor',
    'export const strings = { a: f() }',
    'const s = { a: "b".length }, t = {}; export { s as strings }',
    'export const strings = { a: 1 }',
    'export const strings = { a: `$\x7bb}` }',
    'export const strings = { ...other }',
    'export const strings = { a: "b"',
    'export const strings = Object.freeze({ a: "b" })',
    "export { strings } from './en.js'",
    "export * from './en.js'",
    'const strings = { a: "b" }',
    '',
  ])('returns undefined for texts that are not an object literal: %j', (code) => {
    expect(textsOfModule(code)).toBe(undefined)
  })
})
