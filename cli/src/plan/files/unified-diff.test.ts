import { applyPatch } from 'diff'
import { expect, it } from 'vitest'
import { unifiedDiff } from './unified-diff.js'

it.each([
  ['an unchanged empty line', 'a\nb\n\n', 'c\nb\n\n'],
  ['an added empty line', 'a\n', 'a\n\n'],
  ['an added line with spaces at its end', 'a\n', 'a\nb  \n'],
  ['a line without a line break', 'a\nb', 'a\nc'],
])('a diff that ends with %s can be applied', (_, before, after) => {
  const diff = unifiedDiff({ path: 'file.txt', before, after })
  expect(diff).not.toMatch(/\n$/)
  expect(applyPatch(before, diff)).toBe(after)
})
