import { messageOf, type ReadonlySignal, signal } from '@wallet-modal/kernel'
import { EmailWalletError } from '../errors.js'
import type { EmbeddedWallet } from '../wallet.js'
import type { ReportSocial } from './report.js'

export type FarcasterStep =
  | { readonly status: 'preparing' | 'finishing' | 'expired' }
  | { readonly status: 'ready'; readonly url: string }
  | { readonly status: 'failed'; readonly message: string }

export interface FarcasterParts {
  wallet(): Promise<EmbeddedWallet>
  /** Connects after the visitor has finished in the frame. */
  complete(next: 'NOTHING' | 'SAVE_RECOVERY' | 'RECOVER'): Promise<void>
  readonly report: ReportSocial
}

/** Login approved on a phone. */
export interface FarcasterLogin {
  readonly step: ReadonlySignal<FarcasterStep>
  start(): void
  /** The visitor left the view. */
  stop(): void
}

export function createFarcasterLogin({ wallet, complete, report }: FarcasterParts): FarcasterLogin {
  const step = signal<FarcasterStep>({ status: 'preparing' })
  let generation = 0
  const run = async (mine: number): Promise<void> => {
    const known = await wallet()
    const url = await known.beginFarcaster()
    if (mine !== generation) return
    step.value = { status: 'ready', url }
    const { next } = await known.finishFarcaster()
    if (mine !== generation) return known.signOut() // approved after the view was left
    step.value = { status: 'finishing' }
    report('farcaster', 'SOCIAL_LOGIN_REQUEST_USER_DATA')
    await complete(next)
    report('farcaster', 'SOCIAL_LOGIN_SUCCESS')
  }
  return {
    step,
    start() {
      const mine = ++generation
      step.value = { status: 'preparing' }
      report('farcaster', 'SOCIAL_LOGIN_STARTED')
      run(mine).catch((error: unknown) => {
        if (mine !== generation) return
        const isExpired = error instanceof EmailWalletError && error.code === 'NOT_FOUND'
        report('farcaster', 'SOCIAL_LOGIN_ERROR', isExpired ? 'expired' : messageOf(error))
        step.value = isExpired ? { status: 'expired' } : { status: 'failed', message: messageOf(error) }
      })
    },
    stop() {
      const { status } = step.peek()
      if (status === 'finishing') return // the frame is displayed next
      generation++
      if (status === 'ready' || status === 'preparing') report('farcaster', 'SOCIAL_LOGIN_CANCELED')
      if (status === 'ready')
        wallet()
          .then((known) => known.abortFarcaster())
          .catch(() => undefined)
    },
  }
}
