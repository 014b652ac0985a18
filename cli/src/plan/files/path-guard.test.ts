import { resolve, sep } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CliError } from '../../errors.js'
import { hostilePaths } from '../../fixtures/hostile-paths.js'
import { guardPath, guardPaths } from './path-guard.js'

const codeOf = (run: () => unknown): string | undefined => {
  try {
    run()
    return undefined
  } catch (error) {
    return error instanceof CliError ? error.code : 'not a CliError'
  }
}

describe('N1 guardPath', () => {
  it('is tested with at least 60 hostile paths', () => {
    expect(new Set(hostilePaths).size).toBeGreaterThanOrEqual(60)
  })

  it.each(hostilePaths)('refuses %j', (path) => {
    expect(codeOf(() => guardPath('field', path))).toBe('INVALID_PATH')
  })

  it.each([undefined, null, 1, {}, ['a'], { toString: () => 'a' }])(
    'refuses a value that is not a string (%#)',
    (path) => {
      expect(codeOf(() => guardPath('field', path))).toBe('INVALID_PATH')
    },
  )

  it.each([
    ['src/main.tsx', 'src/main.tsx'],
    ['./networks.json', 'networks.json'],
    ['.gitignore', '.gitignore'],
    ['a b/ü/ελ/文.json', 'a b/ü/ελ/文.json'],
    ["it's;$(x)`&.ts", "it's;$(x)`&.ts"],
    ['constructor/__proto__', 'constructor/__proto__'],
  ])('accepts %j and returns %j', (path, safe) => {
    expect(guardPath('field', path)).toBe(safe)
  })

  it('starts its message with the name of the field', () => {
    expect(() => guardPath('"x" walletModal.networks', '../x')).toThrow(/^"x" walletModal\.networks: the path/)
  })

  it('never accepts a path that resolves outside the root', () => {
    const root = resolve('/some/root')
    const parts = fc.constantFrom('..', '.', '', 'a', '...', ' ', '\\', '/', '~', '\0', '\uff0e', 'C:', '\u2215')
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(parts, { maxLength: 8 }).map((list) => list.join('/')),
          fc.string({ unit: 'binary' }),
        ),
        (path) => {
          if (codeOf(() => guardPath('field', path)) !== undefined) return
          expect(resolve(root, guardPath('field', path)).startsWith(root + sep)).toBe(true)
        },
      ),
      { numRuns: 2000 },
    )
  })
})

describe('N1 guardPaths', () => {
  it.each([
    ['src/App.tsx', 'src/app.tsx'],
    ['caf\u00e9', 'cafe\u0301'],
    ['./a', 'a'],
    ['ﬁle', 'file'],
  ])('refuses %j together with %j, which are the same file on some systems', (a, b) => {
    expect(codeOf(() => guardPaths('file', [a, b]))).toBe('INVALID_PATH')
  })
})
