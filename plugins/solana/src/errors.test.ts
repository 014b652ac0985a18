import { describe, expect, it } from 'vitest'
import { isRejection } from './errors.js'

/** Error whose `code` is an inherited getter. */
class Refused extends Error {
  get code(): number {
    return 4001
  }
}

describe('isRejection', () => {
  it('is true for the errors by which wallets report a rejection', () => {
    const standard = Object.assign(new Error('Wallet Standard error #4001000'), {
      name: 'WalletStandardError',
      context: { __code: 4001000 },
    })
    const declined = [
      { code: 4001, message: 'x' },
      new Refused(),
      standard,
      new Error('User rejected the request.'),
      new Error('Approval denied: user denied the request'),
      Object.assign(new Error('WalletSignMessageError'), { error: { code: 4001 } }),
      'User rejected the request',
      new Error('failed', { cause: new Error('User canceled the request') }),
    ]
    for (const error of declined) expect([String(error), isRejection(error)]).toEqual([String(error), true])
  })

  it('is false for all other values', () => {
    const circle: { cause?: unknown } = {}
    circle.cause = circle
    for (const error of [null, undefined, 4001, 'Locked', { code: -32603 }, new Error('user is offline'), circle])
      expect(isRejection(error)).toBe(false)
  })
})
