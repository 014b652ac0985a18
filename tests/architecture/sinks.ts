import ts from 'typescript'
import { argumentsOf, callee, nameUsed, type Objection } from './syntax.js'

const named =
  (...names: readonly string[]): Objection =>
  (node) =>
    names.includes(nameUsed(node) ?? '')

const calls =
  (...names: readonly string[]): Objection =>
  (node) =>
    names.includes(callee(node) ?? '')

const isText = (node: ts.Node | undefined): boolean =>
  node !== undefined && (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node))

const isStar = (node: ts.Node | undefined): boolean =>
  node !== undefined &&
  ((ts.isStringLiteralLike(node) && node.text === '*') ||
    (ts.isObjectLiteralExpression(node) &&
      node.properties.some((property) => ts.isPropertyAssignment(property) && isStar(property.initializer))))

/** Bar G2: what turns text into code or markup, hands a message to anybody, or passes for chance where chance has to be real. */
export const sinks: Readonly<Record<string, Objection>> = {
  markup: named(
    'innerHTML',
    'outerHTML',
    'insertAdjacentHTML',
    'dangerouslySetInnerHTML',
    'srcdoc',
    'srcDoc',
    'setHTMLUnsafe',
    'createContextualFragment',
  ),
  'document.write': calls('document.write', 'document.writeln'),
  eval: calls('eval'),
  'new Function': calls('Function'),
  'string timer': (node) => calls('setTimeout', 'setInterval')(node) && isText(argumentsOf(node)[0]),
  'message to anybody': (node) => /(^|\.)postMessage$/.test(callee(node) ?? '') && isStar(argumentsOf(node)[1]),
  'Math.random': (node) => ts.isPropertyAccessExpression(node) && node.getText() === 'Math.random',
}

/** A line for each sink that its rule has to find. */
export const plantedSinks: Readonly<Record<string, readonly string[]>> = {
  markup: [
    'element.innerHTML = text',
    "element['outerHTML'] = text",
    "element.insertAdjacentHTML('beforeend', text)",
    'const view = <p dangerouslySetInnerHTML={html} />',
    "create('p', { dangerouslySetInnerHTML: html })",
    'frame.srcdoc = text',
    'const view = <iframe srcDoc={text} />',
  ],
  'document.write': ["document.write('<p>')", 'document.writeln(text)'],
  eval: ["eval('1')", 'window.eval(text)', '(0, globalThis).eval(text); globalThis.eval(text)'],
  'new Function': ["new Function('return 1')", "Function('return 1')"],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the planted line is code that holds a template
  'string timer': ["setTimeout('go()', 1)", 'setInterval(`go(${n})`, 1)', "window.setTimeout('go()')"],
  'message to anybody': [
    "frame.contentWindow.postMessage(message, '*')",
    "postMessage(message, { targetOrigin: '*' })",
  ],
  'Math.random': ['const id = Math.random().toString(36)'],
}

/** What looks like a sink and is none. */
export const innocentLines: readonly string[] = [
  "element.textContent = 'innerHTML'",
  'setTimeout(() => go(), 1)',
  "frame.postMessage(message, 'https://wallet.example')",
  'crypto.getRandomValues(new Uint8Array(16))',
  'Math.round(1.5)',
]
