/** Bundlers replace `process.env.NODE_ENV` and drop development checks from production pages; Node has it. */
declare const process: { readonly env: Readonly<Record<string, string | undefined>> }
