import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, transform } from 'esbuild'
import { beforeAll, expect, test } from 'vitest'
import { entries, repository } from '../setup/workspaces.mjs'
import { type Feature, features, floor } from './browsers.js'

/** This repository's published code for pages. */
let texts: readonly string[] = []

beforeAll(async () => {
  const { outputFiles } = await build({
    absWorkingDir: repository,
    entryPoints: entries()
      .filter(({ specifier }) => !/\/(server|testing)$/.test(specifier))
      .map(({ built }) => built),
    outdir: join(repository, '.cache/never-written'),
    bundle: true,
    splitting: true,
    format: 'esm',
    write: false,
    target: 'esnext',
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    // does not bundle packages from outside this repository
    plugins: [
      {
        name: 'only-ours',
        setup: ({ onResolve }) =>
          onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
            kind === 'entry-point' || path.startsWith('@wallet-modal/') ? undefined : { path, external: true },
          ),
      },
    ],
  })
  texts = outputFiles.map(({ text }) => text)
}, 120_000)

const tooNew = ({ since }: Feature): boolean =>
  since.some((version, at) => version > Number(Object.values(floor)[at] ?? 0))
const usedIn = (all: readonly string[]) => features.filter(({ pattern }) => all.some((text) => pattern.test(text)))

test('the published code is found, and features in it are recognized', () => {
  expect(texts.length).toBeGreaterThan(20)
  expect(usedIn(texts).length).toBeGreaterThan(8)
})

test('published code uses only features of the minimum browser versions', () => {
  expect(usedIn(texts).filter(tooNew)).toEqual([])
})

test('the minimum versions are those that the used features require', () => {
  const needed = Object.keys(floor).map((_, at) => Math.max(...usedIn(texts).map(({ since }) => since[at] ?? 0)))
  expect(needed).toEqual(Object.values(floor))
})

test('published code uses only syntax of the minimum browser versions', async () => {
  const target = Object.entries(floor).map(([browser, version]) => `${browser}${version}`)
  // For `\p{...}`, esbuild requires browsers with the newest Unicode tables. The code uses only properties that the minimum versions support.
  const options = { format: 'esm', supported: { 'regexp-unicode-property-escapes': true } } as const
  for (const text of texts) {
    const [newest, lowered] = await Promise.all([
      transform(text, { ...options, target: 'esnext' }),
      transform(text, { ...options, target }),
    ])
    expect(lowered.code).toBe(newest.code)
  }
})

test('a planted feature and planted syntax are found', async () => {
  expect(usedIn(['const url = URL.parse(text)', 'a{color:light-dark(#000,#fff)}']).filter(tooNew)).toHaveLength(2)
  const { code } = await transform('using a = b', { target: ['chrome120'] })
  expect(code).not.toContain('using a')
})

test('docs/browsers.md names the minimum versions', () => {
  const { chrome, firefox, safari } = floor
  expect(readFileSync(join(repository, 'docs/browsers.md'), 'utf8')).toContain(
    `**Chrome and Edge ${chrome}, Firefox ${firefox}, Safari ${safari}**`,
  )
})
