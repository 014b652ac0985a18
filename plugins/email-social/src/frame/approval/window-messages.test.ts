import { expect, it } from 'vitest'
import { parseAnswer, parseScreen } from './window-messages.js'

const summary = { title: 'Sign', facts: [], warnings: [] }

it('a request with a field that the window does not display is invalid', () => {
  expect(parseScreen({ kind: 'approval', summary })).toEqual({ kind: 'approval', summary })
  expect(parseScreen({ kind: 'approval', summary: { ...summary, notes: ['unlimited'] } })).toBeUndefined()
})

it.each([
  ['a call', { calls: [{ ...summary, notes: ['unlimited'] }] }],
  ['a call inside of a call', { calls: [{ ...summary, calls: [summary] }] }],
  ['a fact', { facts: [{ label: 'site', value: 'https://shop.example', note: 'not verified' }] }],
  ['a fact with an unknown label', { facts: [{ label: 'nothing', value: '1' }] }],
  ['a fact in an unknown format', { facts: [{ label: 'site', value: '1', format: 'hidden' }] }],
])('a request is invalid with a field that the window does not display in %s', (_, more) => {
  expect(parseScreen({ kind: 'approval', summary: { ...summary, ...more } })).toBeUndefined()
})

it('a recovery code is displayed without any other field', () => {
  expect(parseScreen({ kind: 'recoveryCode', code: 'ABCD' })).toEqual({ kind: 'recoveryCode', code: 'ABCD' })
  expect(parseScreen({ kind: 'recoveryCode', code: 'ABCD', summary })).toBeUndefined()
})

it('no other text than the two decisions is a decision', () => {
  expect(['confirmed', 'rejected', 'approved', '', true].map(parseAnswer)).toEqual([
    ...['confirmed', 'rejected'],
    ...[undefined, undefined, undefined],
  ])
})
