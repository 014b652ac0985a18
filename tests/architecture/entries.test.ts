import { relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { entries, repository } from '../setup/workspaces.mjs'
import { cruise, type Graph, loadedWith } from './graph.js'

const graph = cruise(repository)
const heavy =
  /(^|node_modules\/)(viem|@solana\/[^/]+|@polkadot\/[^/]+|bitcoinjs-lib|@walletconnect\/[^/]+|@safe-global\/[^/]+|react|react-dom)\/|\.tsx$/

/** Entries that a site loads at its start: not those for React, Vue, views, tests and servers. */
const started = entries()
  .filter(
    ({ specifier }) =>
      !/\/(react|connect-button|vue|ui|ui\/transactions|ui\/deferred|lists|testing|server)$/.test(specifier),
  )
  .map(({ specifier, source }) => ({ specifier, file: relative(repository, source).replaceAll('\\', '/') }))

test('the checked entries include those of the kernel and the plugins', () => {
  const names = started.map(({ specifier }) => specifier)
  expect(names).toEqual(
    expect.arrayContaining(['@wallet-modal/kernel', '@wallet-modal/kernel/elements', '@wallet-modal/eip155']),
  )
})

describe.each(started)('$specifier', ({ file }) => {
  test('starts without React, without a component and without a chain SDK', () => {
    const loaded = loadedWith(graph, file)
    expect(loaded).toContain(file)
    expect(loaded.filter((path) => heavy.test(path))).toEqual([])
  })
})

test('kernel/src/cookie.ts, which server components import, loads neither React nor the modal', () => {
  const loaded = loadedWith(graph, 'kernel/src/cookie.ts')
  expect(loaded).toContain('kernel/src/cookie.ts')
  expect(loaded.filter((path) => heavy.test(path) || /\/(modal|host|ui-loader)\.ts$/.test(path))).toEqual([])
})

test('indirect imports of a chain SDK are found, but not imports by import() or of types', () => {
  const edge = (resolved: string, dynamic = false, type = 'import') => ({ resolved, dynamic, dependencyTypes: [type] })
  const planted: Graph = {
    summary: { violations: [] },
    modules: [
      {
        source: 'index.ts',
        dependencies: [edge('driver.ts'), edge('signer.ts', true), edge('types.ts', false, 'type-only')],
      },
      { source: 'driver.ts', dependencies: [edge('node_modules/viem/_types/index.d.ts')] },
      { source: 'signer.ts', dependencies: [edge('node_modules/@solana/kit/index.d.ts')] },
      { source: 'types.ts', dependencies: [edge('node_modules/react/index.d.ts')] },
    ],
  }
  expect(loadedWith(planted, 'index.ts').filter((path) => heavy.test(path))).toEqual([
    'node_modules/viem/_types/index.d.ts',
  ])
})
