import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { repository, workspaces } from '../setup/workspaces.mjs'

const folder = join(repository, '.changeset')
const packages = workspaces().map(({ manifest }) => manifest)

/** The bumps of a changeset: `patch`, `minor` or `major` by package name. */
function bumpsOf(text: string): ReadonlyMap<string, string> {
  const [, head = ''] = text.split(/^---$/m)
  const lines = head.split('\n').filter((line) => line.trim() !== '')
  return new Map(
    lines.map((line): [string, string] => {
      const [, name = line, level = ''] = /^['"]([^'"]+)['"]: (patch|minor|major)$/.exec(line) ?? []
      return [name, level]
    }),
  )
}

const changesets = readdirSync(folder)
  .filter((name) => name.endsWith('.md'))
  .map((name) => ({ name, bumps: bumpsOf(readFileSync(join(folder, name), 'utf8')) }))

test('bumpsOf reads the bumps from the front matter of a changeset', () =>
  expect([...bumpsOf("---\n'a': patch\n\"@b/c\": minor\nd: patch\n---\n\n'e': major\n")]).toEqual([
    ['a', 'patch'],
    ['@b/c', 'minor'],
    ['d: patch', ''],
  ]))

describe('each changeset', () => {
  test.each(changesets)('$name bumps only packages of this repository', ({ bumps }) => {
    expect(bumps.size).toBeGreaterThan(0)
    expect([...bumps.keys()].filter((name) => !packages.some((one) => one.name === name))).toEqual([])
  })

  test('contains only patch bumps until version 1.0', () => {
    if (!packages[0]?.version.startsWith('0.')) return
    // The kernel is a peer dependency at its exact version. If it gets a larger bump, changesets bumps its dependents to a major version.
    const more = changesets.filter(({ bumps }) => [...bumps.values()].some((level) => level !== 'patch'))
    expect(more.map(({ name }) => name)).toEqual([])
  })
})
