/** Bundlers replace `process.env.NODE_ENV`, and Node has it. Production builds then omit the checks for development. */
declare const process: { readonly env: Readonly<Record<string, string | undefined>> }
