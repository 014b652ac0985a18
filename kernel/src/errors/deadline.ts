import { WalletModalError } from './errors.js'

/** Time limit for asynchronous work of a plugin. */
export const PLUGIN_TIMEOUT_MS = 5000

/**
 * Rejects with `PLUGIN_TIMEOUT` after {@link PLUGIN_TIMEOUT_MS}. The work itself continues and its result is ignored. A synchronous endless loop
 * cannot be interrupted.
 */
export function withDeadline<T>(work: Promise<T>, what: string, plugin: string): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(
        new WalletModalError('PLUGIN_TIMEOUT', `"${plugin}": ${what} took longer than ${PLUGIN_TIMEOUT_MS / 1000} s.`, {
          plugin,
        }),
      )
    }, PLUGIN_TIMEOUT_MS)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
