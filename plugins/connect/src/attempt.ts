import {
  type Context,
  connected,
  isWalletModalError,
  messageOf,
  type ReadonlySignal,
  signal,
} from '@wallet-modal/kernel'
import { ConnectingExternal, type ConnectorChoice } from './contract.js'

/** Requested connection. */
export interface ConnectAttempt extends ConnectorChoice {
  readonly status: 'waiting' | 'rejected' | 'failed'
  /** Text key of the failure reason, if there is one. */
  readonly reason?: 'accounts' | 'wallet' | 'offline' | 'pending' | undefined
  /** Error message of the wallet. */
  readonly message?: string
}

export interface Attempts {
  readonly attempt: ReadonlySignal<ConnectAttempt | null>
  connect(choice: ConnectorChoice): void
  retry(): void
}

/** A map, because a wallet's code may be the name of something that every object has, such as `constructor`. */
const reasons: ReadonlyMap<string, NonNullable<ConnectAttempt['reason']>> = new Map([
  ['NO_ACCOUNTS', 'accounts'],
  ['INVALID_DATA', 'wallet'],
  ['UNSUPPORTED_METHOD', 'wallet'],
  ['NETWORK_ERROR', 'offline'],
  ['TIMEOUT', 'offline'],
])

/** Error code for a second request while the wallet's prompt is open. */
const ALREADY_PENDING = -32_002
const isAlreadyPending = (error: unknown): boolean => {
  const { code, status }: { readonly code?: unknown; readonly status?: unknown } = Object(error)
  return code === ALREADY_PENDING || status === ALREADY_PENDING
}

/** Failure reason: one with a translated text, else the wallet's message. */
export function toFailure(error: unknown): Pick<ConnectAttempt, 'reason' | 'message'> {
  const cause = isWalletModalError(error) ? error.cause : error
  if (isWalletModalError(error) && error.code === 'CONNECT_FAILED' && (cause ?? '') === '') return { reason: 'wallet' }
  if (isAlreadyPending(cause)) return { reason: 'pending' }
  const known = [error, cause].map((one) => (isWalletModalError(one) ? reasons.get(one.code) : undefined))
  return { reason: known[0] ?? known[1], message: messageOf(cause ?? error) }
}

/** Resolves after the next paint. */
const afterFrame = (run: () => unknown): unknown => requestAnimationFrame(() => setTimeout(run))

/** Requests connections, one at a time, and displays the progress. `done` is called for each wallet that connects. */
export function createAttempts(ctx: Context, done: (connectorId: string) => void): Attempts {
  const attempt = signal<ConnectAttempt | null>(null)
  const { current } = ctx.router
  let stop: AbortController | undefined
  /** Route at the time of the request. */
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
  /** The request is sent synchronously within the visitor's click. Its progress is displayed with the next frame, if the view is still open. */
  const connect = ({ connector, namespace }: ConnectorChoice): void => {
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
    const show = (next = attempt.peek()): void => {
      if (mine.aborted) return
      attempt.value = next
      if (!next || isConnecting()) return
      if (current.peek() === from) void ctx.router.push(ConnectingExternal).finally(leave)
      else leave() // the visitor navigated elsewhere
    }
    attempt.value = { connector, namespace, status: 'waiting' }
    afterFrame(show)
    ctx.connections.connect(connector, { namespace, signal: mine }).then(
      ({ status }) => status !== 'connected' && show({ connector, namespace, status: 'rejected' }),
      (error: unknown) => show({ connector, namespace, status: 'failed', ...toFailure(error) }),
    )
  }
  // before connect() resolves, so that the page draws the account and the closed modal in one frame
  ctx.on(connected, ({ connectorId, namespace }) => {
    const now = attempt.peek()
    if (now?.status !== 'waiting' || now.connector.id !== connectorId || now.namespace !== namespace) return
    const isHere = isConnecting() || current.peek() === from
    stop = undefined // nothing left to cancel
    if (!isConnecting()) attempt.value = null
    if (isHere) ctx.router.close()
    // the page draws the account first; nothing is stored about a visitor who called `forget` meanwhile
    afterFrame(() => afterFrame(() => isConnected(connectorId) && done(connectorId)))
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
