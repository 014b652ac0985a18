import { writeFileSync } from 'node:fs'
import type { SerializedError } from 'vitest'
import type { Reporter, TestModule } from 'vitest/node'

/** The beginning of an error's message, on one line. */
const beginning = (error?: { readonly message: string }): string =>
  error?.message.trim().replace(/\s+/g, ' ').slice(0, 400) || 'without a message'

/**
 * Writes the results of a suite to a file, from which `npm test` prints its summary: the number of passed tests, and a sentence for each
 * failure, each test that was not run and each test that passed only on a retry. A failed hook, or a file that cannot be loaded, counts as
 * a failure of its own.
 */
export class OutcomeReporter implements Reporter {
  readonly #file: string

  /** @param file path of the report, which is JSON */
  constructor(file: string) {
    this.#file = file
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const tests = modules.flatMap((one) => [...one.children.allTests()])
    const results = tests.map((test) => ({ name: test.fullName, ...test.result() }))
    const outside = modules.flatMap((one) => [
      ...one.errors().map((error) => `${one.relativeModuleId}. ${beginning(error)}`),
      ...[...one.children.allSuites()].flatMap((suite) =>
        suite.errors().map((error) => `${suite.fullName}, outside of its tests. ${beginning(error)}`),
      ),
    ])
    const failed = results.filter(({ state }) => state === 'failed')
    const again = results.filter(({ state, errors }) => state === 'passed' && errors !== undefined && errors.length > 0)
    const report = {
      passed: results.filter(({ state }) => state === 'passed').length,
      failures: [
        ...failed.map(({ name, errors }) => `${name}. ${beginning(errors?.[0])}`),
        ...outside,
        ...unhandled.map((error) => `An error outside of every test. ${beginning(error)}`),
      ],
      notRun: results.filter(({ state }) => state === 'skipped' || state === 'pending').map(({ name }) => name),
      again: again.map(({ name, errors }) => `${name}. The first time: ${beginning(errors?.[0])}`),
    }
    writeFileSync(this.#file, JSON.stringify(report))
  }
}
