import { WalletModalError } from '../errors/errors.js'

export const abortError = (signal: AbortSignal): WalletModalError =>
  new WalletModalError('ABORTED', 'The request was aborted.', { cause: signal.reason })

/** Resolves after a delay, or rejects with `ABORTED`. */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    const stop = (): void => {
      clearTimeout(timer)
      reject(abortError(signal))
    }
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}
