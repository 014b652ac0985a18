import { fail } from '../errors/errors.js'

/** Which modal ids a page already uses. Kept per document, so that a server and a new page begin empty. */
const claimed = new WeakMap<Document, Set<string>>()

/** Throws `DUPLICATE_INSTANCE` for an id in use. Returns a function that frees it. */
export function claimInstance(page: Document, id: string): () => void {
  const ids = claimed.get(page) ?? new Set<string>()
  if (ids.has(id)) {
    fail(
      'DUPLICATE_INSTANCE',
      `A modal with the id "${id}" already exists on this page.${process.env.NODE_ENV === 'production' ? '' : ' Reuse it, dispose() it first, or give the second an "id" of its own.'}`,
    )
  }
  claimed.set(page, ids.add(id))
  return () => void ids.delete(id)
}
