import { type SandboxOptions, startSandbox } from '../server/start.js'
import { type SandboxControls, sandboxAt } from './sandbox-at.js'

/** Fixture for Vitest and Playwright Test: passes its value to the test and cleans up afterwards. */
export type Fixture<Value> = (context: object, use: (value: Value) => Promise<void>) => Promise<void>

/**
 * Fixture that starts a separate sandbox on a free port for each test that uses it, and stops it after the test.
 *
 * ```ts
 * const test = base.extend({ sandbox: sandboxFixture() })
 * test('…', async ({ sandbox }) => { await sandbox.fault({ on: 'api', status: 503 }) })
 * ```
 */
export const sandboxFixture =
  (options: Omit<SandboxOptions, 'port'> = {}): Fixture<SandboxControls> =>
  // biome-ignore lint/correctness/noEmptyPattern: both test runners read the names of required fixtures from this pattern
  async ({}, use) => {
    const sandbox = await startSandbox({ ...options, port: 0 })
    try {
      await use(sandboxAt(sandbox.url))
    } finally {
      await sandbox.stop()
    }
  }
