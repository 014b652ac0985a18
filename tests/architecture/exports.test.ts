import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { entries, repository } from '../setup/workspaces.mjs'

const options: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  skipLibCheck: true,
  noEmit: true,
  types: [],
}

const declarationOf = (built: string): string => built.replace(/\.js$/, '.d.ts')

/** The exported names of every built package entry. Types have the prefix `type`. */
function exportLists(): Readonly<Record<string, readonly string[]>> {
  const all = entries()
  const program = ts.createProgram(
    all.map(({ built }) => declarationOf(built)),
    options,
  )
  const checker = program.getTypeChecker()
  const listOf = (built: string): readonly string[] => {
    const file = program.getSourceFile(declarationOf(built))
    const symbol = file && checker.getSymbolAtLocation(file)
    if (!symbol) return []
    return checker.getExportsOfModule(symbol).map((item) => `${isValue(checker, item) ? '' : 'type '}${item.name}`)
  }
  const lists = all.map(({ specifier, built }) => [specifier, [...listOf(built)].sort(byName)] as const)
  return Object.fromEntries(lists.sort(([a], [b]) => byName(a, b)))
}

const byName = (a: string, b: string): number => a.replace('type ', '').localeCompare(b.replace('type ', ''), 'en')

function isValue(checker: ts.TypeChecker, symbol: ts.Symbol): boolean {
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  return (target.flags & ts.SymbolFlags.Value) !== 0
}

test('the exports of each entry match the reviewed list (after a review: npm run snapshots)', async () => {
  const lists = exportLists()
  expect(Object.keys(lists)).toContain('@wallet-modal/kernel')
  expect(lists['@wallet-modal/kernel']).toContain('createWalletModal')
  await expect(`${JSON.stringify(lists, null, 2)}\n`).toMatchFileSnapshot(
    join(repository, 'tests/architecture/exports.json'),
  )
})
