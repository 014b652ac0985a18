/** The height of a one-line row and the gap below it, in pixels. */
export const ROW_PX = 64
/** Rows that are drawn above and below what is seen, so that a quick scroll shows no gap. */
const SPARE_ROWS = 6
/** No card is higher, and few sheets on phones. */
const VIEW_PX = 896

/** Rows from `start` up to and without `end`. */
export interface RowWindow {
  readonly start: number
  readonly end: number
}

/** The rows to draw where the list is seen from `topPx` on. */
export function windowAt(topPx: number): RowWindow {
  const first = Math.floor(topPx / ROW_PX)
  return {
    start: Math.max(0, first - SPARE_ROWS),
    end: Math.max(0, first + Math.ceil(VIEW_PX / ROW_PX) + 1 + SPARE_ROWS),
  }
}

/** The indices to draw: the window, and the row that has the focus wherever it is. */
export function rowsToDraw({ start, end }: RowWindow, count: number, focused: number | undefined): readonly number[] {
  const from = Math.min(start, count)
  const shown = Array.from({ length: Math.max(0, Math.min(end, count) - from) }, (_, at) => from + at)
  if (focused === undefined || focused >= count || shown.includes(focused)) return shown
  return focused < from ? [focused, ...shown] : [...shown, focused]
}
