import { type Context, messageOf, type ReadonlySignal, signal } from '@wallet-modal/kernel'
import { EmailWalletError } from '../errors.js'
import { failureText } from '../failure-text.js'
import type { EmbeddedWallet } from '../wallet.js'
import type { ReportSocial } from './report.js'

export type FarcasterStep =
  | { readonly status: 'preparing' | 'finishing' | 'expired' }
  | { readonly status: 'ready'; readonly url: string }
  | { readonly status: 'failed'; readonly message: string }

export interface FarcasterDependencies {
  readonly ctx: Pick<Context, 't'>
  wallet(): Promise<EmbeddedWallet>
  /** Finishes the login: displays the frame if `next` requires an action of the visitor, then connects. */
  complete(next: 'NOTHING' | 'SAVE_RECOVERY' | 'RECOVER'): Promise<void>
  readonly report: ReportSocial
}

/** Farcaster login, which the visitor approves on a phone. */
export interface FarcasterLogin {
  readonly step: ReadonlySignal<FarcasterStep>
  start(): void
  /** Cancels the login. Call when the view closes. */
  stop(): void
}

export function createFarcasterLogin({ ctx, wallet, complete, report }: FarcasterDependencies): FarcasterLogin {
  const step = signal<FarcasterStep>({ status: 'preparing' })
  /** Number of starts and stops so far. Results of an earlier start are discarded. */
  let generation = 0
  const run = async (ownGeneration: number): Promise<void> => {
    const embeddedWallet = await wallet()
    const url = await embeddedWallet.beginFarcaster()
    if (ownGeneration !== generation) return
    step.value = { status: 'ready', url }
    const { next } = await embeddedWallet.finishFarcaster()
    if (ownGeneration !== generation) return embeddedWallet.abandonLogin() // approved after the view was closed
    step.value = { status: 'finishing' }
    report('farcaster', 'SOCIAL_LOGIN_REQUEST_USER_DATA')
    await complete(next)
    report('farcaster', 'SOCIAL_LOGIN_SUCCESS')
  }
  return {
    step,
    start() {
      const ownGeneration = ++generation
      step.value = { status: 'preparing' }
      report('farcaster', 'SOCIAL_LOGIN_STARTED')
      run(ownGeneration).catch((error: unknown) => {
        if (ownGeneration !== generation) return
        const isExpired = error instanceof EmailWalletError && error.reason === 'LOGIN_EXPIRED'
        report('farcaster', 'SOCIAL_LOGIN_ERROR', isExpired ? 'expired' : messageOf(error))
        step.value = isExpired ? { status: 'expired' } : { status: 'failed', message: failureText(ctx, error) }
      })
    },
    stop() {
      const { status } = step.peek()
      if (status === 'finishing') return // cannot be cancelled: the login was approved, and `complete` is running
      generation++
      if (status === 'ready' || status === 'preparing') report('farcaster', 'SOCIAL_LOGIN_CANCELED')
      if (status === 'ready')
        wallet()
          .then((embeddedWallet) => embeddedWallet.abortFarcaster())
          .catch(() => undefined)
    },
  }
}
