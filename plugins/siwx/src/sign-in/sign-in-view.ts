import { type Context, openingViews } from '@wallet-modal/kernel'
import type { Challenges } from '../challenges.js'
import { SIWXSignMessage } from '../contract.js'

/** View that asks for a signature. */
export interface SignInView {
  isOpen(): boolean
  open(): void
  close(): void
  /** Replaces the view by the modal's opening view, or closes the modal if there is none. */
  leave(): void
}

export function createSignInView(ctx: Context, challenges: Challenges): SignInView {
  const { router } = ctx
  const isOpen = (): boolean => router.current.peek()?.view.name === SIWXSignMessage.name
  const close = (): void => {
    if (isOpen()) router.close()
  }
  return {
    isOpen,
    open() {
      challenges.prepare()
      if (!isOpen()) void router.reset(SIWXSignMessage)
    },
    close,
    leave() {
      if (!isOpen()) return
      const next = ctx
        .all(openingViews)
        .peek()
        .find((candidate) => candidate.when())
      if (next) void router.reset(next.view)
      else router.close()
    },
  }
}
