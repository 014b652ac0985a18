import { describe, expect, it } from 'vitest'
import { isRejection, toConnectError } from './errors.js'

describe('a rejection', () => {
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
    'Connection request was cancelled by the user.', // polkadot{.js} when its window for the site is cancelled
  ])('is what wallets say when a visitor declines: %s', (text) => {
    expect([isRejection(text), isRejection(new Error(text))]).toEqual([true, true])
  })

  it('is told by code 4001 too', () => {
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
  ])('is nothing else: %j', (error) => {
    expect([isRejection(error), isRejection(new Error(String(error)))]).toEqual([false, false])
  })
})

describe('a second request while the extension waits for an answer to the first', () => {
  it('says where to answer, and keeps what the extension said', () => {
    const cause = new Error('Page https://shop.example has a pending authorization request')
    expect(toConnectError(cause, 'polkadot-js')).toMatchObject({
      status: -32_002,
      message: expect.stringContaining('Open the extension'),
      cause,
    })
  })

  it('leaves every other error as it is', () => {
    const other = new Error('Cancelled')
    expect(toConnectError(other, 'polkadot-js')).toBe(other)
  })
})
