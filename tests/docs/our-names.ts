import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { defaultEndpoints } from '../../cli/src/plan/site/default-endpoints.js'
import { entries, repository, workspaces } from '../setup/workspaces.mjs'

/** Import specifiers of all our package entries. */
export const specifiers: ReadonlySet<string> = new Set(entries().map(({ specifier }) => specifier))

const read = (file: string): string => readFileSync(join(repository, file), 'utf8')
const keysOf = (value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null ? Object.keys(value) : []

/** Names of each plugin's options, by its package name without the scope. */
export const pluginOptions: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  workspaces()
    .filter(({ folder }) => folder.startsWith('plugins/'))
    .map(({ folder }) => [
      folder.slice('plugins/'.length),
      new Set(keysOf(JSON.parse(read(`${folder}/package.json`)).walletModal?.options?.properties)),
    ]),
)

/** Names of the custom elements. */
export const elementNames: ReadonlySet<string> = new Set(
  [...read('kernel/src/elements/index.ts').matchAll(/^ {2}'([\w-]+)': /gm)].map(([, name = '']) => name),
)
export const attributeNames: ReadonlySet<string> = new Set(
  [
    ...(/^const attributes = \[(.*)\]/m.exec(read('kernel/src/elements/base.ts'))?.[1] ?? '').matchAll(/'([\w-]+)'/g),
  ].map(([, name = '']) => name),
)

/** Keys of wallet-modal.json and names of services. */
const manifestKeys = [
  ...keysOf(JSON.parse(read('cli/wallet-modal.schema.json')).properties),
  ...Object.keys(defaultEndpoints),
]

/** Members of the type `ErrorCode`. */
const [, errorCodeType = ''] = /^export type ErrorCode =([\s\S]*?)\n\n/m.exec(read('kernel/src/errors/errors.ts')) ?? []
const errorCodes = [...errorCodeType.matchAll(/'([A-Z_]+)'/g)].map(([, code = '']) => code)

/**
 * Every name of ours that a site may use: exports of the packages with their members and parameters, options, elements, attributes (also as
 * React props), error codes, and keys of wallet-modal.json.
 */
export function ourNames(): ReadonlySet<string> {
  const props = [...attributeNames].map((name) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()))
  const names = new Set<string>([...manifestKeys, ...errorCodes, ...elementNames, ...attributeNames, ...props])
  for (const [plugin, options] of pluginOptions) for (const name of [plugin, ...options]) names.add(name)
  const roots = entries()
    .map(({ built }) => built.replace(/\.js$/, '.d.ts'))
    .filter((file) => existsSync(file))
  const program = ts.createProgram(roots, {
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
  })
  const add = memberCollector(program.getTypeChecker(), names)
  for (const root of roots) {
    const source = program.getSourceFile(root)
    const module = source && program.getTypeChecker().getSymbolAtLocation(source)
    if (module) for (const symbol of program.getTypeChecker().getExportsOfModule(module)) add(symbol)
  }
  return names
}

/** Collects the names of exports and of their members. Skips those declared by other packages or by TypeScript. */
function memberCollector(checker: ts.TypeChecker, names: Set<string>): (symbol: ts.Symbol) => void {
  const seen = new Set<ts.Type>()
  const isOurs = ({ declarations }: ts.Symbol): boolean =>
    declarations?.some((one) => !one.getSourceFile().fileName.includes('/node_modules/')) === true
  const addType = (type: ts.Type): void => {
    if (seen.has(type)) return
    seen.add(type)
    if (type.isUnionOrIntersection()) for (const part of type.types) addType(part)
    for (const property of type.getProperties()) if (isOurs(property)) addSymbol(property)
    for (const signature of type.getCallSignatures()) {
      for (const parameter of signature.getParameters()) addSymbol(parameter)
      addType(signature.getReturnType())
    }
    for (const argument of checker.getTypeArguments(type as ts.TypeReference) ?? []) addType(argument)
  }
  const addSymbol = (symbol: ts.Symbol): void => {
    names.add(symbol.getName())
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    addType(checker.getTypeOfSymbol(target))
    if (target.flags & ts.SymbolFlags.Type) addType(checker.getDeclaredTypeOfSymbol(target))
  }
  return addSymbol
}
