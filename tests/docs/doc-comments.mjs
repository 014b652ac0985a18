import { readFileSync } from 'node:fs'
import ts from 'typescript'

/** Functions that read names, doc comments and types from TypeScript source. Types are returned as written in the source. */

/** @typedef {{ readonly name: string, readonly doc: string, readonly type: string }} Documented */

/** @param {string} file */
const parse = (file) => ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)

/** One line of Markdown. @param {string} text */
const oneLine = (text) =>
  text
    .replace(/\{@link ([\w.]+)\}/g, '`$1`')
    .replace(/\s+/g, ' ')
    .trim()

/** @param {ts.Node} node */
function docOf(node) {
  const [comment] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc).slice(-1)
  return oneLine(ts.getTextOfJSDocComment(comment?.comment) ?? '')
}

/** @param {ts.Node | undefined} node */
const words = (node) =>
  node
    ? oneLine(
        node
          .getText()
          .replace(/\/\*\*[\s\S]*?\*\//g, '')
          .replace(/([\w>\])])\n\s+(?=readonly )/g, '$1; '),
      ).replace(/\breadonly /g, '')
    : ''

/** The exported declarations of a file, in source order. @param {string} file @returns {Documented[]} */
export function exportsOf(file) {
  /** @type {Documented[]} */
  const found = []
  for (const node of parse(file).statements) {
    const isExported =
      ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
    if (!isExported) continue
    if (ts.isVariableStatement(node))
      for (const { name, type, initializer } of node.declarationList.declarations)
        found.push({ name: name.getText(), doc: docOf(node), type: words(type ?? initializer) })
    else if (ts.isFunctionDeclaration(node) && node.name)
      found.push({ name: node.name.text, doc: docOf(node), type: 'function' })
    else if ((ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) && node.name)
      found.push({ name: node.name.text, doc: docOf(node), type: 'type' })
  }
  return found
}

/** The members of an interface. @param {string} file @param {string} name @returns {Documented[]} */
export function membersOf(file, name) {
  const found = parse(file).statements.find((node) => ts.isInterfaceDeclaration(node) && node.name.text === name)
  if (!found || !ts.isInterfaceDeclaration(found)) return []
  return found.members.map((member) => ({
    name: member.name?.getText() ?? '',
    doc: docOf(member),
    type: ts.isPropertySignature(member) ? words(member.type) : words(member),
  }))
}

/** The doc comment of each option in `defineOptions({ ... })` of a file. @param {string} file @returns {Map<string, string>} */
export function optionDocs(file) {
  const docs = new Map()
  const visit = (/** @type {ts.Node} */ node) => {
    if (ts.isCallExpression(node) && node.expression.getText() === 'defineOptions') {
      const [shape] = node.arguments
      if (shape && ts.isObjectLiteralExpression(shape))
        for (const property of shape.properties) docs.set(property.name?.getText() ?? '', docOf(property))
    }
    ts.forEachChild(node, visit)
  }
  visit(parse(file))
  return docs
}

/**
 * Name of the interface that a plugin's `setup` returns, from the type arguments of `definePlugin` or from the return type. An interface with the tag
 * `@internal` is for the plugin's own views and is left out. @param {string} file
 */
export function outputName(file) {
  const text = readFileSync(file, 'utf8')
  const match = /definePlugin<\w+, (\w+)>/.exec(text) ?? /setup\([^)]*\): (\w+)/.exec(text)
  const isInternal = new RegExp(`@internal[^/]*\\*/\\s*export interface ${match?.[1]}\\b`).test(text)
  return isInternal ? undefined : match?.[1]
}

/** The texts of a `strings/en.ts`. @param {string} file @returns {[string, string][]} */
export function stringsOf(file) {
  /** @type {[string, string][]} */
  const found = []
  const visit = (/** @type {ts.Node} */ node) => {
    if (ts.isPropertyAssignment(node) && ts.isStringLiteralLike(node.initializer))
      found.push([node.name.getText().replace(/^'|'$/g, ''), node.initializer.text])
    ts.forEachChild(node, visit)
  }
  visit(parse(file))
  return found
}
