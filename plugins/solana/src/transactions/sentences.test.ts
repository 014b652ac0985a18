import { expect, it } from 'vitest'
import { assertSuccess, reasonOf, refusalOf } from './sentences.js'

it.each([
  ['BlockhashNotFound', 'The transaction expired before it was sent. Try again.'],
  [
    { InsufficientFundsForRent: { account_index: 1 } },
    'An account would keep less than the minimum balance of the network (rent).',
  ],
  [{ InstructionError: [0, { Custom: 17 }] }, 'The token account is frozen by the token’s issuer.'],
  ['WouldExceedMaxBlockCostLimit', 'The network rejected the transaction: WouldExceedMaxBlockCostLimit.'],
  [
    { InstructionError: [0, { Custom: 6001 }] },
    'The network rejected the transaction: {"InstructionError":[0,{"Custom":6001}]}.',
  ],
  [
    { InstructionError: [0, 'InvalidAccountData'] },
    'The network rejected the transaction: {"InstructionError":[0,"InvalidAccountData"]}.',
  ],
])('the error %j of a node has a sentence for visitors', (error, sentence) => {
  expect(reasonOf(error)).toBe(sentence)
})

it.each([
  ['AccountNotFound', 'INSUFFICIENT_FUNDS'],
  [{ InsufficientFundsForRent: { account_index: 1 } }, 'INSUFFICIENT_FUNDS'],
  [{ InstructionError: [0, { Custom: 1 }] }, 'INSUFFICIENT_FUNDS'],
  [{ InstructionError: [0, { Custom: 2 }] }, 'NOT_SENT'],
  ['BlockhashNotFound', 'NOT_SENT'],
])('the error %j of a simulation or of a preflight is %s', (error, code) => {
  const thrown = expect.objectContaining({ code })
  expect(() => assertSuccess({ error, logs: [], units: 0, accounts: undefined })).toThrow(thrown)
  expect(refusalOf({ code: -32002, data: { err: error } })).toEqual(thrown)
})

it('a refusal without a reason has the message of the node', () => {
  for (const data of [undefined, { err: null }])
    expect(refusalOf({ message: 'Node is behind', data })).toMatchObject({
      code: 'NOT_SENT',
      message: expect.stringContaining('Node is behind'),
    })
})
