/** Time after a move of the frame in which clicks are ignored, in milliseconds. */
const MOVE_PAUSE_MS = 500
/**
 * Distances in CSS pixels between two pointer events. Less than `RESTING_PX` on the screen: the pointer rests (the sensor of a resting mouse reports
 * moves of about a pixel). More than `MOVED_PX` in the frame although the pointer rests: the frame was moved.
 */
const [RESTING_PX, MOVED_PX] = [2, 8]

export interface MoveWatch {
  /** Whether the frame was moved within the last half second. */
  hasMoved(): boolean
  stop(): void
}

/**
 * Detects moves of the frame under a resting pointer: the pointer's position in the frame changes, but not its position on the screen. Chromium
 * discards clicks in a frame that has just moved, but not reliably on a busy device.
 */
export function watchMoves(): MoveWatch {
  let last: PointerEvent | undefined
  let movedAt = Number.NEGATIVE_INFINITY
  const onPointer = (event: PointerEvent): void => {
    if (last) {
      const onScreen = Math.hypot(event.screenX - last.screenX, event.screenY - last.screenY)
      const inFrame = Math.hypot(event.clientX - last.clientX, event.clientY - last.clientY)
      if (onScreen < RESTING_PX && inFrame > MOVED_PX) movedAt = performance.now()
    }
    last = event
  }
  const events = ['pointermove', 'pointerdown'] as const
  for (const name of events) addEventListener(name, onPointer, { capture: true })
  return {
    hasMoved: () => performance.now() - movedAt < MOVE_PAUSE_MS,
    stop() {
      for (const name of events) removeEventListener(name, onPointer, { capture: true })
    },
  }
}
