const PATIENCE_MS = 10_000
const PAUSE_MS = 40

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Polls until `look` returns a value. Throws an error that contains `what` if there is no value in time. */
export async function until<Seen>(
  what: string,
  look: () => Promise<Seen | undefined | null | false>,
): Promise<NonNullable<Seen>> {
  const end = performance.now() + PATIENCE_MS
  while (performance.now() < end) {
    const seen = await look()
    if (seen) return seen
    await pause(PAUSE_MS)
  }
  throw new Error(`Waited ${PATIENCE_MS / 1000} s for ${what}, which did not happen.`)
}
