import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { missingOptional } from '../setup/lockfile.mjs'
import { type PackageJson, readManifest, repository, workspaces } from '../setup/workspaces.mjs'
import { namesBehind, readLockfile } from './lockfile.js'

const published = workspaces().map(({ folder, manifest }) => ({ name: manifest.name, folder, manifest }))
const root = readManifest(join(repository, 'package.json'))
const lockfile = readLockfile(repository)

const lifecycle =
  /^(pre|post)?(install|uninstall|publish|publishOnly|prepare|pack|version|shrinkwrap)$|^dependencies$|^prepublishOnly$|^prepare$/
const exact = /^(npm:(@[^@/]+\/)?[^@/]+@)?\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/

const inexact = (dependencies: Readonly<Record<string, string>> = {}): readonly string[] =>
  Object.entries(dependencies).flatMap(([name, version]) => (exact.test(version) ? [] : [`${name}@${version}`]))

const scriptsOf = ({ scripts = {} }: PackageJson): readonly string[] =>
  Object.keys(scripts).filter((name) => lifecycle.test(name))

test('inexact and scriptsOf find inexact versions and lifecycle scripts', () => {
  expect(inexact({ a: '^1.0.0', b: '1.0', c: 'latest', d: '1.0.0', e: '1.0.0-beta.1' })).toEqual([
    'a@^1.0.0',
    'b@1.0',
    'c@latest',
  ])
  const scripts = {
    preinstall: '',
    install: '',
    postinstall: '',
    prepare: '',
    prepack: '',
    prepublishOnly: '',
    build: '',
  }
  expect(scriptsOf({ name: 'x', version: '1.0.0', scripts })).toEqual(
    Object.keys(scripts).filter((name) => name !== 'build'),
  )
})

interface OptionSchema {
  readonly pattern?: string
  readonly origin?: unknown
  readonly items?: OptionSchema
  readonly properties?: Readonly<Record<string, OptionSchema>>
}
/** Options whose value is a URL, but whose schema does not say what the page uses the URL's origin for. `doctor --csp` would omit these origins. */
const withoutOrigin = (
  path: string,
  { pattern = '', origin, items, properties = {} }: OptionSchema,
): readonly string[] => [
  ...(pattern.includes('http') && origin === undefined ? [path] : []),
  ...(items ? withoutOrigin(`${path}[]`, items) : []),
  ...Object.entries(properties).flatMap(([name, schema]) => withoutOrigin(`${path}.${name}`, schema)),
]
/** Links for the visitor, which the page does not load. */
const links = ['@wallet-modal/connect.termsUrl', '@wallet-modal/connect.privacyUrl']

test('the manifest says what each URL in the options of a plugin is used for', () => {
  const options = published.flatMap(({ name, manifest }) => {
    const { walletModal }: { readonly walletModal?: { readonly options?: OptionSchema } } = manifest as object
    return walletModal?.options ? withoutOrigin(name, walletModal.options) : []
  })
  expect(options.filter((one) => !links.includes(one))).toEqual([])
})

describe.each(published)('$name', ({ manifest, folder }) => {
  test('O2: has no lifecycle script', () => expect(scriptsOf(manifest)).toEqual([]))

  test('depends on exact versions', () => {
    expect(inexact(manifest.dependencies)).toEqual([])
    expect(inexact(manifest.devDependencies)).toEqual([])
    expect(inexact(manifest.optionalDependencies)).toEqual([])
  })

  test('is ESM under MIT, lists its files, and requires Node.js 20.19', () => {
    expect(manifest).toMatchObject({ type: 'module', license: 'MIT', engines: { node: '>=20.19' } })
    expect(manifest.files).toContain('dist')
    expect(manifest.exports).toHaveProperty(['./package.json'])
  })

  test('has the same version as all other packages', () =>
    expect(manifest.version).toBe(published[0]?.manifest.version))

  test('is marked as free of side effects, unless it is the CLI', () => {
    if (folder !== 'cli') expect(manifest).toMatchObject({ sideEffects: false })
  })

  test('has the kernel as a peer dependency if it is a plugin', () => {
    if (!folder.startsWith('plugins/')) return
    expect(manifest.dependencies ?? {}).not.toHaveProperty('@wallet-modal/kernel')
    expect(manifest.peerDependencies).toHaveProperty('@wallet-modal/kernel')
  })
})

test('the root package.json has exact versions and no lifecycle script except `dependencies`', () => {
  expect(inexact(root.devDependencies)).toEqual([])
  expect(inexact(root.overrides)).toEqual([])
  expect(scriptsOf(root).filter((name) => name !== 'dependencies')).toEqual([])
})

test('O1: the only dependency of the kernel is @preact/signals-core', () => {
  const kernel = published.find(({ folder }) => folder === 'kernel')
  expect(Object.keys(kernel?.manifest.dependencies ?? {}).sort()).toEqual(['@preact/signals-core'])
})

test('O1: the dependencies of each package are as reviewed (additions need a reason; then: npm run snapshots)', async () => {
  const names = Object.fromEntries(published.map(({ name, folder }) => [name, namesBehind(lockfile, folder)]))
  expect(names['@wallet-modal/kernel']).toContain('@preact/signals-core')
  await expect(`${JSON.stringify(names, null, 2)}\n`).toMatchFileSnapshot(
    join(repository, 'tests/packages/dependencies.json'),
  )
})

test('the lockfile contains no registry URL', () => {
  const resolved = Object.values(lockfile).flatMap(({ resolved: from }) => (from?.includes('://') ? [from] : []))
  expect(resolved).toEqual([])
})

test('the lockfile holds the optional packages of every platform, so that npm ci works on all (npm run lockfile)', () => {
  const planted = { 'node_modules/a': { optionalDependencies: { 'a-darwin-arm64': '1.0.0' } } }
  expect(missingOptional(planted)).toEqual({
    'node_modules/a-darwin-arm64': { version: '1.0.0', cpu: ['arm64'], optional: true, os: ['darwin'] },
  })
  expect(missingOptional(lockfile)).toEqual({})
})

test('no committed file contains the path of this repository', () => {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: repository,
    encoding: 'utf8',
  })
  const named = files.split('\0').filter((file) => file !== '' && textOf(file).includes(`${repository}/`))
  expect(named).toEqual([])
})

function textOf(file: string): string {
  try {
    return readFileSync(join(repository, file), 'utf8')
  } catch (error) {
    // The file is deleted, but the deletion is not committed yet.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}
