/** Node.js sets `process.env.NODE_ENV`. Bundlers replace it with its value, so that production builds omit the development checks. */
declare const process: { readonly env: Readonly<Record<string, string | undefined>> }
