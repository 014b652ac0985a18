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
  /** The wallet installed in this browser was asked; no code is shown. */
  readonly isHere?: boolean
  /** Failure reason with a text of its own, if any. */
  readonly reason?: Reason | undefined
  /** Message of the wallet or relay. */
  readonly message?: string
}

/** Runs one connection request at a time and reports its progress. */
export interface PairingRequests {
  readonly attempt: ReadonlySignal<PairingAttempt>
  /** Requests a connection from any wallet that scans the code, or from the one installed in this browser. */
  ask(here?: Connector): void
  /** Link of the wallet that was opened on this device. */
  setOpenedLink(link: string | undefined): void
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

/** Error of the wallet in this browser, or of the connection to another device. */
function toFailure(error: unknown, isHere: boolean): PairingAttempt {
  const cause = isWalletModalError(error) ? (error.cause ?? error) : error
  const known = [error, cause].map((one) => (isWalletModalError(one) ? reasons.get(one.code) : undefined))
  const reason = known[0] ?? known[1]
  const ofRelay = isHere ? 'offline' : isWalletModalError(cause) && isAboutClock(cause.cause) ? 'clock' : 'relay'
  return { status: 'failed', reason: reason === 'relay' ? ofRelay : reason, message: messageOf(cause) }
}

export function createPairingRequests(ctx: Context, { pairing, connector }: WalletConnectOutput): PairingRequests {
  const attempt = signal<PairingAttempt>({ status: 'waiting' })
  let stop = new AbortController()
  let opened: string | undefined
  ctx.onDispose(() => stop.abort())

  return {
    attempt,
    setOpenedLink(link) {
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
          // if the site cancelled the visitor's request, the visitor may start again
          if (status === 'rejected' || status === 'superseded') return settle({ status: 'rejected' })
          // an existing session keeps its wallet
          if (isCodeMade) rememberWallet(ctx, opened)
          ctx.router.close() // also if it was granted elsewhere, but not here
        },
        (error: unknown) => settle(toFailure(error, isHere)),
      )
      mine.addEventListener('abort', unwatch)
    },
  }
}
