import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { repository } from '../setup/workspaces.mjs'
import { imported, innocent, type Plant, violations } from './plants.js'

interface Violation {
  readonly from: string
  readonly rule: { readonly name: string }
}

const copy = mkdtempSync(join(tmpdir(), 'wallet-modal-rules-'))
const planted = Object.values(violations).flat()
let found: readonly Violation[] = []

beforeAll(() => {
  for (const part of ['kernel', 'plugins', 'cli', 'tests/architecture', 'tests/setup']) copyOf(part)
  for (const file of ['.dependency-cruiser.mjs', 'tsconfig.json', 'package.json']) cpSync(join(repository, file), join(copy, file))
  symlinkSync(join(repository, 'node_modules'), join(copy, 'node_modules'))
  for (const plant of [...planted, ...innocent]) write(plant)
  found = cruise()
}, 120_000)

afterAll(() => rmSync(copy, { recursive: true, force: true }))

function copyOf(part: string): void {
  const filter = (source: string): boolean => !/[\\/](node_modules|dist)$/.test(source)
  cpSync(join(repository, part), join(copy, part), { recursive: true, filter })
}

function write({ file, code }: Plant): void {
  mkdirSync(dirname(join(copy, file)), { recursive: true })
  writeFileSync(join(copy, file), `${code}\n`)
}

function cruise(): readonly Violation[] {
  const program = join(repository, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
  const options = ['--config', '.dependency-cruiser.mjs', '--output-type', 'json', '--no-cache', 'kernel/src', 'cli/src', 'plugins/*/src']
  const json = execFileSync(process.execPath, [program, ...options], { cwd: copy, encoding: 'utf8', maxBuffer: 2 ** 28 })
  return JSON.parse(json).summary.violations
}

const rulesBrokenBy = (file: string): readonly string[] => found.filter(({ from }) => from === file).map(({ rule }) => rule.name)

test('every rule has a planted violation', async () => {
  const config = await import(join(repository, '.dependency-cruiser.mjs'))
  const names = config.default.forbidden.map((rule: { name: string }) => rule.name)
  expect(Object.keys(violations).sort()).toEqual([...names].sort())
})

for (const [rule, plants] of Object.entries(violations)) {
  for (const { file } of plants.filter((plant) => !imported.includes(plant.file))) {
    test(`${rule} refuses ${file}`, () => expect(rulesBrokenBy(file)).toContain(rule))
  }
}

test.each(innocent)('$file is within the rules', ({ file }) => expect(rulesBrokenBy(file)).toEqual([]))

test('nothing else in the repository breaks a rule', () => {
  const files = new Set([...planted, ...innocent].map(({ file }) => file))
  expect(found.filter(({ from }) => !files.has(from)).map(({ from, rule }) => `${rule.name}: ${from}`)).toEqual([])
})
