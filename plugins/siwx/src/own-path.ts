// Separate from options.ts, which production builds leave out.

/** A path on the page's own origin. "//host" and "/\\host" are addresses of other hosts in browsers (WHATWG URL). */
export const ownPath = /^\/(?:[-\w.~][-\w.~/]*)?$/
