import { readFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { build, type Metafile } from 'esbuild'
import { beforeAll, expect, test } from 'vitest'
import { isPermissive, licencesBehind, publishedFolders } from '../packages/licences.mjs'
import { entries, repository } from '../setup/workspaces.mjs'
import { sinks } from './sinks.js'
import { findings } from './syntax.js'

/** Sinks that third-party packages may contain, by the package's name. We have reviewed each sink. The comments say why the sinks are safe. */
const reviewed: Readonly<Record<string, readonly string[]>> = {
  // React sets markup only if a component asks for it. In the browser suite, Trusted Types prove that no component does. The properties that React
  // adds to elements have random names.
  'react-dom': ['markup', 'Math.random'],
  preact: ['markup'],
  // Vue sets markup only if a component asks for it. Ours has no component.
  '@vue/runtime-core': ['markup'],
  // Random ids distinguish the clients of a page in cache keys.
  viem: ['Math.random'],
  // Ids of requests and analytics events are random. Cryptographic keys come from @noble's curves and crypto.getRandomValues instead.
  '@walletconnect/utils': ['Math.random'],
  '@walletconnect/jsonrpc-utils': ['Math.random'],
  // The SDK posts messages to the parent page. It is loaded only after the parent's origin was verified as listed, and a parent that navigates away
  // removes its frames.
  '@safe-global/safe-apps-sdk': ['message to any origin'],
  // A random number chooses the cache entry to evict.
  '@msgpack/msgpack': ['Math.random'],
}

/** All entries except those for servers and tests, which no page loads. */
const pageEntries = entries().filter(({ specifier }) => !/\/(server|testing(\/page)?)$/.test(specifier))
let ours: readonly { readonly path: string; readonly text: string }[] = []
let inputs: readonly string[] = []

const bundle = (external: string[]) =>
  build({
    absWorkingDir: repository,
    entryPoints: pageEntries.map(({ built }) => built),
    outdir: join(repository, '.cache/never-written'),
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    write: false,
    metafile: true,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    external,
  })

const used = ({ outputs }: Metafile): readonly string[] =>
  Object.values(outputs).flatMap((output) =>
    // a module that a package disables for browsers is empty and has no file
    Object.entries(output.inputs).flatMap(([file, { bytesInOutput }]) =>
      bytesInOutput && !file.startsWith('(disabled):') ? [file] : [],
    ),
  )

beforeAll(async () => {
  const [own, whole] = await Promise.all([
    bundle(['react', 'react-dom', 'viem', '@preact/*', '@walletconnect/*', '@safe-global/*']),
    bundle([]),
  ])
  ours = own.outputFiles.map(({ path, text }) => ({ path, text }))
  inputs = [...new Set(used(whole.metafile))]
}, 120_000)

const packageOf = (file: string): string => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? 'ours'

test('G2: no chunk of our code contains a sink', () => {
  expect(ours.length).toBeGreaterThan(0)
  expect(
    ours.flatMap(({ text }) => findings('chunk.js', text, sinks).map(({ rule, text: code }) => `${rule}: ${code}`)),
  ).toEqual([])
})

test('G2: third-party modules in a page contain only reviewed sinks', () => {
  expect(inputs.length).toBeGreaterThan(0)
  const surprises = inputs.flatMap((file) => {
    const allowed = reviewed[packageOf(file)] ?? []
    const code = readFileSync(isAbsolute(file) ? file : join(repository, file), 'utf8')
    return findings(file, code, sinks).flatMap(({ rule, line, text }) =>
      allowed.includes(rule) ? [] : [`${file}:${line} ${rule}: ${text}`],
    )
  })
  expect(surprises).toEqual([])
})

/** Licences of all dependencies of our packages, by package name. */
const licences = new Map(licencesBehind(publishedFolders().all).map(({ name, licence }) => [name, licence]))
const refusedIn = (files: readonly string[]): readonly string[] =>
  [...new Set(files.map(packageOf))].filter((name) => name !== 'ours' && !isPermissive(licences.get(name)))

test('no page contains code of a package without a permissive licence', () => {
  const names = new Set(inputs.map(packageOf))
  for (const name of ['@polkadot/api', '@polkadot/rpc-provider', '@walletconnect/sign-client'])
    expect(names).toContain(name)
  expect(
    refusedIn(['node_modules/@substrate/connect/dist/index.js', 'node_modules/smoldot/dist/mjs/index.js']),
  ).toEqual(['@substrate/connect', 'smoldot'])
  expect(refusedIn(inputs)).toEqual([])
})

test('O3: no chunk of our code loads code from a URL', () => {
  const loads = /\bimport\(\s*["'`]https?:|importScripts\(|\.src\s*=\s*["'`]https?:[^"'`]*\.m?js/
  expect(loads.test('import("https://cdn.example/x.js")')).toBe(true)
  expect(ours.filter(({ text }) => loads.test(text)).map(({ path }) => path)).toEqual([])
})
