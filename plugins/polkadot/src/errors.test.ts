import { describe, expect, it } from 'vitest'
import { isRejection } from './errors.js'

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
