import { WalletModalError } from './errors.js'

/** Time limit for asynchronous work of a plugin, in milliseconds. */
export const PLUGIN_TIMEOUT_MS = 5000

/**
 * Returns the result of `work`, or rejects with `PLUGIN_TIMEOUT` after `limitMs`. The work then continues, and its result is ignored.
 * `task`: description of the work for the message.
 */
export function withDeadline<T>(
  work: Promise<T>,
  task: string,
  plugin: string,
  limitMs = PLUGIN_TIMEOUT_MS,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(
        new WalletModalError('PLUGIN_TIMEOUT', `"${plugin}": ${task} took longer than ${limitMs / 1000} s.`, {
          plugin,
        }),
      )
    }, limitMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
