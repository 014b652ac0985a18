import {
  type ConnectParams,
  type Context,
  connected,
  type ReadonlySignal,
  type Signal,
  signal,
  view,
} from '@wallet-modal/kernel'
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

/** Failure reason for an error. The module `failure.js` is loaded on demand. If it cannot be loaded, the reason is `offline`. */
const failureOf = (error: unknown): Promise<Pick<ConnectAttempt, 'reason' | 'message'>> =>
  import('./failure.js').then(({ toFailure }) => toFailure(error)).catch(() => ({ reason: 'offline' }))

/** Displays that the wallet did not switch to the requested network, and offers to try again. */
const showSwitch = (ctx: Context, network: string | undefined, result: 'rejected' | 'failed'): Promise<unknown> =>
  import('./switch-result.js')
    .then(({ showSwitchResult }) => showSwitchResult(ctx, network, result))
    .catch(() => ctx.router.close()) // no plugin has the view

const isActiveWallet = ({ connections }: Context, id: string): boolean =>
  connections.all.peek().some(({ connectorId, isActive }) => isActive && connectorId === id)

/** Whether `attempt` is a pending request to this connector for this namespace. */
const isWaiting = (attempt: ConnectAttempt | null, connectorId: string, namespace: string): boolean =>
  attempt?.status === 'waiting' && attempt.connector.id === connectorId && attempt.namespace === namespace

/** Opens the view in which the connector connects. Does nothing if this view is already displayed. */
function openView(ctx: Context, name: string, params: ConnectParams): void {
  if (ctx.router.current.peek()?.view.name !== name) void ctx.router.push(view<ConnectParams | undefined>(name), params)
}

/** Displays the progress and the result of one requested connection. */
function createProgress(
  ctx: Context,
  attempt: Signal<ConnectAttempt | null>,
  onConnected: (connectorId: string) => void,
) {
  const { current } = ctx.router
  /** Route at the time of the request. */
  let startRoute = current.peek()
  /** CAIP-2 id of the requested network. */
  let network: string | undefined
  const isConnecting = (): boolean => current.peek()?.view.name === ConnectingExternal.name
  return {
    begin(requestedNetwork: string | undefined): void {
      startRoute = current.peek()
      network = requestedNetwork
    },
    /** `true` also if no network was requested. If `false`, a network switch follows; the outcome of `connections.connect()` contains its result. */
    isOnRequestedNetwork: (caipNetworkId: string): boolean => !network || network === caipNetworkId,
    /** Displays `next` in the view `ConnectingExternal`. Calls `cancel` when the visitor leaves this view, or at once if another view is open. */
    show(next: ConnectAttempt | null, cancel: () => void): void {
      attempt.value = next
      if (!isConnecting()) {
        if (next && current.peek() === startRoute) void ctx.router.push(ConnectingExternal).finally(cancel)
        else cancel()
      } else if (!next) ctx.router.back()
    },
    /** Closes the modal, or displays why the wallet is not on the requested network. Does neither if the visitor has navigated elsewhere. */
    finish(connectorId: string, networkSwitch?: 'rejected' | 'failed'): void {
      const isUnchanged = isConnecting() || current.peek() === startRoute
      if (!isConnecting()) attempt.value = null
      if (isUnchanged && networkSwitch) void showSwitch(ctx, network, networkSwitch)
      else if (isUnchanged) ctx.router.close()
      // runs `onConnected` after the page has drawn the account, and only if the wallet is still connected
      afterFrame(() => afterFrame(() => isActiveWallet(ctx, connectorId) && onConnected(connectorId)))
    },
  }
}

/** Requests connections, one at a time, and displays the progress. Calls `onConnected` after each successful request. */
export function createAttempts(
  ctx: Context,
  params: ReadonlySignal<ConnectParams>,
  onConnected: (connectorId: string) => void,
): Attempts {
  const attempt = signal<ConnectAttempt | null>(null)
  const progress = createProgress(ctx, attempt, onConnected)
  /** Abort controller of the latest request; `undefined` after this request has connected a wallet or was canceled. */
  let latest: AbortController | undefined
  const cancel = (): void => {
    latest?.abort()
    latest = undefined
    attempt.value = null
  }
  const finish: typeof progress.finish = (...ended) => {
    latest = undefined // a later `cancel` or dispose must not abort the connection
    progress.finish(...ended)
  }
  /** Sends the request synchronously, within the visitor's click. Displays the progress after the next paint. */
  const connect = ({ connector, namespace }: ConnectorChoice): void => {
    const { caipNetworkId } = params.peek()
    const request = { namespace, ...(caipNetworkId?.startsWith(`${namespace}:`) && { caipNetworkId }) }
    if (connector.view) {
      cancel()
      return void openView(ctx, connector.view.name, request)
    }
    if (isWaiting(attempt.peek(), connector.id, namespace)) return
    latest?.abort()
    const ownController = new AbortController()
    latest = ownController
    progress.begin(request.caipNetworkId)
    const show = (next = attempt.peek()): void => {
      if (latest === ownController) progress.show(next, cancel)
    }
    const fail = async (cause: unknown): Promise<void> =>
      show({ connector, namespace, status: 'failed', ...(await failureOf(cause)) })
    attempt.value = { connector, namespace, status: 'waiting' }
    afterFrame(show)
    ctx.connections.connect(connector, { ...request, signal: ownController.signal }).then((outcome) => {
      const { status } = outcome
      if (status === 'notGranted') void fail(outcome)
      else if (status !== 'connected') show(status === 'rejected' ? { connector, namespace, status } : null)
      else if (latest === ownController) finish(connector.id, outcome.networkSwitch)
    }, fail)
  }
  // closes the modal before connect() resolves, so that the page draws the account and the closed modal in one frame
  ctx.on(connected, ({ connectorId, namespace, caipNetworkId }) => {
    if (isWaiting(attempt.peek(), connectorId, namespace) && progress.isOnRequestedNetwork(caipNetworkId))
      finish(connectorId)
  })
  ctx.onDispose(cancel)
  return {
    attempt,
    connect,
    retry() {
      const last = attempt.peek()
      if (last) connect(last)
    },
  }
}
