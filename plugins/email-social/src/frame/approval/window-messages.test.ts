import { expect, it } from 'vitest'
import { parseScreen } from './window-messages.js'

const summary = { title: 'Sign', facts: [], warnings: [] }

it('a request with a field that the window does not display is invalid', () => {
  expect(parseScreen({ kind: 'approval', summary })).toEqual({ kind: 'approval', summary })
  expect(parseScreen({ kind: 'approval', summary: { ...summary, notes: ['unlimited'] } })).toBeUndefined()
})
