import { describe, expect, it } from 'vitest'
import { isRejection } from './errors.js'

/** Errors with inherited fields, as classes have them. */
class Refused extends Error {
  get code(): number {
    return 4001
  }
}

describe('isRejection', () => {
  it('knows how wallets say that the visitor declined', () => {
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

  it('takes nothing else for it', () => {
    const circle: { cause?: unknown } = {}
    circle.cause = circle
    for (const error of [null, undefined, 4001, 'Locked', { code: -32603 }, new Error('user is offline'), circle])
      expect(isRejection(error)).toBe(false)
  })
})
