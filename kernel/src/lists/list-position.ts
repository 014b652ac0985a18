/**
 * Scroll offset and focused row of a list. The list updates the object. To restore them, pass the same object to the list when it is rendered again.
 */
export interface ListPosition {
  /** Scroll offset, in pixels. */
  top: number
  /** Index of the focused row. */
  focused: number | undefined
}
