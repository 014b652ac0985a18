import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Name } from '@wallet-modal/kernel/ui'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { isNormal as isNormalForEns } from '../../plugins/ens/src/normal.js'
import { isNormal as isNormalForNames } from '../../plugins/names/src/account-name.js'
import { normalName } from '../../plugins/send/src/receiver/names.js'
import { repository } from '../setup/workspaces.mjs'

interface Vector {
  readonly name: string
  /** Absent if the name is already normalized. */
  readonly norm?: string
  /** Set if the name is invalid. */
  readonly error?: true
}

/** Test vectors of ENSIP-15; see tests/corpora/README.md. The first row is the version. */
const vectors: readonly Vector[] = JSON.parse(
  gunzipSync(readFileSync(join(repository, 'tests/corpora/ens-normalize.json.gz'))).toString(),
).slice(1)
const normalOf = ({ name, norm = name, error }: Vector): string | undefined => (error ? undefined : norm)
const toSmall = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

describe('G7: the vectors of ENSIP-15', () => {
  it('are complete', () => {
    const count = (isCounted: (vector: Vector) => unknown): number => vectors.filter(isCounted).length
    expect([vectors.length, count(({ error }) => error), count(({ norm }) => norm !== undefined)]).toEqual([
      38_613, 17_147, 12_496,
    ])
  })

  it('are accepted by send only if already normalized, apart from capital letters A to Z', async () => {
    const wrong: unknown[] = []
    for (const vector of vectors) {
      const small = toSmall(vector.name)
      const expected = normalOf(vector) === small ? small : undefined
      const read = await normalName(vector.name)
      if (read !== expected) wrong.push([vector, read])
    }
    expect(wrong).toEqual([])
  }, 60_000)

  it('decide which primary names of accounts are valid', () => {
    const isNamed = (vector: Vector): boolean => normalOf(vector) === vector.name
    expect(vectors.filter((one) => isNormalForEns(one.name) !== isNamed(one))).toEqual([])
    const short = vectors.filter(({ name }) => name.length <= 255)
    expect(short.filter((one) => isNormalForNames(one.name) !== isNamed(one))).toEqual([])
  }, 60_000)

  it('are rendered isolated from the direction of the surrounding text', () => {
    const escaped = (text: string): string =>
      text.replace(
        /[&<>"']/g,
        (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' })[sign] ?? '',
      )
    const wrong = vectors.filter(({ name }) => {
      const markup = renderToStaticMarkup(Name({ children: name }))
      return !/^<bdi\b[^>]*>/.test(markup) || !markup.includes(escaped(name))
    })
    expect(wrong.length).toBe(0)
  }, 60_000)
})
