/**
 * Runs `load` on the first call and returns its result to every caller. After a failure, such as an interrupted download, the next call runs it
 * again.
 */
export function lazyOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    }))
}
