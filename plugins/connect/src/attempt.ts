import { type Context, connected, type ReadonlySignal, signal } from '@wallet-modal/kernel'
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

/** Resolves after the next paint. */
const afterFrame = (run: () => unknown): unknown => requestAnimationFrame(() => setTimeout(run))

/** Text for the error; loaded only then. If it cannot be loaded either, the page is offline. */
const failureOf = (error: unknown): Promise<Pick<ConnectAttempt, 'reason' | 'message'>> =>
  import('./failure.js').then(({ toFailure }) => toFailure(error)).catch(() => ({ reason: 'offline' }))

const isConnected = ({ connections }: Context, id: string): boolean =>
  connections.all.peek().some(({ connectorId, isInUse }) => isInUse && connectorId === id)

/** Requests connections, one at a time, and displays the progress. `done` is called for each wallet that connects. */
export function createAttempts(ctx: Context, done: (connectorId: string) => void): Attempts {
  const attempt = signal<ConnectAttempt | null>(null)
  const { current } = ctx.router
  let stop: AbortController | undefined
  /** Route at the time of the request. */
  let from = current.peek()

  const isConnecting = (): boolean => current.peek()?.view.name === ConnectingExternal.name
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
      async (error: unknown) => show({ connector, namespace, status: 'failed', ...(await failureOf(error)) }),
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
    afterFrame(() => afterFrame(() => isConnected(ctx, connectorId) && done(connectorId)))
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
