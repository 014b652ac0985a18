/** How the sections of the documentation are indexed and ranked. The index and the page must use the same options. */
export const searchOptions = {
  fields: ['page', 'heading', 'text'],
  storeFields: ['page', 'heading'],
  searchOptions: {
    boost: { heading: 4, page: 3 },
    prefix: true,
    fuzzy: (/** @type {string} */ term) => (term.length > 4 ? 0.2 : false),
    combineWith: /** @type {const} */ ('AND'),
  },
}
