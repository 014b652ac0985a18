import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { defineConfig, type Plugin } from 'vitest/config'
import { offerBitcoind } from './setup/bitcoind.mjs'
import { entries, repository, workspaces } from './setup/workspaces.mjs'
import { sharedWorkers } from './support/pool.js'
import { OutcomeReporter } from './support/reporter.js'
import { EnvironmentSequencer } from './support/sequencer.js'

/**
 * Resolves imports of this repository's packages to their source, so that unit tests need no build and failures point to lines of the source.
 */
function workspaceSource(): Plugin {
  const sources = new Map(entries().map(({ specifier, source }) => [specifier, source]))
  const names = workspaces().map(({ manifest }) => manifest.name)
  return {
    name: 'workspace-source',
    enforce: 'pre',
    resolveId(specifier) {
      const source = sources.get(specifier)
      if (source) return source
      const owner = names.find((name) => specifier === name || specifier.startsWith(`${name}/`))
      if (owner && !specifier.endsWith('.json'))
        this.error(`"${specifier}" is not exported by the package.json of ${owner}.`)
      return null
    },
  }
}

// property tests use the same random values in every run of `npm test`; `npm run test:long` uses new ones
process.env.WALLET_MODAL_SEED ??= process.env.WALLET_MODAL_LONG ? String(Date.now() % 2 ** 31) : '20261121'

// without a Bitcoin node, the tests that need one are reported as not run
offerBitcoind()

/** By default Vitest leaves one core free, which is half of CI's two cores. */
const maxWorkers = 2

/** On a busy machine, a browser may stop for seconds. run.mjs lists every test that passed only on a retry. */
const retry = 1

const limits = {
  testTimeout: 20_000,
  hookTimeout: 60_000,
  retry,
  // on a busy machine, Vitest's default of one second is too short
  expect: { poll: { timeout: 10_000 } },
  setupFiles: ['properties', 'patience', 'fresh'].map((name) => join(import.meta.dirname, `support/${name}.ts`)),
}

/** Test files that only `npm run test:long` runs. */
const long = process.env.WALLET_MODAL_LONG ? [] : ['**/*.long.test.{ts,tsx}']

/** Tests under one folder of `tests`, against built packages. */
const across = (name: string, options: object = {}) => ({
  root: repository,
  test: {
    name,
    include: [`tests/${name}/**/*.test.{ts,tsx}`],
    exclude: long,
    ...limits,
    testTimeout: 120_000,
    hookTimeout: 300_000,
    // Node imports built packages directly: otherwise Vitest would transform their files again for every test file
    server: { deps: { external: [/\/(kernel|cli|plugins\/[^/]+)\/dist\//] } },
    ...options,
  },
})

/** Test files of a package that replace a module with `vi.mock`: only a worker that has not loaded the module yet uses the replacement. */
const mocking = workspaces()
  .flatMap(({ folder }) =>
    readdirSync(join(repository, folder, 'src'), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(repository, folder, 'src', file),
    ),
  )
  .filter((file) => /\.test\.tsx?$/.test(file) && readFileSync(file, 'utf8').includes('vi.mock('))
  .map((file) => relative(repository, file))

/** Tests of programs for Node: the command line, the gateway and the sandbox. */
const programs = ['{cli,plugins/{gateway,sandbox}}/src/**/*.test.{ts,tsx}']

export default defineConfig({
  root: dirname(import.meta.dirname),
  test: {
    sequence: { sequencer: EnvironmentSequencer },
    reporters: process.env.WALLET_MODAL_REPORT
      ? ['default', new OutcomeReporter(process.env.WALLET_MODAL_REPORT)]
      : ['default'],
    // Ignores two kinds of rejected promises that no code awaits:
    // - calls of a browser test that has failed, after its page was closed
    // - calls of the test phone's WalletConnect 2.21 client, when both sides, or two tabs, end a session at the same moment
    onUnhandledError: ({ message, stack = '' }) =>
      !(
        message.includes('Target page, context or browser has been closed') ||
        (/Record was recently deleted - session|No matching key\. session/.test(message) &&
          /@walletconnect\/(?:sign-client|core)/.test(stack))
      ),
    projects: [
      {
        root: repository,
        plugins: [workspaceSource()],
        test: { name: 'unit-alone', include: mocking, exclude: [...programs, ...long], maxWorkers, ...limits },
      },
      {
        root: repository,
        plugins: [workspaceSource()],
        // files share a worker, with its modules and globals (support/fresh.ts)
        test: {
          name: 'unit',
          include: ['{kernel,plugins/*}/src/**/*.test.{ts,tsx}'],
          exclude: [...programs, ...mocking, ...long],
          isolate: false,
          pool: sharedWorkers,
          maxWorkers,
          ...limits,
        },
      },
      {
        root: repository,
        plugins: [workspaceSource()],
        test: {
          name: 'programs',
          include: programs,
          exclude: long,
          isolate: false,
          pool: sharedWorkers,
          maxWorkers,
          ...limits,
        },
      },
      ...['architecture', 'packages', 'conformance', 'cli'].map((name) => across(name, { maxWorkers })),
      across('dom', { maxWorkers, testTimeout: 180_000 }),
      // Files of one worker share its modules, and with them a browser, a sandbox and built pages (tests/e2e/support).
      across('e2e', { isolate: false, pool: sharedWorkers, maxWorkers: 3, testTimeout: 180_000 }),
      across('sites', { fileParallelism: false, maxWorkers: 1, testTimeout: 180_000 }),
      across('smoke', { fileParallelism: false, maxWorkers: 1, testTimeout: 120_000 }),
    ],
  },
})
