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
 * Processes for projects with `isolate: false`: files that run in Node share one, which saves its start and the loading of its modules. A file
 * that needs a document gets one of its own, as listeners and timers that it leaves on the page would run in the next file.
 */
export const sharedInNode: PoolRunnerInitializer = {
  name,
  createPoolWorker: (options) => new SharedInNode(options),
}
