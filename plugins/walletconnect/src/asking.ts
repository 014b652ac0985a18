import {
  type Connector,
  type Context,
  isWalletModalError,
  messageOf,
  type ReadonlySignal,
  signal,
} from '@wallet-modal/kernel'
import type { WalletConnectOutput } from './index.js'
import { rememberWallet } from './opened-wallet.js'

export interface PairingAttempt {
  readonly status: 'waiting' | 'rejected' | 'failed'
  /** The wallet that is installed in this browser was asked, and no code is shown meanwhile. */
  readonly isHere?: boolean
  /** Key of what to say, where this plugin knows the reason. */
  readonly reason?: 'projectId' | 'relay'
  /** What the wallet or the relay said. */
  readonly message?: string
}

/** Asks for a connection, one at a time, and says how that goes. */
export interface Asking {
  readonly attempt: ReadonlySignal<PairingAttempt>
  /** Asks any wallet that reads the code, or the one that is installed in this browser. */
  ask(here?: Connector): void
  /** The link of the wallet that was opened on this device for it. */
  noteOpened(link: string | undefined): void
  stop(): void
}

function toFailure(error: unknown): PairingAttempt {
  const cause = isWalletModalError(error) && isWalletModalError(error.cause) ? error.cause : error
  const code = isWalletModalError(cause) ? cause.code : undefined
  const message = messageOf(cause)
  if (code === 'NO_PROJECT_ID') return { status: 'failed', reason: 'projectId', message }
  return code === 'NETWORK_ERROR' ? { status: 'failed', reason: 'relay', message } : { status: 'failed', message }
}

export function createAsking(ctx: Context, { pairing, connector }: WalletConnectOutput): Asking {
  const attempt = signal<PairingAttempt>({ status: 'waiting' })
  let stop = new AbortController()
  let opened: string | undefined
  ctx.onDispose(() => stop.abort())

  return {
    attempt,
    noteOpened(link) {
      opened = link
    },
    stop: () => stop.abort(),
    ask(here) {
      stop.abort()
      stop = new AbortController()
      const { signal: mine } = stop
      const wanted = here ?? connector.peek()
      const isHere = here !== undefined
      opened = undefined
      const settle = (next: PairingAttempt): void => {
        if (!mine.aborted) attempt.value = { ...next, isHere }
      }
      attempt.value = { status: 'waiting', isHere }
      if (!wanted) {
        settle({ status: 'failed', message: ctx.t('wc.unavailable') })
        return
      }
      let isCodeMade = false
      const unwatch = pairing.subscribe(({ status }) => {
        isCodeMade ||= status === 'ready'
      })
      ctx.connections.connect(wanted, { signal: mine }).then(
        ({ status }) => {
          if (mine.aborted) return
          // where the site took back what the visitor began, they may begin anew
          if (status === 'rejected' || status === 'superseded') return settle({ status: 'rejected' })
          // a session that was there already keeps the wallet that it was made with
          if (isCodeMade) rememberWallet(ctx, opened)
          ctx.router.close() // also where it was granted elsewhere, but not here
        },
        (error: unknown) => settle(isHere ? { status: 'failed', message: messageOf(error) } : toFailure(error)),
      )
      mine.addEventListener('abort', unwatch)
    },
  }
}
