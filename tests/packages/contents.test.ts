import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { npmEnv } from '../registry/npm.mjs'
import { type Packed, packWorkspace } from '../registry/pack.mjs'
import { must, run } from '../setup/steps.mjs'
import { repository, workspaces } from '../setup/workspaces.mjs'
import { checkTypes, lint } from './findings.mjs'
import { nameAt, readLockfile } from './lockfile.js'

const folders = new Map(workspaces().map(({ folder, manifest }) => [manifest.name, folder]))
const scratch = mkdtempSync(join(tmpdir(), 'wallet-modal-packages-'))
let packed: readonly Packed[] = []

beforeAll(async () => {
  packed = await packWorkspace()
})
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const find = (name: string): Packed => {
  const found = packed.find((one) => one.name === name)
  if (!found) throw new Error(`${name} was not packed.`)
  return found
}

/** Removes the hash from the name of a bundled file, because the hash changes with every edit. */
const withoutHash = (file: string): string => file.replace(/-[\dA-Z]{8}(?=\.js$)/, '-*')

/** Whether the source file of a compiled file in `dist` was deleted. */
function isStale(folder: string, file: string): boolean {
  const stem = /^dist\/(?!assets\/)(.*?)(\.d\.ts|\.js)$/.exec(file)?.[1]
  return (
    stem !== undefined &&
    !['.ts', '.tsx'].some((extension) => existsSync(join(repository, folder, `src/${stem}${extension}`)))
  )
}

describe.each([...folders])('%s', (name, folder) => {
  test('O7: publishes no tests, no build info and no compiled file without a source', () => {
    const { files } = find(name)
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'package.json']))
    expect(files.filter((file) => /^(?!dist\/assets\/).*(\.test\.|tsbuildinfo|\.map$|\/\.)/.test(file))).toEqual([])
    expect(files.filter((file) => isStale(folder, file))).toEqual([])
  })

  test('O7: publishes every file in `exports` and `bin`', () => {
    const { files } = find(name)
    const manifest = workspaces().find((one) => one.folder === folder)?.manifest
    const targets = JSON.stringify([manifest?.exports, manifest?.bin]).match(/\.\/[^"]+(?=")/g) ?? []
    const paths = targets.map((target) => target.slice(2)).filter((target) => /\.\w+$/.test(target))
    expect(files).toEqual(expect.arrayContaining(paths))
  })
})

test('O7: the files of each package are as reviewed (after a review: npm run snapshots)', async () => {
  const lists = Object.fromEntries(packed.map(({ name, files }) => [name, [...new Set(files.map(withoutHash))]]))
  await expect(`${JSON.stringify(lists, null, 2)}\n`).toMatchFileSnapshot(join(repository, 'tests/packages/files.json'))
})

test('server components resolve kernel/react to a file with "use client" and the same exports', async () => {
  const kernel = join(repository, 'kernel/dist/react')
  const [client, index] = [join(kernel, 'client.js'), join(kernel, 'index.js')]
  expect(readFileSync(client, 'utf8')).toMatch(/^'use client'\n/)
  expect(readFileSync(index, 'utf8')).not.toContain('use client')
  expect(Object.keys(await import(client)).sort()).toEqual(Object.keys(await import(index)).sort())
  const resolve = "console.log(import.meta.resolve('@wallet-modal/kernel/react'))"
  const { output } = await run(process.execPath, ['--conditions=react-server', '--input-type=module', '-e', resolve], {
    cwd: repository,
  })
  expect(output).toContain('dist/react/client.js')
})

test('O1: kernel, connect, account and eip155 install at most 25 packages in an empty site', async () => {
  const names = ['@wallet-modal/kernel', '@wallet-modal/connect', '@wallet-modal/account', '@wallet-modal/eip155']
  const dependencies = Object.fromEntries(names.map((name) => [name, `file:${find(name).tarball}`]))
  const site = join(scratch, 'site')
  mkdirSync(site)
  writeFileSync(
    join(site, 'package.json'),
    JSON.stringify({ name: 'site', version: '1.0.0', private: true, dependencies }),
  )
  await must('Resolving', 'npm', ['install', '--package-lock-only', '--ignore-scripts'], { cwd: site, env: npmEnv() })
  const places = Object.keys(readLockfile(site)).filter((place) => place !== '')
  const unique = [...new Set(places.map(nameAt))].sort()
  expect(unique).toEqual(expect.arrayContaining(names))
  expect(unique.length, unique.join(', ')).toBeLessThanOrEqual(25)
})

describe('a package with missing files', () => {
  const folder = join(scratch, 'wrong')
  const tarball = join(scratch, 'wrong-1.0.0.tgz')

  beforeAll(async () => {
    mkdirSync(folder)
    const exports = { '.': { types: './index.d.ts', default: './index.js' }, './gone': './gone.js' }
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({ name: 'wrong', version: '1.0.0', type: 'module', exports }),
    )
    writeFileSync(join(folder, 'index.js'), 'export const one = 1\n')
    writeFileSync(join(folder, 'index.d.ts'), "export { one } from './gone'\n")
    await must('Packing', 'npm', ['pack', '--pack-destination', scratch], { cwd: folder, env: npmEnv() })
  })

  test('is rejected: a file is missing', async () => {
    expect((await lint(tarball)).join()).toContain('gone.js')
  })

  test('is rejected: TypeScript does not find the types of an entry', async () => {
    expect((await checkTypes(tarball)).join()).toContain('"entrypoint":"./gone"')
  })
})
