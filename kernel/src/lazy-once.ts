/**
 * Runs `load` at the first call and gives every caller its result. After a failure, such as a download that broke off, the next call runs it
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
