/**
 * Returns a function that runs `load` on the first call, and returns its result to every caller. After a failure, such as an interrupted download,
 * the next call runs `load` again.
 */
export function lazyOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    }))
}

type MethodName<T> = { [Name in keyof T]: T[Name] extends (...args: never[]) => unknown ? Name : never }[keyof T]

/**
 * Creates lazy methods of the object that `load` resolves to: `lazyMethods(load)('track')` returns a function that awaits `load`, then calls the
 * object's method `track`. With the types `never`, the function can be assigned to any type of asynchronous method.
 */
export const lazyMethods =
  <T>(load: () => Promise<T>) =>
  <Name extends MethodName<T>>(name: Name): ((...args: never[]) => Promise<never>) =>
  async (...args) =>
    ((await load()) as Record<Name, (...args: never[]) => Promise<never>>)[name](...args)
