import { expect, test } from 'vitest'
import { sources, type TextFile } from './files.js'

/** Files with a `@deprecated` tag that never call `warnDeprecated`. */
const withoutWarning = (files: readonly TextFile[]): readonly string[] =>
  files
    .filter(({ code }) => /^\s*(\/\*\*|\*)\s*@deprecated\b/m.test(code) && !code.includes('warnDeprecated('))
    .map(({ file }) => file)

test('every deprecation warns site owners (docs/deprecations.md)', () => {
  expect(withoutWarning(sources())).toEqual([])
})

test('a planted deprecation without a warning is found', () => {
  const tagged = '/**\n * Old.\n * @deprecated Use `b`.\n */\nexport const a = 1'
  const planted = [
    { file: 'silent.ts', code: tagged },
    { file: 'told.ts', code: `${tagged}\nwarnDeprecated({ plugin, name, instead, removedIn })` },
  ]
  expect(withoutWarning(planted)).toEqual(['silent.ts'])
})
