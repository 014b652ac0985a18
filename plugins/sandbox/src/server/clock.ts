/** Clock of the sandbox, which tests can move forward. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  advance(byMs: number): void
  reset(): void
}

export function createClock(): Clock {
  let aheadMs = 0
  return {
    now: () => Date.now() + aheadMs,
    advance(byMs) {
      aheadMs += byMs
    },
    reset() {
      aheadMs = 0
    },
  }
}
