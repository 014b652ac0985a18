import { describe, expect, test } from 'vitest'
import { isWalletModalError, messageOf, quote, WalletModalError } from './errors.js'

const throwing = (): never => {
  throw new Error('a getter that throws')
}
const hostile: readonly [string, unknown][] = [
  ['a throwing message', Object.defineProperty(new Error('x'), 'message', { get: throwing })],
  ['a throwing name', Object.defineProperty(new Error('x'), 'name', { get: throwing })],
  ['a throwing toString', { toString: throwing }],
  ['an object without a prototype', Object.create(null)],
  ['a proxy that refuses everything', new Proxy({}, { get: throwing, getPrototypeOf: throwing, has: throwing })],
  ['a symbol', Symbol('x')],
  ['a bigint', 1n],
  ['null', null],
  ['undefined', undefined],
  ['an empty text', ''],
  ['a message that is no text', { message: { toString: throwing } }],
]

describe('hostile thrown values', () => {
  test.each(hostile)('the message of %s is readable', (_, value) => {
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

test('quote returns other values as text', () => {
  expect(messageOf('plain')).toBe('plain')
  expect(messageOf({ message: 'from a wallet' })).toBe('from a wallet')
  expect(messageOf(new TypeError(''))).toBe('TypeError')
})
