import ts from 'typescript'

/** Place in a file that breaks a syntax rule. */
export interface Finding {
  readonly rule: string
  readonly line: number
  readonly text: string
}

/** Returns whether a node breaks a rule. */
export type Violation = (node: ts.Node) => boolean

const kindOf = (file: string): ts.ScriptKind => (/\.[jt]sx$/.test(file) ? ts.ScriptKind.TSX : ts.ScriptKind.TS)

/** All places in a file that break one of the rules. */
export function findings(file: string, code: string, rules: Readonly<Record<string, Violation>>): readonly Finding[] {
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true, kindOf(file))
  const found: Finding[] = []
  const visit = (node: ts.Node): void => {
    for (const [rule, isViolation] of Object.entries(rules)) {
      if (!isViolation(node)) continue
      const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1
      found.push({ rule, line, text: node.getText(source).slice(0, 80) })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** Name of the property in `a.name`, `a['name']`, `{ name: 1 }` or `<a name="">`. */
export function nameUsed(node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node)) return node.name.text
  if (ts.isElementAccessExpression(node))
    return ts.isStringLiteralLike(node.argumentExpression) ? node.argumentExpression.text : undefined
  if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node) || ts.isBindingElement(node))
    return textOfName(node)
  if (ts.isJsxAttribute(node)) return ts.isIdentifier(node.name) ? node.name.text : undefined
  return undefined
}

function textOfName(
  node: ts.PropertyAssignment | ts.ShorthandPropertyAssignment | ts.BindingElement,
): string | undefined {
  const name = ts.isBindingElement(node) ? (node.propertyName ?? node.name) : node.name
  return ts.isIdentifier(name) || ts.isStringLiteralLike(name) ? name.text : undefined
}

/** Name of the called function: `document.write` for `document.write(...)`, `eval` for `eval(...)` and `window.eval(...)`. */
export function callee(node: ts.Node): string | undefined {
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return undefined
  const { expression } = node
  if (ts.isIdentifier(expression)) return expression.text
  if (!ts.isPropertyAccessExpression(expression)) return undefined
  const owner = expression.expression.getText()
  return isGlobal(owner) ? expression.name.text : `${owner}.${expression.name.text}`
}

const isGlobal = (name: string): boolean => ['window', 'globalThis', 'self'].includes(name)

/** The arguments of a call. */
export const argumentsOf = (node: ts.Node): readonly ts.Expression[] =>
  ts.isCallExpression(node) || ts.isNewExpression(node) ? (node.arguments ?? []) : []
