import { WalletModalError } from '../../errors/errors.js'
import { guarded } from '../../errors/guard.js'
import type { Context } from '../../plugins/plugin.js'
import type { ReadonlySignal } from '../../signals.js'
import type { Account } from '../account.js'
import { connected } from '../events.js'
import type { Network } from '../network.js'
import type { ConnectOutcome, Handshake, HandshakeRequest, NamespaceDriver } from './adapter.js'
import type { Attempt, Connected, NamespaceConnections } from './connection.js'
import type { Connector } from './connector.js'
import { plainConnector } from './plain-connector.js'
import type { StoredWallet } from './storage/stored-wallets.js'
import { identityOf, selectAccount, type WalletStorage } from './storage/wallet-storage.js'
import { type WalletEventHandler, type WalletWatch, watchWallet } from './wallet-watch.js'

interface RequestDependencies {
  readonly connections: NamespaceConnections
  readonly networks: ReadonlySignal<readonly Network[]>
  readonly storage: WalletStorage
  /** Resolves to the handler for events of connected wallets. The handler's code is loaded during the first request. */
  eventHandler(): Promise<WalletEventHandler>
  isRejection(error: unknown): boolean
}

type ConnectedOutcome = Extract<ConnectOutcome, { readonly status: 'connected' }>

/** Options of a connection request. */
interface RequestOptions {
  /** Whether the wallet must not prompt. Default: true if `stored` is set. */
  readonly silent?: boolean | undefined
  /** Stored state of the wallet, if the connection is restored. */
  readonly stored?: StoredWallet
  /** CAIP-2 id of the network to use. Default: the network of `stored`. */
  readonly caipNetworkId?: string | undefined
}

export interface ConnectionRequests {
  /**
   * Sends a connection request. If the wallet is on a different network, asks it to switch before the attempt succeeds. A silent request does not
   * ask. Resolves to `null` if a newer request replaced this one, if a silent request found no permission, or if the wallet did not authorize this
   * namespace.
   */
  send(
    attempt: Pick<Attempt, 'signal' | 'succeed'>,
    connector: Connector,
    options?: RequestOptions,
  ): Promise<ConnectedOutcome | null>
  /** Runs this connector's previous cleanup, then stores the new one. */
  setCleanup(connectorId: string, stop: () => unknown): void
  /** Runs the cleanup of one connector, or of all. A cleanup stops listening to a wallet, or stops restoring it. */
  runCleanup(connectorId?: string): void
}

/** Maximum number of repeated reads of a wallet that keeps changing while it connects. */
const MAX_REREADS = 3

/** Connection requests to wallets, shared by connecting and restoring. */
export function createConnectionRequests<Provider>(
  ctx: Context,
  driver: NamespaceDriver<Provider>,
  { connections, networks, storage, eventHandler, isRejection }: RequestDependencies,
): ConnectionRequests {
  const { namespace } = driver
  const switchNetwork = createSwitch(ctx, driver, { networks, isRejection })
  const { setCleanup, runCleanup } = createCleanups(ctx)
  return {
    runCleanup,
    setCleanup,
    async send(
      attempt,
      connector,
      { stored, silent = stored !== undefined, caipNetworkId: caipId = stored?.[3] } = {},
    ) {
      const { signal } = attempt
      const { id: connectorId } = connector
      const [, chosen, firstAccount] = stored ?? []
      const preferred = networks.peek().filter((one) => one.caipNetworkId === caipId)
      const sorted = [...new Set([...preferred, ...networks.peek()])]
      const raw = await connector.provider({ namespace, networks: sorted, silent, signal })
      if (signal.aborted || raw === null) return null
      const provider = driver.parseProvider(raw)
      const watch = watchWallet(driver, provider, () => connections.find(connectorId))
      const stopWatch = (): void => void guarded(watch.stop, () => null)()
      signal.addEventListener('abort', stopWatch) // stops listening to a wallet that never replies
      let isWatched = false
      try {
        const request = { silent, signal, ...(caipId && { caipNetworkId: caipId }) }
        const loadingHandler = eventHandler()
        const reading = { watch, request, switchNetwork, loaded: loadingHandler }
        const { handshake, ...switchResult } = await readWallet(driver, provider, reading)
        const handler = await loadingHandler
        if (signal.aborted) return null
        const account = selectAccount(handshake?.accounts ?? [], identityOf(chosen), identityOf(firstAccount))
        if (!handshake || !account?.address) {
          if (silent) return null
          throw noAccounts(connector)
        }
        const wallet = toConnected(connector, handshake, account, provider)
        if (!stored) storage.storeActive(wallet)
        if (!attempt.succeed(wallet)) return null
        signal.removeEventListener('abort', stopWatch)
        setCleanup(connectorId, watch.stop)
        isWatched = true
        watch.deliverTo(handler)
        // compares ids, because a listener of `state` may already have selected another account of this wallet
        if (connections.active()?.connectorId === connectorId) {
          const { connectorName, accounts, caipNetworkId } = wallet
          ctx.emit(connected, { namespace, connectorId, connectorName, accounts, caipNetworkId, restored: silent })
        }
        return { status: 'connected', connection: wallet, ...switchResult }
      } finally {
        signal.removeEventListener('abort', stopWatch)
        if (!isWatched) stopWatch()
      }
    },
  }
}

