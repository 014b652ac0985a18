import { expect, it } from 'vitest'
import { errorCodes, invalidReply } from './wallet-replies.js'

it('invalidReply names the request and the expected reply', () => {
  expect(invalidReply('eth_accounts', 'a list of addresses')).toMatchObject({
    code: 'INVALID_DATA',
    message:
      'The wallet\'s reply to "eth_accounts" is not a list of addresses. Update the wallet, or use another wallet.',
  })
})

it.each(['cause', 'data', 'originalError'])('errorCodes finds the codes of errors in "%s"', (key) => {
  expect(errorCodes({ code: -32603, [key]: { [key]: { code: 4902 } } })).toEqual(expect.arrayContaining([-32603, 4902]))
})

it.each([null, undefined, 'x', 4902])('errorCodes finds no code in %s', (value) => {
  expect(errorCodes(value)).toEqual([])
})

it('errorCodes ends for an error that is its own cause', () => {
  const error: { code: number; cause?: unknown } = { code: 1 }
  error.cause = error
  expect(errorCodes(error)).toContain(1)
})
