import { ForksPoolWorker, type PoolRunnerInitializer } from 'vitest/node'

type Options = Parameters<PoolRunnerInitializer['createPoolWorker']>[0]
type Task = Parameters<NonNullable<ReturnType<PoolRunnerInitializer['createPoolWorker']>['canReuse']>>[0]

const name = 'forks-shared'

class SharedFork extends ForksPoolWorker {
  override readonly name = name
  readonly #environment: string

  constructor(options: Options) {
    super(options)
    this.#environment = options.environment.name
  }

  canReuse({ context }: Task): boolean {
    return context.environment.name === this.#environment
  }
}

/**
 * Worker processes for projects with `isolate: false`. Test files of the same environment share a worker, also those with a DOM, which Vitest's own
 * pools do not share. This saves starting workers and loading modules. `fresh.ts` cleans up between files.
 */
export const sharedForks: PoolRunnerInitializer = {
  name,
  createPoolWorker: (options) => new SharedFork(options),
}
