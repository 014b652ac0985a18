// Types of the parts of Eleventy in use: the package has none.
declare module '@11ty/eleventy' {
  export class Eleventy {
    constructor(input: string, output: string, options: { readonly quietMode: boolean; readonly configPath: string })
    write(): Promise<unknown>
    init(): Promise<unknown>
    watch(): Promise<unknown>
  }
}
