import { fail, quote } from '../../errors/errors.js'
import { checkFields, isListOf, isText, type Rule } from '../../plugins/check.js'
import type { Action, ActionFact } from '../actions.js'

const isString = (value: unknown): boolean => typeof value === 'string'
const isBigint = (value: unknown): boolean => typeof value === 'bigint'
const isAmount = (value: unknown): boolean => isText(Object(value).assetId) && isBigint(Object(value).amount)
const isFact = (value: unknown): boolean => {
  const { label, value: content }: Partial<ActionFact> = Object(value)
  return isString(label) && isString(content)
}

const text = (field: string): Rule => [field, isText, 'a text', true]
const amount = (field: string): Rule => [field, isAmount, 'an amount with "assetId" and "amount"', true]
const asset: readonly Rule[] = [text('assetId'), ['amount', isBigint, 'a bigint', true]]

const rules: Readonly<Record<Action['type'], readonly Rule[]>> = {
  transfer: [...asset, text('from'), text('to')],
  approval: [...asset, text('spender')],
  swap: [amount('pay'), amount('receiveAtLeast'), text('receiver'), text('target')],
  unknown: [text('target'), text('call'), ['value', isBigint, 'a bigint']],
  callGroup: [text('call'), ['calls', isListOf(isString), 'a list of texts', true]],
  custom: [
    text('kind'),
    text('title'),
    ['facts', isListOf(isFact), 'a list of facts with the texts "label" and "value"', true],
    text('target'),
  ],
}

/** Throws `INVALID_DATA` if a decoder returned an object that is not a complete action. */
export function checkAction(action: Action): void {
  const { type } = action
  if (!Object.hasOwn(rules, type)) fail('INVALID_DATA', `an action has the unknown type ${quote(type)}`)
  checkFields('INVALID_DATA', `in an action of type "${type}" `, action, rules[type])
}
