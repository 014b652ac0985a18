// Types of the parts of Eleventy that the site uses. Eleventy itself has no types.
declare module '@11ty/eleventy' {
  export class Eleventy {
    constructor(input: string, output: string, options: { readonly quietMode: boolean; readonly configPath: string })
    write(): Promise<unknown>
    init(): Promise<unknown>
    watch(): Promise<unknown>
  }
}
