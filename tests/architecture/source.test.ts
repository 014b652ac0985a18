import { expect, test } from 'vitest'
import { sources, type TextFile } from './files.js'
import { innocentLines, plantedSinks, sinks } from './sinks.js'
import { type SourceRule, sourceRules } from './source-rules.js'
import { findings } from './syntax.js'

const all = sources()

function broken(name: string, { files, isViolation }: SourceRule, { file, code }: TextFile): readonly string[] {
  return files.test(file)
    ? findings(file, code, { [name]: isViolation }).map(({ line, text }) => `${file}:${line} ${text}`)
    : []
}

test('there are source files to check', () => expect(all.length).toBeGreaterThan(10))

for (const [name, rule] of Object.entries(sourceRules)) {
  test(`${name}: holds in every file`, () => expect(all.flatMap((file) => broken(name, rule, file))).toEqual([]))
  test(`${name}: a planted violation is found`, () => expect(broken(name, rule, rule.planted)).not.toEqual([]))
}

for (const [name, lines] of Object.entries(plantedSinks)) {
  test.each(lines)(`G2 ${name}: finds %s`, (line) => {
    expect(findings('planted.tsx', line, sinks).map(({ rule }) => rule)).toContain(name)
  })
}

test.each(innocentLines)('G2: finds nothing in %s', (line) => expect(findings('planted.tsx', line, sinks)).toEqual([]))

test('G2: every sink has planted lines', () =>
  expect(Object.keys(plantedSinks).sort()).toEqual(Object.keys(sinks).sort()))
