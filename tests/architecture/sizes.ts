import ts from 'typescript'
import type { TextFile } from './files.js'

/** Length of a function. `key` is `workspace function`, so that it does not change when the file is moved. */
export interface FunctionSize {
  readonly key: string
  readonly file: string
  readonly lines: number
}

/** Number of lines of a text, without counting an empty line after the last newline. */
export const lineCount = (code: string): number => code.replace(/\n$/, '').split('\n').length

/** All functions with a body in a file, including nested ones. */
export function functionSizes({ file, code }: TextFile): readonly FunctionSize[] {
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true)
  const workspace = file.slice(0, file.indexOf('/src/'))
  const sizes: FunctionSize[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const lines = lineCount(node.getText(source))
      sizes.push({ key: `${workspace} ${functionName(node)}`, file, lines })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return sizes
}

/** Name of the function, or of the nearest declaration around it. */
function functionName(node: ts.Node): string {
  for (let at = node; at !== undefined && !ts.isSourceFile(at); at = at.parent) {
    const name = ts.getNameOfDeclaration(at as ts.Declaration)
    if (name !== undefined && ts.isIdentifier(name)) return name.text
  }
  return 'anonymous'
}

/** Number of files directly in each folder. */
export function folderSizes(files: readonly TextFile[]): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>()
  for (const { file } of files) {
    const folder = file.slice(0, file.lastIndexOf('/'))
    sizes.set(folder, (sizes.get(folder) ?? 0) + 1)
  }
  return sizes
}
