import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run } from '../setup/steps.mjs'
import { repository, workspaces } from '../setup/workspaces.mjs'

/** Package names of the compilers, by their TypeScript version. */
const compilers = { '5.9': 'typescript-5.9', '6.0': 'typescript', '7.0': 'typescript-7.0' }
const resolutions = { bundler: 'esnext', nodenext: 'nodenext' }

/** All entries that have types, of all published packages. */
const entries = workspaces().flatMap(({ manifest }) =>
  Object.entries(manifest.exports ?? {}).flatMap(([path, target]) =>
    typeof target === 'object' && target !== null && 'types' in target ? [join(manifest.name, path)] : [],
  ),
)

let site: string
beforeAll(() => {
  site = mkdtempSync(join(tmpdir(), 'wallet-modal-types-'))
  symlinkSync(join(repository, 'node_modules'), join(site, 'node_modules'))
  writeFileSync(join(site, 'package.json'), '{ "type": "module", "private": true }')
})
afterAll(() => rmSync(site, { recursive: true, force: true }))

/** Type-checks a file of a site, and the types of all packages that it imports, with the strictest options. */
async function check(compiler: string, resolution: keyof typeof resolutions, source: string) {
  writeFileSync(join(site, 'main.ts'), source)
  const compilerOptions = {
    ...{ module: resolutions[resolution], moduleResolution: resolution, target: 'es2022' },
    lib: ['es2023', 'dom', 'dom.iterable', 'esnext.disposable'],
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, noEmit: true },
    ...{ skipLibCheck: false, types: [], jsx: 'react-jsx' },
  }
  writeFileSync(join(site, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['main.ts'] }))
  const bin = join(repository, 'node_modules', compiler, 'bin/tsc')
  return run(process.execPath, [bin, '-p', site, '--pretty', 'false'])
}

const everything = entries.map((name, at) => `export * as entry${at} from '${name}'`).join('\n')

const isLong = process.env.WALLET_MODAL_LONG === '1'
// `npm run test:long` runs all combinations. Other runs omit TypeScript 6.0, and TypeScript 5.9 with `bundler`.
const matrix = (Object.keys(compilers) as (keyof typeof compilers)[]).flatMap((version) =>
  (Object.keys(resolutions) as (keyof typeof resolutions)[])
    .filter((resolution) => isLong || version === '7.0' || (version === '5.9' && resolution === 'nodenext'))
    .map((resolution) => ({ version, resolution, compiler: compilers[version] })),
)

test.each(Object.entries(compilers))('the compiler for TypeScript %s has that version', async (version, compiler) => {
  const bin = join(repository, 'node_modules', compiler, 'bin/tsc')
  expect((await run(process.execPath, [bin, '--version'])).output).toMatch(`Version ${version}.`)
})

describe.each(matrix)('TypeScript $version under $resolution', ({ compiler, resolution }) => {
  test('compiles the types of every entry without errors', async () => {
    const { output } = await check(compiler, resolution, everything)
    // errors in the types of third-party packages are ignored
    const isOurs = (line: string): boolean => line.includes('error') && !/node_modules\/(?!@wallet-modal)/.test(line)
    expect(output.split('\n').filter(isOurs)).toEqual([])
  })
})

test('a type error in the code of a site is reported', async () => {
  const mistake = `import { createWalletModal } from '@wallet-modal/kernel'\ncreateWalletModal({ plugins: 1 })`
  expect((await check(compilers['7.0'], 'bundler', mistake)).output).toMatch(/main\.ts\(2,\d+\): error TS2322/)
})
