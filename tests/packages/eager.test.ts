import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { transform } from 'esbuild'
import ts from 'typescript'
import { build } from 'vite'
import { describe, expect, test } from 'vitest'
import { compiledEarly } from '../setup/eager.mjs'
import { repository } from '../setup/workspaces.mjs'

const source = `
export function add(a, b = () => 1) { return [a, 2].map((one) => one + b())[0] }
export default function twice(n) { return add(n) * 2 }
async function later() { return await twice(1) }
function* steps() { yield 1; yield* [2, 3] }
export const sum = (...all) => all.reduce((a, b) => a + b, 0), curried = (a) => (b) => a + b
export class Box { hold = () => 'held'; open() { return this.hold() } }
export const all = async () => [await later(), ...steps(), add.name, twice.name]
`

/** Functions that are compiled at their first call. */
function late(text: string): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const isValue = ts.isArrowFunction(node) || ts.isFunctionExpression(node)
    if (isValue && !ts.isParenthesizedExpression(node.parent)) found.push(node.getText().slice(0, 60))
    if (ts.isFunctionDeclaration(node) && ts.isSourceFile(node.parent)) found.push(node.name?.text ?? '')
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('module.js', text, ts.ScriptTarget.Latest, true))
  return found
}

const load = (text: string) => import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(text)}`)

describe('compiled early', () => {
  test('the module does what it did', async () => {
    const made = await load(compiledEarly(source))
    expect(Object.keys(made).sort()).toEqual(Object.keys(await load(source)).sort())
    expect(made.add(3)).toBe(4)
    expect(made.default(3)).toBe(8)
    expect(made.sum(1, 2, 3)).toBe(6)
    expect(made.curried(1)(2)).toBe(3)
    expect(new made.Box().open()).toBe('held')
    expect(await made.all()).toEqual([4, 1, 2, 3, 'add', 'twice'])
  })

  test('no function is left for its first call, and a second time changes nothing', () => {
    const made = compiledEarly(source)
    expect(late(source).length).toBeGreaterThan(8)
    expect(late(made)).toEqual([])
    expect(compiledEarly(made)).toBe(made)
  })

  test('bundlers keep it', async () => {
    const made = compiledEarly('export const a = (x) => x.map((y) => y + 1)\nexport function b(x) { return a(x) }')
    const { code } = await transform(made, { minify: true })
    expect(late(code)).toEqual([])
    const folder = mkdtempSync(join(tmpdir(), 'wallet-modal-eager-'))
    try {
      writeFileSync(join(folder, 'made.js'), made)
      const lib = { entry: join(folder, 'made.js'), formats: ['es' as const] }
      await build({ root: folder, configFile: false, logLevel: 'error', build: { lib, minify: true } })
      const [built = ''] = readdirSync(join(folder, 'dist'))
      const text = readFileSync(join(folder, 'dist', built), 'utf8')
      expect(text).toContain('.map(')
      expect(late(text)).toEqual([])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  test.each([
    'kernel/dist/react/Shell.js',
    'kernel/dist/services.js',
    'plugins/connect/dist/ui.js',
    'plugins/connect/dist/views/WalletList.js',
    'plugins/eip155/dist/discovery.js',
  ])('%s is', (path) => {
    expect(late(readFileSync(join(repository, path), 'utf8'))).toEqual([])
  })

  test.each(['kernel/dist/modal.js', 'plugins/connect/dist/index.js', 'plugins/eip155/dist/index.js'])(
    '%s comes before any click and is left as it was',
    (path) => expect(late(readFileSync(join(repository, path), 'utf8')).length).toBeGreaterThan(0),
  )
})
