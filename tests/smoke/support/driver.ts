/** A key or key combination. */
export type Key = 'Tab' | 'Shift+Tab' | 'Enter' | 'Space' | 'Escape' | 'ArrowDown' | 'ArrowUp' | 'End'

/** A point of the window, in CSS pixels. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** One browser window, controlled with real key and pointer input. */
export interface Visit {
  /** Runs a function in the page. It is sent as source text, so it can use only its argument and globals of the page. */
  evaluate<Arg, Result>(run: (arg: Arg) => Result, arg: Arg): Promise<Awaited<Result>>
  /** Runs a script in the page, even one that the page's policy would block. */
  run(script: string): Promise<void>
  /** Runs a function in the modal's cross-origin frame. */
  evaluateInFrame<Arg, Result>(run: (arg: Arg) => Result, arg: Arg): Promise<Awaited<Result>>
  press(key: Key): Promise<void>
  /** Types into the focused element. */
  type(text: string): Promise<void>
  click(at: Point): Promise<void>
  /** Presses at the first point, moves to the second and releases. */
  drag(from: Point, to: Point): Promise<void>
  reload(): Promise<void>
  close(): Promise<void>
}

export interface VisitOptions {
  /** Window width of a phone, 390 px. */
  readonly phone?: boolean
  /** Whether the visitor prefers dark pages. */
  readonly dark?: boolean
}

/** A browser of the smoke suite. */
export interface SmokeBrowser {
  readonly name: string
  /** Opens a URL for a new visitor. */
  open(url: string, options?: VisitOptions): Promise<Visit>
  close(): Promise<void>
}
