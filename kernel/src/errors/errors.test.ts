import { describe, expect, test } from 'vitest'
import { isWalletModalError, messageOf, quote, WalletModalError } from './errors.js'

const throwing = (): never => {
  throw new Error('a getter that throws')
}
const hostile: readonly [string, unknown][] = [
  ['an error whose message throws when read', Object.defineProperty(new Error('x'), 'message', { get: throwing })],
  ['an error whose name throws when read', Object.defineProperty(new Error('x'), 'name', { get: throwing })],
  ['an object whose toString throws', { toString: throwing }],
  ['an object without a prototype', Object.create(null)],
  ['a proxy whose traps throw', new Proxy({}, { get: throwing, getPrototypeOf: throwing, has: throwing })],
  ['a symbol', Symbol('x')],
  ['a bigint', 1n],
  ['null', null],
  ['undefined', undefined],
  ['an empty text', ''],
  ['an object whose message is not a string', { message: { toString: throwing } }],
]

describe('hostile thrown values', () => {
  test.each(hostile)('messageOf and quote return a string for %s', (_, value) => {
    expect(typeof messageOf(value)).toBe('string')
    expect(typeof quote(value)).toBe('string')
    expect(isWalletModalError(value)).toBe(false)
  })

  test('a long message is truncated', () => {
    expect(messageOf(new Error('a'.repeat(1e6))).length).toBe(500)
  })
})

test('an error of another copy of the kernel is recognized by its name', () => {
  class Foreign extends Error {
    override readonly name = 'WalletModalError'
  }
  expect(isWalletModalError(new Foreign('x'))).toBe(true)
  expect(isWalletModalError(new Error('x'))).toBe(false)
})

test('an error keeps its code, plugin, status and cause', () => {
  const cause = new Error('root')
  const error = new WalletModalError('HTTP_STATUS', 'HTTP status code: 500', { plugin: 'p', status: 500, cause })
  expect({ ...error, message: error.message, cause: error.cause }).toEqual({
    name: 'WalletModalError',
    code: 'HTTP_STATUS',
    message: 'HTTP status code: 500',
    plugin: 'p',
    status: 500,
    cause,
  })
})

test('messageOf returns a string unchanged, the message of an object, or the name of an error without a message', () => {
  expect(messageOf('plain')).toBe('plain')
  expect(messageOf({ message: 'from a wallet' })).toBe('from a wallet')
  expect(messageOf(new TypeError(''))).toBe('TypeError')
})
