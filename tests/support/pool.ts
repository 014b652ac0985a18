import { ForksPoolWorker, type PoolRunnerInitializer } from 'vitest/node'

type Options = Parameters<PoolRunnerInitializer['createPoolWorker']>[0]
type Task = Parameters<NonNullable<ReturnType<PoolRunnerInitializer['createPoolWorker']>['canReuse']>>[0]

const name = 'forks-shared-in-node'

class SharedInNode extends ForksPoolWorker {
  override readonly name = name
  readonly #environment: string

  constructor(options: Options) {
    super(options)
    this.#environment = options.environment.name
  }

  canReuse({ context }: Task): boolean {
    return [this.#environment, context.environment.name].every((one) => one === 'node')
  }
}

/**
 * Worker processes for projects with `isolate: false`. Test files for Node share a worker, which saves starting it and loading modules. Each
 * file with a DOM gets its own worker, because its leftover listeners and timers would run in the next file.
 */
export const sharedInNode: PoolRunnerInitializer = {
  name,
  createPoolWorker: (options) => new SharedInNode(options),
}
