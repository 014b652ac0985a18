/** For `process.env.NODE_ENV` only, which bundlers replace: production pages contain no development checks. */
declare const process: { readonly env: Readonly<Record<string, string | undefined>> }
