import { type ConnectParams, type Context, connected, type ReadonlySignal, signal, view } from '@wallet-modal/kernel'
import { ConnectingExternal, type ConnectorChoice } from './contract.js'

/** Last requested connection and its progress. */
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

/** Calls `run` after the next paint. */
const afterFrame = (run: () => unknown): unknown => requestAnimationFrame(() => setTimeout(run))

/** Failure reason for an error. The module `failure.js` is loaded on demand; if it cannot be loaded, the page is offline. */
const failureOf = (error: unknown): Promise<Pick<ConnectAttempt, 'reason' | 'message'>> =>
  import('./failure.js').then(({ toFailure }) => toFailure(error)).catch(() => ({ reason: 'offline' }))

const isConnected = ({ connections }: Context, id: string): boolean =>
  connections.all.peek().some(({ connectorId, isActive }) => isActive && connectorId === id)

/** Requests connections, one at a time, and displays the progress. Calls `onConnected` for each wallet that such a request connects. */
export function createAttempts(ctx: Context, onConnected: (connectorId: string) => void): Attempts {
  const attempt = signal<ConnectAttempt | null>(null)
  const { current } = ctx.router
  let stop: AbortController | undefined
  /** Route at the time of the request. */
  let startRoute = current.peek()

  const isConnecting = (): boolean => current.peek()?.view.name === ConnectingExternal.name
  const cancel = (): void => {
    stop?.abort()
    attempt.value = null
  }
  /** The request is sent synchronously within the visitor's click. Its progress is displayed with the next frame, if the view is still open. */
  const connect = ({ connector, namespace }: ConnectorChoice): void => {
    if (connector.view) {
      cancel()
      if (current.peek()?.view.name !== connector.view.name)
        void ctx.router.push(view<ConnectParams | undefined>(connector.view.name), { namespace })
      return
    }
    const last = attempt.peek()
    if (last?.status === 'waiting' && last.connector.id === connector.id && last.namespace === namespace) return
    stop?.abort()
    stop = new AbortController()
    const { signal: ownSignal } = stop
    startRoute = current.peek()
    const show = (next = attempt.peek()): void => {
      if (ownSignal.aborted) return
      attempt.value = next
      if (!next || isConnecting()) return
      if (current.peek() === startRoute) void ctx.router.push(ConnectingExternal).finally(cancel)
      else cancel() // the visitor navigated elsewhere
    }
    attempt.value = { connector, namespace, status: 'waiting' }
    afterFrame(show)
    ctx.connections.connect(connector, { namespace, signal: ownSignal }).then(
      ({ status }) => status !== 'connected' && show({ connector, namespace, status: 'rejected' }),
      async (error: unknown) => show({ connector, namespace, status: 'failed', ...(await failureOf(error)) }),
    )
  }
  // closes the modal before connect() resolves, so that the page draws the account and the closed modal in one frame
  ctx.on(connected, ({ connectorId, namespace }) => {
    const last = attempt.peek()
    if (last?.status !== 'waiting' || last.connector.id !== connectorId || last.namespace !== namespace) return
    const isUnchanged = isConnecting() || current.peek() === startRoute
    stop = undefined // a later `cancel` or dispose must not abort the connection
    if (!isConnecting()) attempt.value = null
    if (isUnchanged) ctx.router.close()
    // `onConnected` runs after the page has drawn the account, unless `modal.forget()` has disconnected the wallet meanwhile
    afterFrame(() => afterFrame(() => isConnected(ctx, connectorId) && onConnected(connectorId)))
  })
  ctx.onDispose(() => stop?.abort())
  return {
    attempt,
    connect,
    retry() {
      const last = attempt.peek()
      if (last) connect(last)
    },
  }
}
