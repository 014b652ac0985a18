/** Clock of the sandbox, which tests can move forward. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  advance(byMs: number): void
  /** Returns to the system time. */
  reset(): void
}

export function createClock(): Clock {
  let offsetMs = 0
  return {
    now: () => Date.now() + offsetMs,
    advance(byMs) {
      offsetMs += byMs
    },
    reset() {
      offsetMs = 0
    },
  }
}
