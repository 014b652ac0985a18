import { isSameAddress, isSameAsset } from '../domain/look-alike.js'
import { fail } from '../errors/errors.js'
import type { Action, AssetAmount, CallGroupAction, ExpectedAction, PaymentNote } from './actions.js'

/** Text by which notes are compared. A missing note is equal to an empty one. */
export const noteText = ({ memo, references = [] }: PaymentNote = {}): string =>
  JSON.stringify([memo ?? null, references])

const isSameAmount = (a: AssetAmount, b: AssetAmount): boolean =>
  isSameAsset(a.assetId, b.assetId) && a.amount === b.amount

const isSameGroup = (a: CallGroupAction, b: CallGroupAction): boolean =>
  a.call === b.call &&
  JSON.stringify(a.calls) === JSON.stringify(b.calls) &&
  a.onFailure === b.onFailure &&
  (a.account === undefined || b.account === undefined ? a.account === b.account : isSameAddress(a.account, b.account))

function isExpected(expected: ExpectedAction, action: Action): boolean {
  if (expected.type === 'transfer' && action.type === 'transfer')
    return (
      isSameAsset(action.assetId, expected.assetId) &&
      action.amount > 0n &&
      (expected.amount === 'max' || action.amount === expected.amount) &&
      isSameAddress(action.from, expected.from) &&
      isSameAddress(action.to, expected.to) &&
      noteText(action.note) === noteText(expected.note)
    )
  if (expected.type === 'approval' && action.type === 'approval')
    return isSameAmount(action, expected) && isSameAddress(action.spender, expected.spender)
  if (expected.type === 'swap' && action.type === 'swap')
    return (
      isSameAmount(action.pay, expected.pay) &&
      isSameAsset(action.receiveAtLeast.assetId, expected.receiveAtLeast.assetId) &&
      action.receiveAtLeast.amount >= expected.receiveAtLeast.amount &&
      isSameAddress(action.receiver, expected.receiver) &&
      isSameAddress(action.target, expected.target)
    )
  if (expected.type === 'unknown' && action.type === 'unknown')
    return (
      isSameAddress(action.target, expected.target) && action.call === expected.call && action.value === expected.value
    )
  if (expected.type === 'callGroup' && action.type === 'callGroup') return isSameGroup(expected, action)
  if (expected.type === 'custom' && action.type === 'custom')
    return (
      action.kind === expected.kind &&
      isSameAddress(action.target, expected.target) &&
      JSON.stringify(action.facts) === JSON.stringify(expected.facts)
    )
  return false
}

/** Throws `REFUSED` unless the actions match the expected actions, in the same order. */
export function assertExpected(expected: readonly ExpectedAction[], actions: readonly Action[]): void {
  const isSame =
    actions.length === expected.length &&
    expected.every((one, at) => {
      const action = actions[at]
      return action !== undefined && isExpected(one, action)
    })
  if (!isSame) fail('REFUSED', 'The prepared transaction differs from the requested one. Nothing was sent.')
}
