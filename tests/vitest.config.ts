import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { defineConfig, type Plugin } from 'vitest/config'
import { offerBitcoind } from './setup/bitcoind.mjs'
import { entries, repository, workspaces } from './setup/workspaces.mjs'
import { sharedInNode } from './support/pool.js'
import { OutcomeReporter } from './support/reporter.js'
import { EnvironmentSequencer } from './support/sequencer.js'

/**
 * Unit tests import packages of this repository at their source, under the names a site uses. So a test needs no build, and a failure points
 * at the line that is wrong.
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
        this.error(`"${specifier}" is no entry of ${owner}: its package.json does not export it.`)
      return null
    },
  }
}

// `npm test` judges a change, so its properties are tried with the same values every time; `npm run test:long` looks for new ones
process.env.WALLET_MODAL_SEED ??= process.env.WALLET_MODAL_LONG ? String(Date.now() % 2 ** 31) : '20261121'

// tests that need a Bitcoin node run where there is one, and are reported as not run elsewhere
offerBitcoind()

/** Vitest leaves one core free by default: of the two that CI has, that would be half of them. */
const maxWorkers = 2

/** On CI's machine, which others share, a browser or an engine may stand still for seconds. run.mjs names every test that had to be tried again. */
const retry = process.env.CI ? 1 : 0

const limits = {
  testTimeout: 20_000,
  hookTimeout: 60_000,
  retry,
  // a busy machine takes longer than the second that is the default
  expect: { poll: { timeout: 10_000 } },
  setupFiles: ['properties', 'patience', 'fresh'].map((name) => join(import.meta.dirname, `support/${name}.ts`)),
}

/** Tests under one folder of `tests`, against built packages. */
const across = (name: string, options: object = {}) => ({
  root: repository,
  test: {
    name,
    include: [`tests/${name}/**/*.test.{ts,tsx}`],
    ...limits,
    testTimeout: 120_000,
    hookTimeout: 300_000,
    // built packages run as they are: Vitest would take each of their files apart anew for every test file
    server: { deps: { external: [/\/(kernel|cli|plugins\/[^/]+)\/dist\//] } },
    ...options,
  },
})

/** Whole files that only `npm run test:long` runs: a real site is installed, and moved to a second release. */
const long = process.env.WALLET_MODAL_LONG ? [] : ['tests/cli/upgrade.test.ts']

/** Test files of a package that replace a module with `vi.mock`: only a worker that has not loaded the module yet uses the replacement. */
const mocking = workspaces()
  .flatMap(({ folder }) =>
    readdirSync(join(repository, folder, 'src'), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(repository, folder, 'src', file),
    ),
  )
  .filter((file) => /\.test\.tsx?$/.test(file) && readFileSync(file, 'utf8').includes('vi.mock('))
  .map((file) => relative(repository, file))

/** Tests of what runs in Node: the command line, servers and engines. Each file has a worker of its own, because the next could not undo what it starts. */
const programs = ['{cli,plugins/{gateway,sandbox}}/src/**/*.test.{ts,tsx}']

export default defineConfig({
  root: dirname(import.meta.dirname),
  test: {
    sequence: { sequencer: EnvironmentSequencer },
    reporters: process.env.WALLET_MODAL_REPORT
      ? ['default', new OutcomeReporter(process.env.WALLET_MODAL_REPORT)]
      : ['default'],
    // The client of the test phone (WalletConnect 2.21) rejects promises of its own where both sides, or two tabs, end a session at the same moment.
    onUnhandledError: ({ message, stack = '' }) =>
      !(
        /Record was recently deleted - session|No matching key\. session/.test(message) &&
        /@walletconnect\/(?:sign-client|core)/.test(stack)
      ),
    projects: [
      {
        root: repository,
        plugins: [workspaceSource()],
        test: { name: 'unit-alone', include: mocking, exclude: programs, maxWorkers, ...limits },
      },
      {
        root: repository,
        plugins: [workspaceSource()],
        // Files of one worker share its modules and globals (support/fresh.ts), which takes half the time. On CI's slow machine, where the leftover
        // timers of one file may run in the next, each file with a DOM has a worker of its own.
        test: {
          name: 'unit',
          include: ['{kernel,plugins/*}/src/**/*.test.{ts,tsx}'],
          exclude: [...programs, ...mocking],
          isolate: false,
          ...(process.env.CI && { pool: sharedInNode }),
          maxWorkers,
          ...limits,
        },
      },
      {
        root: repository,
        plugins: [workspaceSource()],
        test: { name: 'programs', include: programs, maxWorkers, ...limits },
      },
      ...['architecture', 'packages', 'conformance'].map((name) => across(name, { maxWorkers })),
      across('cli', { exclude: long, maxWorkers }),
      // Files of one worker share its modules, and with them a browser, a sandbox and built pages (tests/e2e/support).
      across('e2e', { isolate: false, pool: sharedInNode, maxWorkers, testTimeout: 180_000 }),
      across('sites', { fileParallelism: false, maxWorkers: 1, testTimeout: 180_000 }),
      across('smoke', { fileParallelism: false, maxWorkers: 1, testTimeout: 60_000 }),
    ],
  },
})
