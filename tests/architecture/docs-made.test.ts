import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { generated } from '../docs/generate.mjs'
import { repository } from '../setup/workspaces.mjs'

const made = await generated()

const fileOf = (file: string): string => join(repository, 'docs', file)
const sizes = /(\d+\.\d) kB/g

/** Replaces each size in `now` by the corresponding size in `before` if the two are close: compressed sizes differ a little between machines. */
function withSizesOf(before: string, now: string): string {
  const known = [...before.matchAll(sizes)].map(([, size]) => Number(size))
  let at = 0
  return now.replace(sizes, (whole, size: string) => {
    const old = known[at++]
    const isClose = old !== undefined && Math.abs(old - Number(size)) <= Math.max(0.2, old * 0.05)
    return isClose ? `${old.toFixed(1)} kB` : whole
  })
}

const onDisk = (file: string): string => {
  try {
    return readFileSync(fileOf(file), 'utf8')
  } catch {
    return '' // a new page, which the snapshot reports
  }
}

describe('pages made from manifests and doc comments are up to date (npm run snapshots writes them)', () => {
  test.each([...made.keys()])('docs/%s', async (file) => {
    const text = made.get(file) ?? ''
    expect(text.length).toBeGreaterThan(500)
    expect(text).not.toMatch(/\n\n\n/)
    await expect(withSizesOf(onDisk(file), text)).toMatchFileSnapshot(fileOf(file))
  })
})

test('withSizesOf keeps the written sizes unless a size differs by more than the tolerance', () => {
  expect(withSizesOf('10.0 kB, 0.7 kB', '10.4 kB, 0.8 kB')).toBe('10.0 kB, 0.7 kB')
  expect(withSizesOf('10.0 kB, 0.7 kB', '10.6 kB, 1.0 kB')).toBe('10.6 kB, 1.0 kB')
})
