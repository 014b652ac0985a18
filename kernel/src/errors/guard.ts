/**
 * Wraps a function of a plugin, wallet or site. If the function throws, calls `failed` with the error and returns `undefined`. If the function
 * returns a promise, calls `failed` when the promise rejects, and returns the promise to the caller.
 */
export function guarded<A extends unknown[], R>(
  run: (...args: A) => R,
  failed: (error: unknown) => void,
): (...args: A) => R | undefined {
  return (...args) => {
    try {
      const result = run(...args)
      Promise.resolve(result).catch(failed)
      return result
    } catch (error) {
      failed(error)
      return undefined
    }
  }
}

/** Freezes an object and its functions, so that plugins which share it cannot change it. */
export function seal<T extends object>(shared: T): T {
  for (const value of Object.values(shared)) if (typeof value === 'function') Object.freeze(value)
  return Object.freeze(shared)
}
