import { WalletModalError } from './errors.js'

/** How long a plugin's asynchronous work may keep the modal waiting. */
export const PLUGIN_TIMEOUT_MS = 5000

/**
 * Cuts off plugin work that hangs: `PLUGIN_TIMEOUT` after {@link PLUGIN_TIMEOUT_MS}. The work itself cannot be stopped, its answer is
 * ignored. A synchronous endless loop cannot be cut off at all.
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