/** Cleanups by connector id. */
function createCleanups(ctx: Context): Pick<ConnectionRequests, 'setCleanup' | 'runCleanup'> {
  const cleanups = new Map<string, () => unknown>()
  const runCleanup = (connectorId?: string): void => {
    for (const [id, stop] of [...cleanups]) {
      if (connectorId !== undefined && id !== connectorId) continue
      cleanups.delete(id)
      guarded(stop, (error) => ctx.log.warn('unsubscribing failed', error))()
    }
  }
  return {
    runCleanup,
    setCleanup(connectorId, stop) {
      runCleanup(connectorId)
      cleanups.set(connectorId, stop)
    },
  }
}

type SwitchFailure = NonNullable<ConnectedOutcome['networkSwitch']>
type SwitchRequest<Provider> = (provider: Provider, caipNetworkId: string) => Promise<SwitchFailure | undefined>

/**
 * Time limit for a network switch during a connection request, in milliseconds. A wallet on another device may not answer at all. If it switches
 * later, it emits an event.
 */
export const SWITCH_MS = 30_000

/**
 * Returns a function that asks a wallet to switch to a network of the site. The function resolves to `undefined` if the wallet has switched, and to
 * `failed` after {@link SWITCH_MS}.
 */
function createSwitch<Provider>(
  ctx: Context,
  driver: NamespaceDriver<Provider>,
  { networks, isRejection }: Pick<RequestDependencies, 'networks' | 'isRejection'>,
): SwitchRequest<Provider> {
  return async (provider, caipNetworkId) => {
    const network = networks.peek().find((one) => one.caipNetworkId === caipNetworkId)
    if (!network) return 'failed' // the site has removed the network meanwhile
    let timer: ReturnType<typeof setTimeout> | undefined
    const timeout = new Promise<SwitchFailure>((resolve) => {
      timer = setTimeout(resolve, SWITCH_MS, 'failed')
    })
    const requestSwitch = async (): Promise<void> => driver.switchNetwork(provider, network) // a driver may throw synchronously
    const answer = requestSwitch().then(
      () => undefined,
      (error: unknown): SwitchFailure => {
        if (isRejection(error)) return 'rejected'
        ctx.log.warn(error)
        return 'failed'
      },
    )
    return Promise.race([answer, timeout]).finally(() => clearTimeout(timer))
  }
}

interface ReadOptions<Provider> {
  readonly watch: WalletWatch
  readonly request: HandshakeRequest
  readonly switchNetwork: SwitchRequest<Provider>
  /** Resolves when the code that handles events of the wallet is loaded. */
  readonly loaded: Promise<unknown>
}

/**
 * Sends the connection request to the wallet, and then the request to switch to the network. If the wallet emits events meanwhile, reads accounts
 * and network again, without a prompt.
 */
async function readWallet<Provider>(
  driver: NamespaceDriver<Provider>,
  provider: Provider,
  { watch, request, switchNetwork, loaded }: ReadOptions<Provider>,
): Promise<{ readonly handshake: Handshake | null; readonly networkSwitch?: SwitchFailure }> {
  const { signal, silent, caipNetworkId } = request
  const readAgain = async (last: Handshake | null): Promise<Handshake | null> => {
    let handshake = last
    for (let count = 0; handshake && count < MAX_REREADS && !signal.aborted && watch.takeMissedEvent(); count++)
      handshake = await driver.connect(provider, { ...request, silent: true })
    return handshake
  }
  const [first] = await Promise.all([driver.connect(provider, request), loaded])
  const handshake = await readAgain(first)
  const isDone = silent || !caipNetworkId || !handshake?.accounts[0] || handshake.caipNetworkId === caipNetworkId
  if (isDone || signal.aborted) return { handshake }
  const networkSwitch = await switchNetwork(provider, caipNetworkId)
  const last = await readAgain(handshake)
  if (networkSwitch) return { handshake: last, networkSwitch }
  // some wallets emit no event after a switch: the network is then the one that the wallet confirmed
  return { handshake: last === handshake ? { ...handshake, caipNetworkId } : last }
}

const noAccounts = ({ name }: Connector): WalletModalError =>
  new WalletModalError('NO_ACCOUNTS', `${name} connected without an account. Unlock the wallet and choose an account.`)

function toConnected(
  connector: Connector,
  { accounts, caipNetworkId }: Handshake,
  account: Account,
  provider: unknown,
): Connected {
  return Object.freeze({
    status: 'connected',
    connectorId: connector.id,
    connectorName: plainConnector(connector).name,
    accounts: freezeAll(accounts),
    account,
    caipNetworkId,
    provider,
  })
}

export const freezeAll = <T>(items: readonly T[]): readonly T[] =>
  Object.freeze(items.map((item) => Object.freeze(item)))
