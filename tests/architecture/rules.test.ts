import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { repository } from '../setup/workspaces.mjs'
import { cruise, type Graph } from './graph.js'
import { imported, innocent, type PlantedFile, violations } from './plants.js'

const copy = mkdtempSync(join(tmpdir(), 'wallet-modal-rules-'))
const planted = Object.values(violations).flat()
let found: Graph['summary']['violations'] = []

beforeAll(() => {
  for (const part of ['kernel', 'plugins', 'cli', 'tests/architecture', 'tests/setup']) copyOf(part)
  for (const file of ['.dependency-cruiser.mjs', 'tsconfig.json', 'package.json'])
    cpSync(join(repository, file), join(copy, file))
  symlinkSync(join(repository, 'node_modules'), join(copy, 'node_modules'))
  for (const plant of [...planted, ...innocent]) write(plant)
  found = cruise(copy).summary.violations
}, 120_000)

afterAll(() => rmSync(copy, { recursive: true, force: true }))

function copyOf(part: string): void {
  const filter = (source: string): boolean => !/[\\/](node_modules|dist)$/.test(source)
  cpSync(join(repository, part), join(copy, part), { recursive: true, filter })
}

function write({ file, code }: PlantedFile): void {
  mkdirSync(dirname(join(copy, file)), { recursive: true })
  writeFileSync(join(copy, file), `${code}\n`)
}

const rulesBrokenBy = (file: string): readonly string[] =>
  found.filter(({ from }) => from === file).map(({ rule }) => rule.name)

test('each rule has a planted violation', async () => {
  const config = await import(join(repository, '.dependency-cruiser.mjs'))
  const names = config.default.forbidden.map((rule: { name: string }) => rule.name)
  expect(Object.keys(violations).sort()).toEqual([...names].sort())
})

for (const [rule, plants] of Object.entries(violations)) {
  for (const { file } of plants.filter((plant) => !imported.includes(plant.file))) {
    test(`${rule} refuses ${file}`, () => expect(rulesBrokenBy(file)).toContain(rule))
  }
}

test.each(innocent)('$file breaks no rule', ({ file }) => expect(rulesBrokenBy(file)).toEqual([]))

test('nothing else in the repository breaks a rule', () => {
  const files = new Set([...planted, ...innocent].map(({ file }) => file))
  expect(found.filter(({ from }) => !files.has(from)).map(({ from, rule }) => `${rule.name}: ${from}`)).toEqual([])
})
