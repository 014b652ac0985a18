import { ForksPoolWorker, type PoolRunnerInitializer } from 'vitest/node'

type Options = Parameters<PoolRunnerInitializer['createPoolWorker']>[0]
type Task = Parameters<NonNullable<ReturnType<PoolRunnerInitializer['createPoolWorker']>['canReuse']>>[0]

const name = 'forks-shared'

class SharedForksWorker extends ForksPoolWorker {
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
 * Worker processes for projects with `isolate: false`: test files with the same environment (Node, or a DOM) share a worker, which saves starting
 * it and loading modules.
 */
export const sharedWorkers: PoolRunnerInitializer = {
  name,
  createPoolWorker: (options) => new SharedForksWorker(options),
}
