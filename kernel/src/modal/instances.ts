import { fail } from '../errors/errors.js'

/** Ids of the modals on each page. Stored by document, so that servers and new pages start without reserved ids. */
const idsByPage = new WeakMap<Document, Set<string>>()

/** Reserves a modal's id on a page. Returns a function that releases it. Throws `DUPLICATE_INSTANCE` if the id is reserved. */
export function claimInstance(page: Document, id: string): () => void {
  const ids = idsByPage.get(page) ?? new Set<string>()
  if (ids.has(id)) {
    fail(
      'DUPLICATE_INSTANCE',
      `A modal with the id "${id}" already exists on this page.${process.env.NODE_ENV === 'production' ? '' : ' Reuse it, dispose() it first, or give the second an "id" of its own.'}`,
    )
  }
  idsByPage.set(page, ids.add(id))
  return () => void ids.delete(id)
}

/** Releases all ids of a page and returns them. Only for tests: a test file that does not dispose of its modals must not make later files fail. */
export function releaseInstances(page: Document): readonly string[] {
  const ids = [...(idsByPage.get(page) ?? [])]
  idsByPage.delete(page)
  return ids
}
