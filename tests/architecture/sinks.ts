import ts from 'typescript'
import { argumentsOf, callee, nameUsed, type Violation } from './syntax.js'

const usesName =
  (...names: readonly string[]): Violation =>
  (node) =>
    names.includes(nameUsed(node) ?? '')

const calls =
  (...names: readonly string[]): Violation =>
  (node) =>
    names.includes(callee(node) ?? '')

const isText = (node: ts.Node | undefined): boolean =>
  node !== undefined && (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node))

const isStar = (node: ts.Node | undefined): boolean =>
  node !== undefined &&
  ((ts.isStringLiteralLike(node) && node.text === '*') ||
    (ts.isObjectLiteralExpression(node) &&
      node.properties.some((property) => ts.isPropertyAssignment(property) && isStar(property.initializer))))

/** Forbidden in page code: text used as code or markup, messages to any origin, and random numbers that are not cryptographic. */
export const sinks: Readonly<Record<string, Violation>> = {
  markup: usesName(
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
  'message to any origin': (node) => /(^|\.)postMessage$/.test(callee(node) ?? '') && isStar(argumentsOf(node)[1]),
  'Math.random': (node) => ts.isPropertyAccessExpression(node) && node.getText() === 'Math.random',
}

/** Lines that the rule of the same name must report. */
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
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the planted line is code with a template
  'string timer': ["setTimeout('go()', 1)", 'setInterval(`go(${n})`, 1)', "window.setTimeout('go()')"],
  'message to any origin': [
    "frame.contentWindow.postMessage(message, '*')",
    "postMessage(message, { targetOrigin: '*' })",
  ],
  'Math.random': ['const id = Math.random().toString(36)'],
}

/** Lines that look like a sink but are allowed. */
export const innocentLines: readonly string[] = [
  "element.textContent = 'innerHTML'",
  'setTimeout(() => go(), 1)',
  "frame.postMessage(message, 'https://wallet.example')",
  'crypto.getRandomValues(new Uint8Array(16))',
  'Math.round(1.5)',
]
