import {
  type Connector,
  type Context,
  isWalletModalError,
  messageOf,
  type ReadonlySignal,
  signal,
} from '@wallet-modal/kernel'
import { isAboutClock } from '../client/clock.js'
import type { WalletConnectOutput } from '../index.js'
import { rememberWallet } from '../links/opened-wallet.js'

type Reason = 'projectId' | 'relay' | 'clock' | 'accounts' | 'wallet' | 'offline'

export interface PairingAttempt {
  readonly status: 'waiting' | 'rejected' | 'failed'
  /** The wallet that is installed in this browser was asked, and no code is shown meanwhile. */
  readonly isHere?: boolean
  /** Why it failed, where there are words of ours for it. */
  readonly reason?: Reason | undefined
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

const reasons: ReadonlyMap<string, Reason> = new Map([
  ['NO_PROJECT_ID', 'projectId'],
  ['NO_ACCOUNTS', 'accounts'],
  ['INVALID_DATA', 'wallet'],
  ['UNSUPPORTED_METHOD', 'wallet'],
  ['NETWORK_ERROR', 'relay'],
  ['TIMEOUT', 'relay'],
])

/** What went wrong, of the wallet in this browser or of the way to another. */
function toFailure(error: unknown, isHere: boolean): PairingAttempt {
  const cause = isWalletModalError(error) ? (error.cause ?? error) : error
  const known = [error, cause].map((one) => (isWalletModalError(one) ? reasons.get(one.code) : undefined))
  const reason = known[0] ?? known[1]
  const ofRelay = isHere ? 'offline' : isWalletModalError(cause) && isAboutClock(cause.cause) ? 'clock' : 'relay'
  return { status: 'failed', reason: reason === 'relay' ? ofRelay : reason, message: messageOf(cause) }
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
        (error: unknown) => settle(toFailure(error, isHere)),
      )
      mine.addEventListener('abort', unwatch)
    },
  }
}
