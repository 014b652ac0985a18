/** Types of the parts of selenium-webdriver that the smoke suite uses. The package itself has no types. */
declare module 'selenium-webdriver' {
  export const Key: Readonly<
    Record<'TAB' | 'SHIFT' | 'ENTER' | 'SPACE' | 'ESCAPE' | 'ARROW_DOWN' | 'ARROW_UP' | 'END', string>
  >
  export class Capabilities {
    constructor(capabilities: Readonly<Record<string, unknown>>)
  }
  export class Builder {
    usingServer(url: string): this
    withCapabilities(capabilities: Capabilities): this
    build(): Promise<WebDriver>
  }
  export interface Actions {
    /** Coordinates are whole CSS pixels of the window. */
    move(to: { readonly x: number; readonly y: number; readonly duration?: number }): this
    press(): this
    release(): this
    click(): this
    keyDown(key: string): this
    keyUp(key: string): this
    sendKeys(key: string): this
    perform(): Promise<void>
  }
  export interface WebDriver {
    get(url: string): Promise<void>
    quit(): Promise<void>
    actions(): Actions
    /** Function body to run in the page; its result is awaited. */
    executeScript(body: string, ...args: readonly unknown[]): Promise<unknown>
    getAllWindowHandles(): Promise<readonly string[]>
    getWindowHandle(): Promise<string>
    navigate(): { refresh(): Promise<void> }
    switchTo(): {
      window(handle: string): Promise<void>
      frame(element: unknown): Promise<void>
      defaultContent(): Promise<void>
    }
  }
}
