import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { repository, workspaces } from '../setup/workspaces.mjs'

const folder = join(repository, '.changeset')
const packages = workspaces().map(({ manifest }) => manifest)

/** What a changeset raises: the name of each package, with `patch`, `minor` or `major`. */
function raisesOf(text: string): ReadonlyMap<string, string> {
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
  .map((name) => ({ name, raises: raisesOf(readFileSync(join(folder, name), 'utf8')) }))

test('what is raised is read from the head of a changeset', () =>
  expect([...raisesOf("---\n'a': patch\n\"@b/c\": minor\nd: patch\n---\n\n'e': major\n")]).toEqual([
    ['a', 'patch'],
    ['@b/c', 'minor'],
    ['d: patch', ''],
  ]))

describe('each changeset', () => {
  test.each(changesets)('$name raises packages of this repository', ({ raises }) => {
    expect(raises.size).toBeGreaterThan(0)
    expect([...raises.keys()].filter((name) => !packages.some((one) => one.name === name))).toEqual([])
  })

  test('is a patch until 1.0', () => {
    if (!packages[0]?.version.startsWith('0.')) return
    // the kernel is a peer at its exact version, and changesets makes a major version of more than a patch of a peer
    const more = changesets.filter(({ raises }) => [...raises.values()].some((level) => level !== 'patch'))
    expect(more.map(({ name }) => name)).toEqual([])
  })
})
