/** Replaced by every bundler and available in Node: development checks add nothing to production pages. */
declare const process: { readonly env: Readonly<Record<string, string | undefined>> }
