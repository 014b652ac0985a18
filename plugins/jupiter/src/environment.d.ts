/** Replaced by every bundler, and there in Node: development checks do not weigh on production pages. */
declare const process: { readonly env: Readonly<Record<string, string | undefined>> }
