/**
 * Returns the result of `work`, or rejects with `createError()` after `limitMs`. The work then continues, and its result is ignored. For promises of
 * plugins and services, which may never settle.
 */
// `withDeadline` repeats this code instead of importing it, so that a page loads less code before the first view
export function inTime<T>(work: Promise<T>, limitMs: number, createError: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(createError()), limitMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
