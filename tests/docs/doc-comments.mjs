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
      )
        .replace(/\breadonly /g, '')
        .replace(/\( /g, '(')
        .replace(/,? \)/g, ')')
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

/**
 * The exported hooks of a file, with their signature and the type of their result. Of an overloaded hook, the first signature; a parameter that is
 * optional in another one is marked as optional.
 * @typedef {{ readonly name: string, readonly doc: string, readonly signature: string, readonly result: string }} Hook
 * @param {string} file @returns {Hook[]}
 */
export function hooksOf(file) {
  /** @type {{ name: string, node: ts.Node, declared: ts.SignatureDeclaration }[]} */
  const functions = []
  for (const node of parse(file).statements) {
    if (ts.isFunctionDeclaration(node) && node.name) functions.push({ name: node.name.text, node, declared: node })
    if (!ts.isVariableStatement(node)) continue
    for (const { name, initializer } of node.declarationList.declarations)
      if (initializer && ts.isArrowFunction(initializer))
        functions.push({ name: name.getText(), node, declared: initializer })
  }
  const hooks = functions.map(({ name, node, declared }) => {
    const generics = declared.typeParameters ? `<${declared.typeParameters.map(words).join(', ')}>` : ''
    const isOptional = (/** @type {number} */ index) =>
      functions.some((other) => other.name === name && other.declared.parameters[index]?.questionToken)
    const parameters = declared.parameters
      .map((parameter, index) => (isOptional(index) ? words(parameter).replace(/^(\w+):/, '$1?:') : words(parameter)))
      .join(', ')
    return { name, doc: docOf(node), signature: `${name}${generics}(${parameters})`, result: words(declared.type) }
  })
  return hooks.filter(({ name, doc }, index) => {
    const isFirst = hooks.findIndex((other) => other.name === name) === index
    return name.startsWith('use') && doc !== '' && isFirst
  })
}

/**
 * The members of a union of object types, such as the outcomes of a call: `status` is the text of the field with this name, `fields` the others.
 * @param {string} file @param {string} name @returns {{ readonly status: string, readonly fields: string, readonly doc: string }[]}
 */
export function variantsOf(file, name) {
  const found = parse(file).statements.find((node) => ts.isTypeAliasDeclaration(node) && node.name.text === name)
  if (!found || !ts.isTypeAliasDeclaration(found) || !ts.isUnionTypeNode(found.type)) return []
  return found.type.types.filter(ts.isTypeLiteralNode).map((variant, index, variants) => {
    const before = found.getSourceFile().text.slice(variants[index - 1]?.end ?? found.type.pos, variant.getStart())
    const fields = variant.members.map((member) => [member.name?.getText(), words(member)])
    const doc = /\/\*\*([\s\S]*?)\*\//.exec(before)?.[1]?.replace(/^\s*\*/gm, '') ?? ''
    const status = variant.members.find((member) => member.name?.getText() === 'status')
    return {
      status: status && ts.isPropertySignature(status) ? words(status.type) : '',
      fields: fields.flatMap(([field, text]) => (field === 'status' ? [] : [text])).join('; '),
      doc: oneLine(doc),
    }
  })
}

/** Type argument of a token: `event<{ readonly namespace: string }>('...')` → `{ namespace: string }`. @param {string} type */
export const payloadOf = (type) => /^\w+<(.*)>(?:\(|$)/.exec(type)?.[1] ?? ''

/** @typedef {Documented & { readonly label: string }} Member `label`: the name, with `?` if the member is optional */

/** @param {string} file @param {string} name */
function interfaceOf(file, name) {
  const found = parse(file).statements.find((node) => ts.isInterfaceDeclaration(node) && node.name.text === name)
  return found && ts.isInterfaceDeclaration(found) ? found : undefined
}

/** Names of the interfaces that an interface extends. @param {string} file @param {string} name @returns {string[]} */
export const basesOf = (file, name) =>
  interfaceOf(file, name)?.heritageClauses?.flatMap(({ types }) => types.map((type) => type.getText())) ?? []

/** The members of an interface. @param {string} file @param {string} name @returns {Member[]} */
export function membersOf(file, name) {
  const found = interfaceOf(file, name)
  if (!found) return []
  return found.members.map((member) => {
    const memberName = member.name?.getText() ?? ''
    return {
      name: memberName,
      label: member.questionToken ? `${memberName}?` : memberName,
      doc: docOf(member),
      type: ts.isPropertySignature(member) ? words(member.type) : words(member),
    }
  })
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
