import {
  type Context,
  type ReadonlySignal,
  type SendHandler,
  type SentTransaction,
  signal,
  type TransactionStatus,
  transactionSettled,
} from '@wallet-modal/kernel'

/** How often the chain is asked, and for how long. */
export const FOLLOW_MS = 4_000
export const FOLLOW_FOR_MS = 600_000

/** A transaction that was handed over, and what the chain says of it. */
export interface Followed {
  readonly sent: SentTransaction
  readonly status: TransactionStatus
  /** Of the network's own block explorer. */
  readonly explorerUrl: string | undefined
}

const isSettled = (status: TransactionStatus): status is Exclude<TransactionStatus, 'pending' | 'unknown'> =>
  status !== 'pending' && status !== 'unknown'

/** Follows the latest transaction until it is through, while the page is looked at. */
export function createFollow(ctx: Context): {
  readonly current: ReadonlySignal<Followed | null>
  /** Without a hash there is nothing to ask anybody for. */
  follow(sent: SentTransaction, handler?: SendHandler, explorerUrl?: string): void
} {
  const current = signal<Followed | null>(null)
  const settled = new Set<string>()
  let stop: (() => void) | undefined
  ctx.on(transactionSettled, ({ hash }) => void (hash && settled.add(hash)))
  ctx.onDispose(() => stop?.())

  const start = (followed: Followed, handler: SendHandler): (() => void) => {
    const { sent } = followed
    const own = new AbortController()
    const until = Date.now() + FOLLOW_FOR_MS
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async (): Promise<void> => {
      try {
        const status = document.visibilityState === 'hidden' ? 'pending' : await handler.status(sent, own.signal)
        if (own.signal.aborted) return
        if (status !== 'unknown' && status !== current.peek()?.status) current.value = { ...followed, status }
        if (isSettled(status)) {
          if (sent.hash && !settled.has(sent.hash)) ctx.emit(transactionSettled, { ...sent, status })
          return
        }
      } catch (error) {
        if (own.signal.aborted) return
        ctx.log.info('the chain could not be asked for a transaction', error) // it is asked again
      }
      if (Date.now() < until) timer = setTimeout(() => void look(), FOLLOW_MS)
    }
    void look()
    return () => {
      clearTimeout(timer)
      own.abort()
    }
  }
  return {
    current,
    follow(sent, handler, explorerUrl) {
      stop?.()
      const followed: Followed = { sent, status: sent.hash === undefined ? 'unknown' : 'pending', explorerUrl }
      current.value = followed
      stop = sent.hash !== undefined && handler ? start(followed, handler) : undefined
    },
  }
}
