import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findingIdOf, findingIds } from './finding-ids.js'

describe('the ids of findings', () => {
  it('are exactly those listed in docs/doctor.md', () => {
    const page = readFileSync(new URL('../../../docs/doctor.md', import.meta.url), 'utf8')
    const rows = page.slice(page.indexOf('## Findings')).match(/^\| `.*$/gm) ?? []
    const named = rows.flatMap((row) => row.split('|')[1]?.match(/[a-z-]+/g) ?? [])
    expect(named.sort()).toEqual([...findingIds].sort())
  })

  it('are derived from error codes: MISSING_CAPABILITY is missing-capability', () => {
    expect(findingIdOf('MISSING_CAPABILITY')).toBe('missing-capability')
    expect(findingIdOf('FILE_ERROR')).toBe('site-broken')
  })
})
