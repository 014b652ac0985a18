import fc from 'fast-check'
import { expect, it } from 'vitest'
import { safeUrl } from './safe-url.js'

it.each([
  ['https://example.org', 'https://example.org/'],
  ['HTTPS://EXAMPLE.org/a?b#c', 'https://example.org/a?b#c'],
  ['https://münchen.example/ü', 'https://xn--mnchen-3ya.example/%C3%BC'],
])('safeUrl returns a normalized URL for %s', (text, url) => {
  expect(safeUrl(text)).toBe(url)
})

it('safeUrl accepts app schemes only if they are allowed', () => {
  expect(safeUrl('metamask://wc?uri=x')).toBeNull()
  expect(safeUrl('metamask://wc?uri=x', ['metamask:'])).toBe('metamask://wc?uri=x')
  expect(safeUrl('metamask-evil://wc', ['metamask:'])).toBeNull()
})

const hostile = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'javascript://%0aalert(1)',
  'javascript://example.org/%0d%0aalert(1)',
  ' javascript:alert(1)',
  '\u0001javascript:alert(1)',
  'java\nscript:alert(1)',
  'java\tscript:alert(1)',
  'java\u0000script:alert(1)',
  '\ufeffjavascript:alert(1)',
  '\u00a0https://example.org',
  'https://example.org\u2028',
  'https:\\\\example.org',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://example.org/1',
  'file:///etc/passwd',
  'filesystem:https://example.org/x',
  'view-source:https://example.org',
  'about:blank',
  'http://example.org',
  '//example.org',
  '/path',
  'example.org',
  'https://',
  'https://user@example.org',
  'https://example.org@evil.example:443@x',
  '',
] as const

it.each(hostile)('G4: safeUrl refuses %j', (text) => {
  expect(safeUrl(text)).toBeNull()
})

it.each(['javascript:', 'data:', 'vbscript:', 'blob:', 'file:', 'about:', 'http:'])(
  'G4: safeUrl refuses the scheme %s even if it is listed as allowed',
  (scheme) => {
    expect(safeUrl(`${scheme}//example.org/%0aalert(1)`, [scheme])).toBeNull()
  },
)

it.each([undefined, null, 1, {}, ['https://example.org'], new URL('https://example.org')])(
  'G4: safeUrl refuses a value that is not a text: %s',
  (value) => {
    expect(safeUrl(value)).toBeNull()
  },
)

it('G4: for any value, only https and allowed schemes are returned', () => {
  const piece = fc.oneof(
    fc.constantFrom('javascript:', 'https:', 'data:', '//', '%0a', '\t', '\n', 'a.example', '@', 'app:'),
    fc.string({ unit: 'binary' }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      const url = safeUrl(pieces.join(''), ['app:'])
      if (url !== null) expect(['https:', 'app:']).toContain(new URL(url).protocol)
    }),
  )
})
