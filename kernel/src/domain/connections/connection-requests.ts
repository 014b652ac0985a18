import { WalletModalError } from '../../errors/errors.js'
import { guarded } from '../../errors/guard.js'
import type { Context } from '../../plugins/plugin.js'
import type { ReadonlySignal } from '../../signals.js'
import type { Account } from '../account.js'
import { connected } from '../events.js'
import type { Network } from '../network.js'
import type { Handshake, HandshakeRequest, NamespaceDriver } from './adapter.js'
import type { Attempt, Connected, Connection } from './connection.js'
import type { Connector } from './connector.js'
import { accountInUse, identityOf, type Memory } from './memory.js'
import type { StoredWallet } from './stored-wallets.js'
import { type WalletEventHandler, type WalletWatch, watchWallet } from './wallet-watch.js'

interface RequestsParts {
  readonly connection: Connection
  readonly networks: ReadonlySignal<readonly Network[]>
  readonly memory: Memory
  /** Receives events of connected wallets; its code is loaded during the first request. */
  eventHandler(): Promise<WalletEventHandler>
}

/** Options of a connection request. */
interface RequestContext {
  /** Without a prompt. */
  readonly silent?: boolean | undefined
  /** Stored state of the wallet, which is restored without a prompt. */
  readonly stored?: StoredWallet
}

export interface ConnectionRequests {
  /**
   * Sends a connection request. Ignores replies after a newer request; returns `null` then, if a silent request found no permission, and if the
   * wallet did not authorize this namespace.
   */
  send(
    attempt: Pick<Attempt, 'signal' | 'succeed'>,
    connector: Connector,
    how?: RequestContext,
  ): Promise<Connected | null>
  /** Sets this connector's cleanup and runs the previous one. */
  hold(connectorId: string, stop: () => unknown): void
  /** Stops listening to one wallet, or all. */
  release(connectorId?: string): void
}

/** Maximum number of reads of a wallet that keeps changing while it connects. */
const MAX_READS = 3

/** Connection requests to wallets, shared by connecting and restoring. */
export function createConnectionRequests<Provider>(
  ctx: Context,
  driver: NamespaceDriver<Provider>,
  { connection, networks, memory, eventHandler }: RequestsParts,
): ConnectionRequests {
  const { namespace } = driver
  const { hold, release } = createCleanups(ctx)
  return {
    release,
    hold,
    async send(attempt, connector, { stored, silent = stored !== undefined } = {}) {
      const { signal } = attempt
      const { id: connectorId } = connector
      const [, chosen, firstAccount, caipId] = stored ?? []
      const raw = await connector.provider({ namespace, networks: networks.peek(), silent, signal })
      if (signal.aborted || raw === null) return null
      const provider = driver.parseProvider(raw)
      const watch = watchWallet(driver, provider, () => connection.find(connectorId))
      const stopWatch = (): void => void guarded(watch.stop, () => null)()
      signal.addEventListener('abort', stopWatch) // stops listening to a wallet that never replies
      let isWatched = false
      try {
        const request = { silent, signal, ...(caipId && { caipNetworkId: caipId }) }
        const receiver = eventHandler()
        const handshake = await shakeHands(driver, provider, { watch, request, ready: receiver })
        const heard = await receiver
        if (signal.aborted) return null
        const account = accountInUse(handshake?.accounts ?? [], identityOf(chosen), identityOf(firstAccount))
        if (!handshake || !account?.address) {
          if (silent) return null
          throw noAccounts(connector)
        }
        const found = toConnected(connector, handshake, account, provider)
        if (!stored) memory.use(found)
        if (!attempt.succeed(found)) return null
        signal.removeEventListener('abort', stopWatch)
        hold(connectorId, watch.stop)
        isWatched = true
        watch.deliverTo(heard)
        // a listener of the new connection may already have selected another account
        if (connection.active()?.connectorId === connectorId) {
          const { connectorName, accounts, caipNetworkId } = found
          ctx.emit(connected, { namespace, connectorId, connectorName, accounts, caipNetworkId, restored: silent })
        }
        return found
      } finally {
        signal.removeEventListener('abort', stopWatch)
        if (!isWatched) stopWatch()
      }
    },
  }
}

/** Cleanups of live wallets by connector. */
function createCleanups(ctx: Context): Pick<ConnectionRequests, 'hold' | 'release'> {
  const cleanups = new Map<string, () => unknown>()
  const release = (connectorId?: string): void => {
    for (const [id, stop] of [...cleanups]) {
      if (connectorId !== undefined && id !== connectorId) continue
      cleanups.delete(id)
      guarded(stop, (error) => ctx.log.warn('the wallet does not let go', error))()
    }
  }
  return {
    release,
    hold(connectorId, stop) {
      release(connectorId)
      cleanups.set(connectorId, stop)
    },
  }
}

interface HandshakeParts {
  readonly watch: WalletWatch
  readonly request: HandshakeRequest
  /** Resolves when reports of the wallet can be received. */
  readonly ready: Promise<unknown>
}

/** Asks the wallet. If it reports changes meanwhile, it is read again, without a prompt. */
async function shakeHands<Provider>(
  driver: NamespaceDriver<Provider>,
  provider: Provider,
  { watch, request, ready }: HandshakeParts,
): Promise<Handshake | null> {
  let [handshake] = await Promise.all([driver.connect(provider, request), ready])
  for (let again = 0; handshake && again < MAX_READS && !request.signal.aborted && watch.takeStale(); again++)
    handshake = await driver.connect(provider, { ...request, silent: true })
  return handshake
}

const noAccounts = ({ name }: Connector): WalletModalError =>
  new WalletModalError('NO_ACCOUNTS', `${name} connected without an account. Unlock it and choose one.`)

function toConnected(
  { id: connectorId, name: connectorName }: Connector,
  { accounts, caipNetworkId }: Handshake,
  account: Account,
  provider: unknown,
): Connected {
  return Object.freeze({
    status: 'connected',
    connectorId,
    connectorName,
    accounts: freezeAll(accounts),
    account,
    caipNetworkId,
    provider,
  })
}

export const freezeAll = <T>(items: readonly T[]): readonly T[] =>
  Object.freeze(items.map((item) => Object.freeze(item)))
