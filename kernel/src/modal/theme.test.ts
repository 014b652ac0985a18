import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkTheme } from './theme.js'

test('every token accepts its valid values', () => {
  const theme = {
    mode: 'dark',
    accent: '#36f',
    radius: 0,
    font: '"Open Sans", Inter, sans-serif',
    overlay: '#00000080',
    width: 480,
    zIndex: 99,
  } as const
  expect(checkTheme(theme)).toEqual(theme)
  expect(checkTheme('auto')).toEqual({ mode: 'auto' })
})

describe('G5: a theme cannot inject CSS', () => {
  const attacks = [
    'url(https://evil.test/x)',
    '@import "x"',
    'expression(alert(1))',
    'red}body{display:none',
    '</style><script>',
    '#fff;background:url(x)',
    'var(--x)',
    '\\75rl(x)',
    "'",
    '"',
    'a"',
    '\'a"',
    'a,',
    ',a',
    'a\nb',
    '#12',
    '#gggggg',
    '-',
    'a'.repeat(201),
  ]
  const tokens = ['mode', 'accent', 'radius', 'font', 'overlay', 'width', 'zIndex']
  const cases = tokens.flatMap((token) =>
    attacks.filter((one) => !(token === 'font' && one === '-')).map((one) => [token, one] as const),
  )

  test.each(cases)('%s refuses %j', (token, value) => {
    expect(() => checkTheme({ [token]: value })).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT', message: expect.stringContaining(token) }),
    )
  })

  test('accepted values contain no character that ends a declaration', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...tokens),
        fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: fc.constantFrom(...'#aA1"\', -_(){};:\\/@') })),
        (token, value) => {
          try {
            const accepted = String(Object.values(checkTheme({ [token]: value }))[0])
            expect(accepted).not.toMatch(/[;{}()\\@:/<>\n]/)
            expect((accepted.match(/"/g) ?? []).length % 2).toBe(0)
            expect((accepted.match(/'/g) ?? []).length % 2).toBe(0)
          } catch (error) {
            expect(error).toMatchObject({ code: 'INVALID_ARGUMENT' })
          }
        },
      ),
      { numRuns: 5000 },
    )
  })
})

test.each([
  ['an unknown token', { colour: '#fff' }, 'Unknown theme token "colour"'],
  ['an inherited name', JSON.parse('{"__proto__": {"accent": "#fff"}}'), 'Unknown theme token "__proto__"'],
  ['a number out of range', { radius: 41 }, '"radius" must be a number from 0 to 40'],
  ['NaN', { width: Number.NaN }, '"width" must be'],
  ['a fractional zIndex', { zIndex: 1.5 }, '"zIndex" must be a whole number'],
  ['a list', [], 'A theme must be'],
  ['null', null, 'A theme must be'],
])('%s is an error with a message that names the problem', (_, theme, message) => {
  expect(() => checkTheme(theme)).toThrow(message)
})

test('an almost valid list of fonts is rejected quickly', () => {
  expect(() => checkTheme({ font: `'a'${',  '.repeat(60)}!` })).toThrow('font') // a regular expression with exponential backtracking would not finish
})

test('a validated theme is a frozen copy', () => {
  const given = { accent: '#fff' }
  const theme = checkTheme(given)
  given.accent = 'url(x)'
  expect(theme.accent).toBe('#fff')
  expect(Object.isFrozen(theme)).toBe(true)
})
