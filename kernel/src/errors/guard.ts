/** Calls foreign code so that neither an exception nor a rejected promise affects other callers. */
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
  for (const part of Object.values(shared)) if (typeof part === 'function') Object.freeze(part)
  return Object.freeze(shared)
}
