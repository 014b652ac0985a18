import { expect, it } from 'vitest'
import { checkVariable, findHiddenVariable } from './project-id-variable.js'

const site = (framework: Parameters<typeof findHiddenVariable>[1]['framework'], usesVite: boolean) => ({
  framework,
  usesVite,
})
const visibleName = (name: string, at: ReturnType<typeof site>, files: Readonly<Record<string, string>> = {}) =>
  findHiddenVariable({ projectId: { env: name } }, at, new Map(Object.entries(files)))?.visibleName

it.each([
  ['WC_ID', site('react', true), 'VITE_WC_ID'],
  ['VITE_WC_ID', site('react', true), undefined],
  ['NEXT_PUBLIC_WC_ID', site('vue', true), 'VITE_WC_ID'],
  ['PUBLIC_WC_ID', site('sveltekit', true), 'VITE_WC_ID'],
  ['WC_ID', site('astro', true), 'PUBLIC_WC_ID'],
  ['PUBLIC_WC_ID', site('astro', true), undefined],
  ['WC_ID', site('next', false), 'NEXT_PUBLIC_WC_ID'],
  ['VITE_WC_ID', site('next', false), 'NEXT_PUBLIC_WC_ID'],
  ['NEXT_PUBLIC_WC_ID', site('next', false), undefined],
  ['WC_ID', site('html', false), undefined],
  ['REACT_APP_WC_ID', site('react', false), undefined],
] as const)('the variable %s on the site %j is readable as %s', (name, at, expected) => {
  expect(visibleName(name, at)).toBe(expected)
})

it.each([
  ['WC_ID', site('next', false), { 'next.config.ts': 'export default { env: { WC_ID: process.env.WC_ID } }' }],
  ['WC_ID', site('react', true), { 'vite.config.ts': "define: { 'process.env.WC_ID': id }" }],
  ['PUBLIC_ID', site('vue', true), { 'vite.config.js': "export default { envPrefix: 'PUBLIC_' }" }],
])('the variable %s is readable if the configuration passes it to pages', (name, at, files) => {
  expect(visibleName(name, at)).toBeDefined()
  expect(visibleName(name, at, files)).toBeUndefined()
})

it('the name process.env stays hidden even if the configuration sets "envPrefix"', () => {
  expect(visibleName('WC_ID', site('vue', true), { 'vite.config.js': "envPrefix: ''" })).toBe('VITE_WC_ID')
})

it('checkVariable gives the corrected name, and accepts ids that are no variable', () => {
  const next = site('next', false)
  expect(() => checkVariable({ projectId: { env: 'WC_ID' } }, next, new Map())).toThrow(
    expect.objectContaining({ code: 'INVALID_OPTION', advice: expect.stringContaining('"env:NEXT_PUBLIC_WC_ID"') }),
  )
  expect(() => checkVariable({ projectId: 'WC_ID' }, next, new Map())).not.toThrow()
})
