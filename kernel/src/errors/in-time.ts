/**
 * Returns the result of `work`, or rejects with `createError()` after `limitMs`. The work then continues, and its result is ignored. For promises of
 * plugins and services, which may never settle.
 */
// `withDeadline` does not call this function: it is part of the code that loads with the first view, where each function adds bytes
export function inTime<T>(work: Promise<T>, limitMs: number, createError: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(createError()), limitMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
