import ts from 'typescript'
import { sinks } from './sinks.js'
import { argumentsOf, callee, nameUsed, type Violation } from './syntax.js'

/** Rule on syntax that the linter does not support. Applies to the files that match `files`. */
export interface SourceRule {
  readonly files: RegExp
  readonly isViolation: Violation
  /** Example of code that breaks the rule, in a file to which the rule applies. */
  readonly planted: { readonly file: string; readonly code: string }
}

const page = /^(kernel|plugins\/[^/]+)\/src\/(?!server\/)/

const isFalse = (node: ts.Node): boolean => node.kind === ts.SyntaxKind.FalseKeyword

export const sourceRules: Readonly<Record<string, SourceRule>> = {
  'no export *': {
    files: /^(kernel|plugins|cli)\//,
    isViolation: (node) =>
      ts.isExportDeclaration(node) && (!node.exportClause || ts.isNamespaceExport(node.exportClause)),
    planted: { file: 'kernel/src/index.ts', code: "export * from './token.js'" },
  },
  'views call no api': {
    files: /^plugins\/.*\.tsx$/,
    isViolation: (node) => nameUsed(node) === 'api',
    planted: { file: 'plugins/account/src/views/account-view.tsx', code: "void ctx.api.service('blockchain')" },
  },
  'the command line runs no code of sites or plugins': {
    files: /^cli\/(?!src\/plan\/plugins\/time-limit\.ts$)/, // runs a constant script, whose time is limited
    isViolation: (node) =>
      (ts.isCallExpression(node) &&
        node.expression.kind === ts.SyntaxKind.ImportKeyword &&
        !isLiteral(argumentsOf(node)[0])) ||
      (ts.isStringLiteral(node) && /^(node:)?vm$/.test(node.text) && ts.isImportDeclaration(node.parent)),
    planted: { file: 'cli/src/plan/site/site-manifest.ts', code: 'const plugin = await import(name)' },
  },
  'no empty error handler without a comment': {
    files: /./,
    isViolation: (node) =>
      (ts.isCatchClause(node) && isSilent(node.block)) ||
      (callee(node)?.endsWith('.catch') === true &&
        argumentsOf(node).some((handler) => ts.isArrowFunction(handler) && isSilent(handler.body))),
    planted: { file: 'kernel/src/page/storage.ts', code: 'try { write() } catch {}\nvoid load().catch(() => {})' },
  },
  'no shell': {
    files: /^(cli|plugins)\//,
    isViolation: (node) =>
      ['exec', 'execSync', 'execaCommand', 'execaCommandSync'].includes(callee(node) ?? '') ||
      (ts.isPropertyAssignment(node) && nameUsed(node) === 'shell' && !isFalse(node.initializer)),
    planted: {
      file: 'cli/src/apply/packages/install.ts',
      code: "await execa('npm', ['install'], { shell: '/bin/sh' })",
    },
  },
  'the command line starts programs in one file': {
    files: /^cli\/src\/(?!fixtures\/|apply\/process\.ts$)/,
    isViolation: (node) => ts.isStringLiteralLike(node) && /^(?:execa|(?:node:)?child_process)$/.test(node.text),
    planted: { file: 'cli/src/apply/git.ts', code: "import { spawn } from 'node:child_process'" },
  },
  'Arabic texts isolate an amount with its symbol, so that the symbol is to the right of the amount': {
    files: /\/strings\/ar\.ts$/,
    isViolation: (node) => ts.isStringLiteralLike(node) && /(?<!\u2066)(?:\{amount\}|\b\d+) \{\w+\}/.test(node.text),
    planted: { file: 'plugins/swap/src/strings/ar.ts', code: "export const strings = { rate: '1 {symbol} يساوي' }" },
  },
  ...Object.fromEntries(
    Object.entries(sinks).map(([name, isViolation]) => [
      `G2 ${name}`,
      { files: page, isViolation, planted: plantedSink(name) },
    ]),
  ),
}

/** Whether a block is empty, without a comment that says why. */
function isSilent(node: ts.Node): boolean {
  return ts.isBlock(node) && node.statements.length === 0 && !/\/[/*]/.test(node.getText())
}

function isLiteral(node: ts.Node | undefined): boolean {
  return node !== undefined && ts.isStringLiteralLike(node)
}

function plantedSink(name: string): SourceRule['planted'] {
  const code: Record<string, string> = {
    markup: 'element.innerHTML = text',
    'document.write': 'document.write(text)',
    eval: 'eval(text)',
    'new Function': 'new Function(text)',
    'string timer': "setTimeout('go()', 1)",
    'message to any origin': "port.postMessage(1, '*')",
    'Math.random': 'Math.random()',
  }
  return { file: 'plugins/connect/src/model.ts', code: code[name] ?? '' }
}
