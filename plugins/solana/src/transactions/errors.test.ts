import { expect, it } from 'vitest'
import { SYSTEM_PROGRAM, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../programs.js'
import { assertSuccess, reasonOf, toNotSentError } from './errors.js'

const toError = (failure: unknown) => toNotSentError(failure, 'The network rejected the transaction')
const SWAP_PROGRAM = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'
const custom = (number: number) => ({ InstructionError: [2, { Custom: number }] })
/** Logs of an instruction that fails in the last of these programs, which the others called. */
const logsOf = (...programs: readonly string[]): readonly string[] => [
  ...programs.map((program, depth) => `Program ${program} invoke [${depth + 1}]`),
  'Program log: Program 11111111111111111111111111111111 failed: custom program error: 0x1',
  ...programs.toReversed().map((program) => `Program ${program} failed: custom program error: 0x11`),
]

it.each([
  ['BlockhashNotFound', 'The transaction expired before it was sent. Try again.'],
  [
    { InsufficientFundsForRent: { account_index: 1 } },
    'An account would keep less than the minimum balance of the network (rent).',
  ],
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
  expect(reasonOf({ error, logs: [] })).toBe(sentence)
})

it.each([
  ['the token program', [TOKEN_PROGRAM], true],
  ['a token program that a swap program called', [SWAP_PROGRAM, TOKEN_2022_PROGRAM], true],
  ['a swap program', [SWAP_PROGRAM], false],
  ['a program without logs', [], false],
])('the error 17 of %s (%j) means a frozen token account: %s', (_, programs, isFrozen) => {
  const logs = programs.length > 0 ? logsOf(...programs) : []
  expect(reasonOf({ error: custom(17), logs })).toBe(
    isFrozen
      ? 'The token account is frozen by the token’s issuer.'
      : 'The network rejected the transaction: {"InstructionError":[2,{"Custom":17}]}.',
  )
})

it.each([
  ['the token program', TOKEN_PROGRAM, 'INSUFFICIENT_FUNDS'],
  ['the system program', SYSTEM_PROGRAM, 'INSUFFICIENT_FUNDS'],
  ['a swap program', SWAP_PROGRAM, 'NOT_SENT'],
])('the error 1 of %s (%s) is %s', (_, program, code) => {
  const thrown = expect.objectContaining({ code })
  const logs = logsOf(program)
  expect(() => assertSuccess({ error: custom(1), logs })).toThrow(thrown)
  expect(toError({ code: -32002, data: { err: custom(1), logs } })).toEqual(thrown)
  expect(toError({ code: 4900, cause: { data: { err: custom(1), logs } } })).toEqual(thrown)
})

it.each([
  ['AccountNotFound', 'INSUFFICIENT_FUNDS'],
  [{ InsufficientFundsForRent: { account_index: 1 } }, 'INSUFFICIENT_FUNDS'],
  [{ InstructionError: [0, { Custom: 2 }] }, 'NOT_SENT'],
  ['BlockhashNotFound', 'NOT_SENT'],
])('the error %j of a simulation or of a preflight is %s', (error, code) => {
  const thrown = expect.objectContaining({ code })
  expect(() => assertSuccess({ error, logs: [] })).toThrow(thrown)
  expect(toError({ code: -32002, data: { err: error } })).toEqual(thrown)
})

it('a refusal without a reason has the message of the node', () => {
  for (const data of [undefined, { err: null }])
    expect(toError({ message: 'Node is behind', data })).toMatchObject({
      code: 'NOT_SENT',
      message: expect.stringContaining('Node is behind'),
    })
})
