import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** What a package loads when the modal opens, beside what its page has loaded before (`index.js`). */
const openings = ['react/mount.js', 'services.js', 'ui/more.js', 'lists/index.js', 'ui.js', 'discovery.js']

const parse = (/** @type {string} */ text) => ts.createSourceFile('module.js', text, ts.ScriptTarget.Latest, true)

/** The modules of a package that come with one of its files, itself included. @param {string} path @param {Set<string>} [found] */
function loadedWith(path, found = new Set()) {
  if (found.has(path) || !existsSync(path)) return found
  found.add(path)
  for (const one of parse(readFileSync(path, 'utf8')).statements) {
    const from = ts.isImportDeclaration(one) || ts.isExportDeclaration(one) ? one.moduleSpecifier : undefined
    if (from && ts.isStringLiteral(from) && from.text.startsWith('.')) loadedWith(join(path, '..', from.text), found)
  }
  return found
}

/** Code in which browsers compile every function while the file arrives. Run over its own result it changes nothing. @param {string} text */
export function compiledEarly(text) {
  const file = parse(text)
  /** @type {{ at: number, until?: number, put: string }[]} */
  const edits = []
  const visit = (/** @type {import('typescript').Node} */ node) => {
    const isValue = ts.isArrowFunction(node) || ts.isFunctionExpression(node)
    if (isValue && !ts.isParenthesizedExpression(node.parent))
      edits.push({ at: node.getStart(), put: '(' }, { at: node.getEnd(), put: ')' })
    ts.forEachChild(node, visit)
  }
  visit(file)
  for (const one of file.statements) {
    if (!ts.isFunctionDeclaration(one) || !one.name) continue
    const has = (/** @type {import('typescript').SyntaxKind} */ kind) => one.modifiers?.some((it) => it.kind === kind)
    const isDefault = has(ts.SyntaxKind.DefaultKeyword)
    const exported = !isDefault && has(ts.SyntaxKind.ExportKeyword) ? 'export ' : ''
    const kind = `${has(ts.SyntaxKind.AsyncKeyword) ? 'async ' : ''}function${one.asteriskToken ? '*' : ''}`
    const { text: name } = one.name
    edits.push(
      { at: one.getStart(), until: one.name.getStart(), put: `${exported}const ${name} = (${kind} ` },
      { at: one.getEnd(), put: isDefault ? `);\nexport default ${name};` : ');' },
    )
  }
  edits.sort((a, b) => a.at - b.at)
  let made = ''
  let at = 0
  for (const edit of edits) {
    made += text.slice(at, edit.at) + edit.put
    at = edit.until ?? edit.at
  }
  return made + text.slice(at)
}

/**
 * Has what opens the modal compiled before it is called. A browser reads a function twice: past it when the file arrives, and whole at its first
 * call, at the moment somebody waits for the first view. One in parentheses is expected to be called soon and is compiled with its file, off the
 * main thread. Vite and esbuild keep the parentheses; they would drop a comment that says the same.
 * @param {string} dist
 */
export function compileOpening(dist) {
  const early = loadedWith(join(dist, 'index.js'))
  const opening = new Set(openings.flatMap((name) => [...loadedWith(join(dist, name))]))
  for (const file of opening) {
    if (early.has(file)) continue
    const text = readFileSync(file, 'utf8')
    const made = compiledEarly(text)
    if (made !== text) writeFileSync(file, made)
  }
}
