import { describe, expect, it } from 'vitest'
import { isRejection, toConnectError } from './errors.js'

describe('isRejection', () => {
  it.each([
    'Cancelled',
    'Canceled',
    'Rejected',
    'User rejected',
    'User rejected request',
    'User Rejected Request',
    'Rejected by user',
    'Rejected by the user',
    'Cancelled by user.',
    'Request was cancelled',
    'Error: Cancelled',
    'Connection request was cancelled by the user.', // from polkadot{.js} when the visitor cancels its connection window
  ])('is true for the message of a wallet whose user rejected: %s', (text) => {
    expect([isRejection(text), isRejection(new Error(text))]).toEqual([true, true])
  })

  it('is true for code 4001', () => {
    expect(isRejection(Object.assign(new Error('no'), { code: 4001 }))).toBe(true)
  })

  it.each([
    'The source https://example.org is not allowed to interact with this extension',
    'Transaction rejected: 1010 Invalid Transaction',
    'Unable to find the account',
    'Permission denied because the wallet is locked and nobody can open it, not even with the right password, so try later',
    '',
    undefined,
    null,
    7,
    {},
  ])('is false for any other error: %j', (error) => {
    expect([isRejection(error), isRejection(new Error(String(error)))]).toEqual([false, false])
  })
})

describe('toConnectError', () => {
  it('names the extension to open if it already has a pending request, and keeps the cause', () => {
    const cause = new Error('Page https://shop.example has a pending authorization request')
    expect(toConnectError(cause, 'polkadot-js')).toMatchObject({
      status: -32_002,
      message: expect.stringContaining('Open the extension'),
      cause,
    })
  })

  it('returns every other error unchanged', () => {
    const other = new Error('Cancelled')
    expect(toConnectError(other, 'polkadot-js')).toBe(other)
  })
})
