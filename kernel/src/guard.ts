import { WalletModalError } from './errors.js'

const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'

/** Calls plugin code so that neither a throw nor a rejected promise gets past the plugin it belongs to. */
export function guarded<A extends unknown[], R>(run: (...args: A) => R, failed: (error: unknown) => void): (...args: A) => R | undefined {
  return (...args) => {
    try {
      const result = run(...args)
      if (isThenable(result)) result.then(undefined, failed)
      return result
    } catch (error) {
      failed(error)
      return undefined
    }
  }
}

/** How long a plugin's asynchronous work may keep the modal waiting. */
export const PLUGIN_TIMEOUT_MS = 5000

/** Cuts off plugin work that hangs: `PLUGIN_TIMEOUT` after {@link PLUGIN_TIMEOUT_MS}. The work itself cannot be stopped, its answer is ignored. */
export function withDeadline<T>(work: Promise<T>, what: string, plugin: string): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new WalletModalError('PLUGIN_TIMEOUT', `"${plugin}": ${what} took longer than ${PLUGIN_TIMEOUT_MS / 1000} s.`, { plugin }))
    }, PLUGIN_TIMEOUT_MS)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
