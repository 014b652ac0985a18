import { expect, it } from 'vitest'
import { checkOptionName, settableOptions } from './option-name.js'
import { parsePluginManifest } from './plugin-manifest.js'

const manifest = parsePluginManifest('goals', {
  ...{ id: 'goals', export: 'goals', title: 'Goals', description: 'Savings goals', kernel: '^0.1' },
  options: { type: 'object', properties: { onGoal: {}, limit: { type: 'integer' } }, additionalProperties: false },
  codeOptions: [{ name: 'onGoal' }],
})

it('an option in codeOptions cannot be set by a command, even if the schema lists it', () => {
  expect(() => checkOptionName({ name: 'goals', manifest }, 'onGoal')).toThrow('must be set in code')
  expect(() => checkOptionName({ name: 'goals', manifest }, 'limit')).not.toThrow()
  expect(() => checkOptionName({ name: 'goals', manifest }, 'other')).toThrow('has no option "other"')
})

it('an option in codeOptions is not offered', () => {
  expect(settableOptions(manifest)).toEqual(['limit'])
})
