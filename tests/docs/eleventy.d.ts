// What is used of the generator, which brings no types.
declare module '@11ty/eleventy' {
  export class Eleventy {
    constructor(input: string, output: string, options: { readonly quietMode: boolean; readonly configPath: string })
    write(): Promise<unknown>
    init(): Promise<unknown>
    watch(): Promise<unknown>
  }
}
