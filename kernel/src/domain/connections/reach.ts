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

/** What a live wallet tells. */
export interface WalletNews {
  accounts(live: Connected, accounts: readonly Account[]): void
  network(live: Connected, caipNetworkId: string): void
  disconnected(live: Connected): void
}

interface ReachParts {
  readonly connection: Connection
  readonly networks: ReadonlySignal<readonly Network[]>
  readonly memory: Memory
  /** Who hears of live wallets: fetched while the first one is being asked. */
  news(): Promise<WalletNews>
}

/** How a wallet is asked. */
interface Asking {
  /** Without a prompt. */
  readonly silent?: boolean | undefined
  /** What is remembered of it; it comes back as it was, without a prompt. */
  readonly kept?: Remembered
}

export interface Reach {
  /**
   * Asks a wallet. Whatever arrives after a newer intent is dropped; `null` then, where a silent request found no permission, and where the
   * wallet did not let the site in to this namespace.
   */
  wallet(attempt: Pick<Attempt, 'signal' | 'succeed'>, connector: Connector, how?: Asking): Promise<Connected | null>
  /** What ends when this wallet is let go of; whatever was to end with it before, ends now. */
  hold(connectorId: string, stop: () => unknown): void
  /** Lets go of one wallet, or of all: what it tells counts no more. */
  release(connectorId?: string): void
}

/** One wallet that is listened to. */
interface Watching {
  /** Who hears what it tells, once that counts. */
  news?: WalletNews | undefined
  /** Whether it told something before that. */
  isStale: boolean
  stop(): unknown
}

/** How often a wallet that keeps changing is read anew before it is believed. */
const MAX_READS = 3

/** The way to a wallet, shared by connecting and restoring. */
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
  /** Listens from before the wallet is asked, so that nothing is missed, and is heard only while the connection counts. */
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
  /** Where the wallet changed before anybody is `ready` to be told, what it said is read again, without a prompt. */
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
      signal.addEventListener('abort', letGo) // a wallet that never answers is not listened to for ever
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
        // whoever saw it come may have taken another of its accounts already
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
