import { describe, expect, test } from 'vitest'
import { exceptions, isPermissive, licenceProblems, licencesBehind, publishedFolders } from './licences.mjs'

describe('a licence', () => {
  test.each([
    ['MIT', true],
    ['Apache-2.0', true],
    ['(MIT OR GPL-3.0-only)', true],
    ['(MIT AND BSD-3-Clause)', true],
    ['GPL-3.0-only', false],
    ['GPL-3.0-or-later WITH Classpath-exception-2.0', false],
    ['LGPL-3.0-or-later', false],
    ['MPL-2.0', false],
    ['MIT AND GPL-3.0-only', false],
    ['(MIT AND (GPL-2.0-only OR ISC))', false],
    ['SEE LICENSE IN LICENSE.md', false],
    ['UNLICENSED', false],
    ['', false],
    [undefined, false],
  ])('%s is permissive: %s', (licence, expected) => expect(isPermissive(licence)).toBe(expected))
})

describe('the packages that a site installs with ours', () => {
  const lockfile = {
    kernel: { dependencies: { a: '1.0.0' } },
    'plugins/x': { peerDependencies: { engine: '1.0.0' }, peerDependenciesMeta: { engine: { optional: true } } },
    'node_modules/a': { version: '1.0.0', license: 'MIT', optionalDependencies: { b: '1.0.0', 'a-win32': '1.0.0' } },
    'node_modules/a/node_modules/b': { version: '2.0.0', license: 'GPL-3.0-only', peerDependencies: { c: '*' } },
    'node_modules/a-win32': { version: '1.0.0', os: ['win32'] },
    'node_modules/b': { version: '1.0.0', license: 'MIT' },
    'node_modules/c': {
      version: '1.0.0',
      license: 'ISC',
      peerDependencies: { d: '*' },
      peerDependenciesMeta: { d: { optional: true } },
    },
    'node_modules/d': { version: '1.0.0', license: 'MPL-2.0' },
    'node_modules/engine': { version: '1.0.0' },
  }
  const behind = (...folders: readonly string[]) =>
    licencesBehind(folders, lockfile).map(({ name, version, licence }) => `${name}@${version} ${licence}`)

  test('are dependencies, optional dependencies and required peers, in the resolved versions', () => {
    expect(behind('kernel')).toEqual(['a@1.0.0 MIT', 'a-win32@1.0.0 MIT', 'b@2.0.0 GPL-3.0-only', 'c@1.0.0 ISC'])
  })

  test('include the optional peers of our own packages', () => {
    expect(behind('plugins/x')).toEqual(['engine@1.0.0 undefined'])
  })

  test('are each reported with a message if their licence is not permissive', () => {
    expect(licenceProblems(licencesBehind(['kernel', 'plugins/x'], lockfile), [])).toEqual([
      'b 2.0.0 has the licence GPL-3.0-only, which is not permissive.',
      'engine 1.0.0 has the licence (none stated), which is not permissive.',
    ])
  })

  test('are accepted if an exception names the same licence; an unused exception is reported', () => {
    const reviewed = [{ name: 'b', licence: 'GPL-3.0-only', reason: 'x' }]
    expect(licenceProblems(licencesBehind(['kernel'], lockfile), reviewed)).toEqual([])
    expect(licenceProblems([{ name: 'b', version: '3.0.0', licence: 'AGPL-3.0-only' }], reviewed)).toEqual([
      'b 3.0.0 has the licence AGPL-3.0-only, which is not permissive.',
      'The exception for b (GPL-3.0-only) is no longer needed: remove it.',
    ])
    expect(licenceProblems([{ name: 'b', version: '1.0.0', licence: 'MIT' }], reviewed)).toHaveLength(1)
  })

  test('have permissive licences or an exception with a reason', () => {
    const packages = licencesBehind(publishedFolders().all)
    expect(packages.length).toBeGreaterThan(100)
    expect(licenceProblems(packages)).toEqual([])
    for (const { reason } of exceptions) expect(reason.length).toBeGreaterThan(20)
  })
})
