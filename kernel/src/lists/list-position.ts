/**
 * Scroll offset and focused row of a list. The list updates the object. To restore both, pass the same object when the list is mounted again.
 */
export interface ListPosition {
  /** Scroll offset, in pixels. */
  top: number
  /** Index of the focused row. */
  focused: number | undefined
}
