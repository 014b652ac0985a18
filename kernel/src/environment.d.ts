/** Bundlers replace `process.env.NODE_ENV` with its value, so that production builds omit the development checks. */
declare const process: { readonly env: Readonly<Record<string, string | undefined>> }
