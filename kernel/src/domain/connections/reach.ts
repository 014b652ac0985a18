import { WalletModalError } from '../../errors/errors.js'
import { guarded } from '../../errors/guard.js'
import type { Context } from '../../plugins/plugin.js'
import type { ReadonlySignal } from '../../signals.js'
import type { Account } from '../account.js'
import { connected } from '../events.js'
import type { Network } from '../network.js'
import type { Handshake, NamespaceDriver, WalletListener } from './adapter.js'
import type { Attempt, Connected, Connection } from './connection.js'
import type { Connector } from './connector.js'
import { accountInUse, identityOf, type Memory } from './memory.js'
import type { Remembered } from './remembered.js'

/** State reported by a connected wallet. */
export interface WalletNews {
  accounts(live: Connected, accounts: readonly Account[]): void
  network(live: Connected, caipNetworkId: string): void
  disconnected(live: Connected): void
}

interface ReachParts {
  readonly connection: Connection
  readonly networks: ReadonlySignal<readonly Network[]>
  readonly memory: Memory
  /** Receives events of connected wallets; its code is loaded during the first request. */
  news(): Promise<WalletNews>
}

/** Options of a connection request. */
interface Asking {
  /** Without a prompt. */
  readonly silent?: boolean | undefined
  /** Stored state of the wallet, which is restored without a prompt. */
  readonly kept?: Remembered
}

export interface Reach {
  /**
   * Sends a connection request. Ignores replies after a newer request; returns `null` then, if a silent request found no permission, and if the
   * wallet did not authorize this namespace.
   */
  wallet(attempt: Pick<Attempt, 'signal' | 'succeed'>, connector: Connector, how?: Asking): Promise<Connected | null>
  /** Sets this connector's cleanup and runs the previous one. */
  hold(connectorId: string, stop: () => unknown): void
  /** Stops listening to one wallet, or all. */
  release(connectorId?: string): void
}

/** Subscription to one wallet. */
interface Watching {
  /** Listener, once the connection is established. */
  news?: WalletNews | undefined
  /** Whether an event arrived before that. */
  isStale: boolean
  stop(): unknown
}

/** Maximum number of reads of a wallet that keeps changing while it connects. */
const MAX_READS = 3

/** Connection requests to wallets, shared by connecting and restoring. */
export function createReach<Provider>(
  ctx: Context,
  driver: NamespaceDriver<Provider>,
  { connection, networks, memory, news }: ReachParts,
): Reach {
  const { namespace } = driver
  const held = new Map<string, () => unknown>()

  const release = (connectorId?: string): void => {
    for (const [id, stop] of [...held]) {
      if (connectorId !== undefined && id !== connectorId) continue
      held.delete(id)
      guarded(stop, (error) => ctx.log.warn('the wallet does not let go', error))()
    }
  }
  const hold = (connectorId: string, stop: () => unknown): void => {
    release(connectorId)
    held.set(connectorId, stop)
  }
  /** Subscribes before the request, so that no event is missed, but delivers events only while the connection exists. */
  const watch = (provider: Provider, connectorId: string): Watching => {
    const watching: Watching = { isStale: false, stop: () => null }
    const hear =
      <T extends unknown[]>(pass: (news: WalletNews, live: Connected, ...told: T) => void) =>
      (...told: T): void => {
        const live = connection.find(connectorId)
        if (watching.news && live) pass(watching.news, live, ...told)
        else watching.isStale = true
      }
    const listener: WalletListener = {
      accounts: hear((news, live, accounts) => news.accounts(live, accounts)),
      network: hear((news, live, caipNetworkId) => news.network(live, caipNetworkId)),
      disconnected: hear((news, live) => news.disconnected(live)),
    }
    const stop = driver.watch(provider, listener)
    let isOver = false
    watching.stop = () => {
      watching.news = undefined
      if (isOver) return null
      isOver = true
      return stop()
    }
    return watching
  }
  /** If the wallet changed before the listener was set, reads its state again, without a prompt. */
  const shakeHands = async (
    provider: Provider,
    watching: Watching,
    request: Parameters<NamespaceDriver<Provider>['connect']>[1],
    ready: Promise<unknown>,
  ): Promise<Handshake | null> => {
    let [handshake] = await Promise.all([driver.connect(provider, request), ready])
    for (let again = 0; handshake && watching.isStale && again < MAX_READS && !request.signal.aborted; again++) {
      watching.isStale = false
      handshake = await driver.connect(provider, { ...request, silent: true })
    }
    return handshake
  }
  return {
    release,
    hold,
    async wallet(attempt, connector, { kept, silent = kept !== undefined } = {}) {
      const { signal } = attempt
      const { id: connectorId, name: connectorName } = connector
      const [, chosen, over, caipId] = kept ?? []
      const raw = await connector.provider({ namespace, networks: networks.peek(), silent, signal })
      if (signal.aborted || raw === null) return null
      const provider = driver.parseProvider(raw)
      const watching = watch(provider, connectorId)
      const letGo = (): void => void guarded(watching.stop, () => null)()
      signal.addEventListener('abort', letGo) // stops listening to a wallet that never replies
      try {
        const request = { silent, signal, ...(caipId && { caipNetworkId: caipId }) }
        const listening = news()
        const handshake = await shakeHands(provider, watching, request, listening)
        const heard = await listening
        if (signal.aborted) return null
        const account = accountInUse(handshake?.accounts ?? [], identityOf(chosen), identityOf(over))
        if (!handshake || !account?.address) {
          if (silent) return null
          throw new WalletModalError(
            'NO_ACCOUNTS',
            `${connectorName} connected without an account. Unlock it and choose one.`,
          )
        }
        const accounts = freezeAll(handshake.accounts)
        const { caipNetworkId } = handshake
        const found: Connected = Object.freeze({
          status: 'connected',
          connectorId,
          connectorName,
          accounts,
          account,
          caipNetworkId,
          provider,
        })
        if (!kept) memory.use(found)
        if (!attempt.succeed(found)) return null
        signal.removeEventListener('abort', letGo)
        hold(connectorId, watching.stop)
        watching.news = heard
        // a listener of the new connection may already have selected another account
        if (connection.live()?.connectorId === connectorId)
          ctx.emit(connected, { namespace, connectorId, connectorName, accounts, caipNetworkId, restored: silent })
        return found
      } finally {
        signal.removeEventListener('abort', letGo)
        if (!watching.news) letGo()
      }
    },
  }
}

export const freezeAll = <T>(items: readonly T[]): readonly T[] =>
  Object.freeze(items.map((item) => Object.freeze(item)))
