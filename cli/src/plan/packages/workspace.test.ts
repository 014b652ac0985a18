import { describe, expect, it } from 'vitest'
import { containsFolder, pnpmGlobs, workspaceGlobs } from './workspace.js'

describe('containsFolder', () => {
  it.each([
    [['apps/*'], 'apps/shop', true],
    [['apps/*'], 'apps/shop/site', false],
    [['apps/*'], 'sites/shop', false],
    [['./apps/*/'], 'apps/shop', true],
    [['apps/**'], 'apps/shop/site', true],
    [['**/site'], 'apps/shop/site', true],
    [['site'], 'site', true],
    [['*', '!site'], 'site', false],
    [['{apps,sites}/*'], 'sites/shop', true],
    [['a.b'], 'aXb', false],
    [['apps/{a,b', 'site'], 'site', true],
    [['apps/a}'], 'apps/a', false],
    [[], 'site', false],
  ])('with the globs %j, for %s: %s', (globs, path, expected) => {
    expect(containsFolder(globs, path)).toBe(expected)
  })
})

it('workspaceGlobs reads a list or an object, and nothing else', () => {
  expect(workspaceGlobs(['a/*', 3])).toEqual(['a/*'])
  expect(workspaceGlobs({ packages: ['b'], nohoist: ['c'] })).toEqual(['b'])
  expect(workspaceGlobs({})).toEqual([])
  for (const none of [undefined, null, 'a/*', true]) expect(workspaceGlobs(none)).toBeUndefined()
})

it.each([
  ["packages:\n  - 'apps/*'\n  # a comment\n\n  - \"sites/**\"\n  - '!x' # no\n", ['apps/*', 'sites/**', '!x']],
  ['catalog:\n  vue: 3.5.0\npackages:\n- site\n', ['site']],
  ["packages: ['a/*', b]\n", ['a/*', 'b']],
  ['catalog:\n  - site\n', []],
  ['', []],
  ['\uFEFFpackages:\n  - "apps/*"\n', ['apps/*']],
  ['"packages":\n  - "apps/*"\n', ['apps/*']],
  ["'packages': [site]\n", ['site']],
])('pnpmGlobs reads %j', (text, globs) => {
  expect(pnpmGlobs(text)).toEqual(globs)
})
