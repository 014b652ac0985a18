import { expect, it } from 'vitest'
import { pageLayout } from '../../plan/site/layout.js'
import { type GeneratedFile, stateOf } from './site.js'

const code = 'wallet-modal.generated.js'
const types = 'wallet-modal.generated.d.ts'

const file = (path: string, actual: string | undefined): GeneratedFile => ({ path, expected: 'text', actual })

it('names the type declarations of a JavaScript site if only they are missing', () => {
  const files = [file(types, undefined), file(code, 'text')]
  expect(stateOf({ layout: pageLayout, files })).toEqual({ state: 'missing', path: types })
})

it('names the code if both generated files have the same state', () => {
  const files = [file(types, undefined), file(code, undefined)]
  expect(stateOf({ layout: pageLayout, files })).toEqual({ state: 'missing', path: code })
})

it('reports the most serious state', () => {
  const files = [file(types, 'edited'), file(code, undefined)]
  expect(stateOf({ layout: pageLayout, files })).toEqual({ state: 'edited', path: types })
})
