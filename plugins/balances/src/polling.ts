import { type Context, type ReadonlySignal, untracked } from '@wallet-modal/kernel'

/** Runs now and again `everyMs` after each run, as long as `isWanted` holds and the page is visible. */
export function pollWhile(
  ctx: Context,
  isWanted: ReadonlySignal<boolean>,
  { everyMs, run }: { readonly everyMs: number; run(): Promise<void> },
): void {
  ctx.effect(() => {
    if (!isWanted.value) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let turn = 0
    const next = async (): Promise<void> => {
      clearTimeout(timer)
      const mine = ++turn
      if (document.visibilityState === 'hidden') return
      await run()
      if (mine === turn) timer = setTimeout(next, everyMs)
    }
    const start = (): void => void next()
    document.addEventListener('visibilitychange', start)
    untracked(start)
    return () => {
      turn++
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', start)
    }
  })
}
