import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPackageName, toPackageName } from './package-name.js'

describe('toPackageName', () => {
  it.each([
    ['My Site', 'my-site'],
    ['Übergröße', 'ubergro-e'],
    ['x; rm -rf $(y)', 'x-rm-rf-y'],
    ['..', 'site'],
    ['node_modules', 'node-modules'],
    ['@scope/name', 'scope-name'],
    ['钱包', 'site'],
    ['Crypto', 'crypto-site'],
  ])('converts %j to %j', (title, name) => {
    expect(toPackageName(title)).toBe(name)
  })

  it('returns a valid package name for any title', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (title) => {
        expect(isPackageName(toPackageName(title))).toBe(true)
      }),
    )
  })
})

describe('N1 isPackageName', () => {
  it.each([
    '',
    '..',
    '../x',
    '@../x',
    '@a/../b',
    '@a/b/c',
    '/x',
    'a/b',
    'A',
    '.x',
    '_x',
    'a..b',
    'node_modules',
    '@/x',
    'x\0',
    'a b',
    `${'a'.repeat(215)}`,
    '\\x',
    'C:x',
  ])('refuses %j', (name) => {
    expect(isPackageName(name)).toBe(false)
  })

  it.each(['a', '@wallet-modal/connect', 'wallet-modal-plugin-x', '@a.b/c_d'])('accepts %j', (name) => {
    expect(isPackageName(name)).toBe(true)
  })
})
