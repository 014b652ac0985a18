import { readFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { build, type Metafile } from 'esbuild'
import { beforeAll, expect, test } from 'vitest'
import { isPermissive, licencesBehind, publishedFolders } from '../packages/licences.mjs'
import { entries, repository } from '../setup/workspaces.mjs'
import { sinks } from './sinks.js'
import { findings } from './syntax.js'

/** Third parties in a page that hold a sink: what we have read, and why it is no harm. */
const reviewed: Readonly<Record<string, readonly string[]>> = {
  // Sets what a host asks it to set: Trusted Types prove in the browser suite that nobody asks. Names its own keys on a page's elements.
  'react-dom': ['markup', 'Math.random'],
  preact: ['markup'],
  // Tells the clients of a page apart, in the keys of a cache.
  viem: ['Math.random'],
  // Ids of requests and of events that are counted, never keys: those come from @noble's curves and crypto.getRandomValues.
  '@walletconnect/utils': ['Math.random'],
  '@walletconnect/jsonrpc-utils': ['Math.random'],
  // Speaks to the page around the frame. It is fetched only after that page has proven to be of a listed origin, and a page that leaves takes
  // its frames with it.
  '@safe-global/safe-apps-sdk': ['message to anybody'],
  // Which entry of a cache makes room.
  '@msgpack/msgpack': ['Math.random'],
}

/** Servers and tools for tests get into no site. */
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
    // what a package switches off for browsers is an empty module without a file
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

/** Licences of what all our packages bring, by the package's name. */
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
