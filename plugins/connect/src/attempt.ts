import {
  type Context,
  connected,
  isWalletModalError,
  messageOf,
  type ReadonlySignal,
  signal,
} from '@wallet-modal/kernel'
import { ConnectingExternal, type Way } from './contract.js'

/** A connection that was asked for. */
export interface ConnectAttempt extends Way {
  readonly status: 'waiting' | 'rejected' | 'failed'
  /** Why it failed, where there are words of ours for it. */
  readonly reason?: 'accounts' | 'wallet' | 'offline' | 'pending' | undefined
  /** What the wallet said, where it failed. */
  readonly message?: string
}

export interface Attempts {
  readonly attempt: ReadonlySignal<ConnectAttempt | null>
  connect(way: Way): void
  retry(): void
}

const reasons: ReadonlyMap<string, NonNullable<ConnectAttempt['reason']>> = new Map([
  ['NO_ACCOUNTS', 'accounts'],
  ['INVALID_DATA', 'wallet'],
  ['UNSUPPORTED_METHOD', 'wallet'],
  ['NETWORK_ERROR', 'offline'],
  ['TIMEOUT', 'offline'],
])

/** The code with which wallets refuse a second prompt while one is open. */
const ALREADY_PENDING = -32_002
const isAlreadyPending = (error: unknown): boolean => {
  const { code, status }: { readonly code?: unknown; readonly status?: unknown } = Object(error)
  return code === ALREADY_PENDING || status === ALREADY_PENDING
}

/** Why it failed: a reason that there are words for in the visitor's language, else those of the wallet. */
export function toFailure(error: unknown): Pick<ConnectAttempt, 'reason' | 'message'> {
  const cause = isWalletModalError(error) ? error.cause : error
  if (isWalletModalError(error) && error.code === 'CONNECT_FAILED' && (cause ?? '') === '') return { reason: 'wallet' }
  if (isAlreadyPending(cause)) return { reason: 'pending' }
  const known = [error, cause].map((one) => (isWalletModalError(one) ? reasons.get(one.code) : undefined))
  return { reason: known[0] ?? known[1], message: messageOf(cause ?? error) }
}

/** Once what is there now has been painted. */
const afterFrame = (run: () => void): unknown => requestAnimationFrame(() => setTimeout(run))

/** Asks wallets, one at a time, and shows how that goes. `done` hears of every wallet that said yes. */
export function createAttempts(ctx: Context, done: (connectorId: string) => void): Attempts {
  const attempt = signal<ConnectAttempt | null>(null)
  const { current } = ctx.router
  let stop: AbortController | undefined
  /** Where the visitor was when the wallet was asked. */
  let from = current.peek()

  const isConnecting = (): boolean => current.peek()?.view.name === ConnectingExternal.name
  const isConnected = (id: string): boolean =>
    ctx.connections.adapters.peek().some(({ state }) => {
      const now = state.peek()
      return now.status === 'connected' && now.connectorId === id
    })
  const leave = (): void => {
    stop?.abort()
    attempt.value = null
  }
  /** The wallet is asked at once, inside the visitor's click. What it has to say is shown with the next frame, or not at all. */
  const connect = ({ connector, namespace }: Way): void => {
    if (connector.view) {
      leave()
      if (current.peek()?.view.name !== connector.view.name) void ctx.router.push(connector.view)
      return
    }
    const now = attempt.peek()
    if (now?.status === 'waiting' && now.connector.id === connector.id && now.namespace === namespace) return
    stop?.abort()
    stop = new AbortController()
    const { signal: mine } = stop
    from = current.peek()
    const show = (): void => {
      if (mine.aborted || isConnecting() || !attempt.peek()) return
      if (current.peek() === from) void ctx.router.push(ConnectingExternal).finally(leave)
      else leave() // the visitor went elsewhere
    }
    const settle = (next: ConnectAttempt): void => {
      if (mine.aborted) return
      attempt.value = next
      show()
    }
    attempt.value = { connector, namespace, status: 'waiting' }
    afterFrame(show)
    ctx.connections.connect(connector, { namespace, signal: mine }).then(
      ({ status }) => status !== 'connected' && settle({ connector, namespace, status: 'rejected' }),
      (error: unknown) => settle({ connector, namespace, status: 'failed', ...toFailure(error) }),
    )
  }
  // before connect() answers, so that the page draws the account and the closed modal in one go
  ctx.on(connected, ({ connectorId, namespace }) => {
    const now = attempt.peek()
    if (now?.status !== 'waiting' || now.connector.id !== connectorId || now.namespace !== namespace) return
    const isHere = isConnecting() || current.peek() === from
    stop = undefined // there is nothing left to stop
    if (!isConnecting()) attempt.value = null
    if (isHere) ctx.router.close()
    const note = (): void => {
      if (isConnected(connectorId)) done(connectorId) // nothing is written about a visitor who was forgotten meanwhile
    }
    afterFrame(() => afterFrame(note)) // the page shows the account first
  })
  ctx.onDispose(() => stop?.abort())
  return {
    attempt,
    connect,
    retry() {
      const failed = attempt.peek()
      if (failed) connect(failed)
    },
  }
}
