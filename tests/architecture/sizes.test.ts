import { expect, test } from 'vitest'
import { sources, sourcesAndTests } from './files.js'
import { crowdedFolders, longFunctions, longTestFiles } from './size-exceptions.js'
import { folderSizes, functionSizes, lineCount } from './sizes.js'

const maxFileLines = 300
const maxFunctionLines = 60
const maxFilesInFolder = 20

/** Fixtures (`*.test.fixtures.ts`) are not published and are left out. */
const all = sources().filter(({ file }) => !file.includes('.test.'))

test(`no file has more than ${maxFileLines} lines, apart from the listed tests, which do not grow`, () =>
  expect(
    sourcesAndTests()
      .map(({ file, code }) => ({ file, lines: lineCount(code) }))
      .filter(({ file, lines }) => lines > (longTestFiles[file] ?? maxFileLines))
      .map(({ file, lines }) => `${file}: ${lines}`),
  ).toEqual([]))

test(`no function has more than ${maxFunctionLines} lines, apart from the listed ones, which do not grow`, () =>
  expect(
    all
      .flatMap(functionSizes)
      .filter(({ key, lines }) => lines > (longFunctions[key] ?? maxFunctionLines))
      .map(({ key, file, lines }) => `${key} (${file}): ${lines}`),
  ).toEqual([]))

test(`no folder has more than ${maxFilesInFolder} source files, apart from the listed ones, which do not grow`, () =>
  expect(
    [...folderSizes(all)]
      .filter(([folder, files]) => files > (crowdedFolders[folder] ?? maxFilesInFolder))
      .map(([folder, files]) => `${folder}: ${files}`),
  ).toEqual([]))

test('a long function is found with its name, also as an arrow function inside another', () => {
  const code = `export function outer() {\n  const inner = () => {\n${'    run()\n'.repeat(61)}  }\n}\n`
  expect(functionSizes({ file: 'kernel/src/planted.ts', code })).toEqual([
    { key: 'kernel outer', file: 'kernel/src/planted.ts', lines: 65 },
    { key: 'kernel inner', file: 'kernel/src/planted.ts', lines: 63 },
  ])
})
