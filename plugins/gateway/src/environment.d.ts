/** Type of `process.env.NODE_ENV`, which bundlers replace: production builds contain no development checks. */
declare const process: { readonly env: Readonly<Record<string, string | undefined>> }
