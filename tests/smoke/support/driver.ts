/** A key as a visitor presses it. */
export type Key = 'Tab' | 'Shift+Tab' | 'Enter' | 'Space' | 'Escape' | 'ArrowDown' | 'ArrowUp' | 'End'

/** A place in the window, in CSS pixels. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** One window of a browser, steered as a visitor would: with real keys and a real pointer. */
export interface Visit {
  /** Runs a function in the page. It travels as text, so it sees its argument and the page, and nothing else. */
  evaluate<Arg, Result>(run: (arg: Arg) => Result, arg: Arg): Promise<Awaited<Result>>
  /** Runs a script in the page that its policy would keep out. */
  run(script: string): Promise<void>
  /** The same in the modal's frame, which is of another origin. */
  evaluateInFrame<Arg, Result>(run: (arg: Arg) => Result, arg: Arg): Promise<Awaited<Result>>
  press(key: Key): Promise<void>
  /** Types into what has the focus. */
  type(text: string): Promise<void>
  click(at: Point): Promise<void>
  /** Presses at the first point, moves to the second, and lets go. */
  drag(from: Point, to: Point): Promise<void>
  reload(): Promise<void>
  close(): Promise<void>
}

export interface VisitOptions {
  /** A window of a phone's width, 390 px. */
  readonly phone?: boolean
  /** A visitor who asked for dark pages. */
  readonly dark?: boolean
}

/** What the smoke suite asks of a browser. */
export interface SmokeBrowser {
  readonly name: string
  /** Opens an address for somebody who was never there. */
  open(url: string, options?: VisitOptions): Promise<Visit>
  close(): Promise<void>
}
