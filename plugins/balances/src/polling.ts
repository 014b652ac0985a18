import { type Context, type ReadonlySignal, untracked } from '@wallet-modal/kernel'
import { pollWhileVisible } from '@wallet-modal/kernel/assets'

/** Calls `run` immediately and `everyMs` after each run, while `isActive` is true and the page is visible. */
export function pollWhile(
  ctx: Context,
  isActive: ReadonlySignal<boolean>,
  { everyMs, run }: { readonly everyMs: number; run(): Promise<void> },
): void {
  ctx.effect(() => {
    if (!isActive.value) return undefined
    return untracked(() => pollWhileVisible(run, everyMs))
  })
}
