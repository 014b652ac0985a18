// Separate from options.ts, which production builds do not contain.

/** Matches a path on the page's own origin. Browsers interpret "//host" and "/\host" as URLs of other hosts (WHATWG URL). */
export const ownPath = /^\/(?:[-\w.~][-\w.~/]*)?$/
