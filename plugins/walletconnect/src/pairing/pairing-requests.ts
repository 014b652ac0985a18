import {
  type ConnectOutcome,
  type Connector,
  type ConnectParams,
  type Context,
  isWalletModalError,
  messageOf,
  type ReadonlySignal,
  signal,
  view,
} from '@wallet-modal/kernel'
import { isClockError } from '../client/clock.js'
import { storeOpenedLink } from '../deep-links/opened-wallet.js'
import type { WalletConnectOutput } from '../index.js'

type Reason = 'projectId' | 'relay' | 'clock' | 'accounts' | 'wallet' | 'offline'

/** Last connection request and its progress. */
export interface PairingAttempt {
  readonly status: 'waiting' | 'rejected' | 'failed'
  /** Whether the request goes to the wallet installed in this browser. Then no code is displayed. */
  readonly viaInstalled?: boolean
  /** Failure reason, if the view has a text for it. */
  readonly reason?: Reason | undefined
  /** Message of the wallet or relay. */
  readonly message?: string
}

/** Runs one connection request at a time and reports its progress. */
export interface PairingRequests {
  readonly attempt: ReadonlySignal<PairingAttempt>
  /**
   * Requests a connection from the installed wallet. If `installed` is `undefined`, requests it from any wallet that scans the code. `params`:
   * requested namespace and network; default: the connector's first namespace.
   */
  request(installed: Connector | undefined, params: ConnectParams | undefined): void
  /** Sets the link of the wallet that was opened on this device. It is stored when the request succeeds. */
  setOpenedLink(link: string | undefined): void
  /** Aborts the request. */
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

/** Converts an error from an installed wallet, or from pairing with another device, to the failed attempt that the view displays. */
function toFailure(error: unknown, viaInstalled: boolean): PairingAttempt {
  const cause = isWalletModalError(error) ? (error.cause ?? error) : error
  const reasonOf = (failure: unknown) => (isWalletModalError(failure) ? reasons.get(failure.code) : undefined)
  const reason = reasonOf(error) ?? reasonOf(cause)
  const relayReason = viaInstalled
    ? 'offline'
    : isWalletModalError(cause) && isClockError(cause.cause)
      ? 'clock'
      : 'relay'
  return { status: 'failed', reason: reason === 'relay' ? relayReason : reason, message: messageOf(cause) }
}

/** View of `@wallet-modal/account`, referenced by name because a site may not install that package. */
const SwitchNetwork = view<{ readonly network: string; readonly result: 'rejected' | 'failed' }, string>(
  '@wallet-modal/account#SwitchNetwork',
)

/** Closes the modal, or displays why the wallet is not on the requested network. */
function finish(ctx: Context, outcome: ConnectOutcome, network = ''): void {
  if (outcome.status !== 'connected' || !outcome.networkSwitch) return void ctx.router.close()
  ctx.router.reset(SwitchNetwork, { network, result: outcome.networkSwitch }).catch(() => ctx.router.close())
}

/** Namespace and network of the params, each only if the connector supports it. */
function supportedParams(
  { namespaces }: Connector,
  { namespace, caipNetworkId }: ConnectParams = {},
): { readonly namespace?: string; readonly caipNetworkId?: string } {
  const target = namespaces.find((one) => one === (namespace ?? caipNetworkId?.split(':')[0]))
  if (target === undefined) return {}
  return { namespace: target, ...(caipNetworkId?.startsWith(`${target}:`) && { caipNetworkId }) }
}

export function createPairingRequests(ctx: Context, { pairing, connector }: WalletConnectOutput): PairingRequests {
  const attempt = signal<PairingAttempt>({ status: 'waiting' })
  let controller = new AbortController()
  let openedLink: string | undefined
  ctx.onDispose(() => controller.abort())

  return {
    attempt,
    setOpenedLink(link) {
      openedLink = link
    },
    stop: () => controller.abort(),
    request(installed, params) {
      controller.abort()
      controller = new AbortController()
      const { signal } = controller
      const target = installed ?? connector.peek()
      const viaInstalled = installed !== undefined
      openedLink = undefined
      const settle = (next: PairingAttempt): void => {
        if (!signal.aborted) attempt.value = { ...next, viaInstalled }
      }
      attempt.value = { status: 'waiting', viaInstalled }
      if (!target) {
        settle({ status: 'failed', message: ctx.t('wc.unavailable') })
        return
      }
      let hasShownCode = false
      const unsubscribe = pairing.subscribe(({ status }) => {
        hasShownCode ||= status === 'ready'
      })
      signal.addEventListener('abort', unsubscribe)
      const connecting = ctx.connections.connect(target, { signal, ...supportedParams(target, params) }).then(
        (outcome) => {
          if (signal.aborted) return
          const { status } = outcome
          // a request that was replaced by another request of the site counts as rejected, so that the visitor can try again
          if (status === 'rejected' || status === 'superseded') return settle({ status: 'rejected' })
          // if no code was shown, an existing session was used, and the stored link of its wallet stays valid
          if (hasShownCode) storeOpenedLink(ctx, openedLink)
          finish(ctx, outcome, params?.caipNetworkId) // finishes also if the wallet approved only other namespaces than the requested one
        },
        (error: unknown) => settle(toFailure(error, viaInstalled)),
      )
      void connecting.finally(unsubscribe)
    },
  }
}
