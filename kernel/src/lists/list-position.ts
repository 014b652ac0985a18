/** Position in a list. The owner stores it and passes it in again; the list updates it. */
export interface ListPosition {
  /** Scroll offset, in pixels. */
  top: number
  /** Focused row. */
  focused: number | undefined
}
