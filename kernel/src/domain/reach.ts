import { WalletModalError } from '../errors.js'
import { guarded } from '../guard.js'
import type { Context } from '../plugin.js'
import type { ReadonlySignal } from '../signals.js'
import type { Handshake, NamespaceDriver, WalletListener } from './adapter.js'
import type { Attempt, Connected, Connection } from './connection.js'
import type { Connector } from './connector.js'
import { accountChanged, connected, disconnected, networkChanged } from './events.js'
import { accountInUse, type Memory } from './memory.js'
import type { Network } from './network.js'
import type { Remembered } from './remembered.js'

interface ReachParts {
  readonly connection: Connection
  readonly networks: ReadonlySignal<readonly Network[]>
  readonly memory: Memory
}

type Change = Parameters<Connection['update']>[1]

export interface Reach {
  /**
   * Asks a wallet; with what is `kept` of it, silently. Whatever arrives after a newer intent is dropped; `null` then, and where a silent
   * request found no permission.
   */
  wallet(
    attempt: Pick<Attempt, 'signal' | 'succeed'>,
    connector: Connector,
    kept?: Remembered,
  ): Promise<Connected | null>
  /** What ends when this wallet is let go of; whatever was to end with it before, ends now. */
  hold(connectorId: string, stop: () => unknown): void
  /** Lets go of one wallet, or of all: what it tells counts no more. */
  release(connectorId?: string): void
  /** A live wallet's account or network is another one now. */
  change(connectorId: string, change: Change): void
  /** Tells what is in use now, where something else was in use before. */
  tell(before: Connected | null): void
  /** A wallet is no longer connected. A try to reach another one goes on. */
  drop(connectorId: string): void
}

/** One wallet that is listened to. */
interface Watching {
  /** Whether what it tells counts. */
  isHeard: boolean
  /** Whether it told something before that. */
  isStale: boolean
  stop(): unknown
}

/** How often a wallet that keeps changing is read anew before it is believed. */
const MAX_READS = 3

/** The way to a wallet, shared by connecting and restoring, and what the wallet tells afterwards. Events tell of the connection in use only. */
export function createReach<Provider>(
  ctx: Context,
  driver: NamespaceDriver<Provider>,
  { connection, networks, memory }: ReachParts,
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
  const tell = (before: Connected | null, restored = false): void => {
    const now = connection.live()
    if (now && before) {
      const { account, caipNetworkId } = now
      if (before.account.address !== account.address) ctx.emit(accountChanged, { namespace, account })
      if (before.caipNetworkId !== caipNetworkId) ctx.emit(networkChanged, { namespace, caipNetworkId })
    } else if (now) {
      const { connectorId, connectorName, accounts, caipNetworkId } = now
      ctx.emit(connected, { namespace, connectorId, connectorName, accounts, caipNetworkId, restored })
    } else if (before) ctx.emit(disconnected, { namespace })
  }
  const change: Reach['change'] = (connectorId, news) => {
    const before = connection.live()
    const now = connection.update(connectorId, news)
    if (!now) return
    memory.touch(now)
    tell(before)
  }
  const drop = (connectorId: string): void => {
    const before = connection.live()
    release(connectorId)
    connection.lose(connectorId)
    tell(before)
  }
  /** The wallet ended it. */
  const lost = (connectorId: string): void => {
    memory.drop(connectorId)
    drop(connectorId)
  }
  /** Listens from before the wallet is asked, so that nothing is missed, and is heard only while the connection counts. */
  const watch = (provider: Provider, connectorId: string): Watching => {
    const watching: Watching = { isHeard: false, isStale: false, stop: () => null }
    const heard =
      <T extends unknown[]>(hear: (live: Connected, ...news: T) => void) =>
      (...news: T): void => {
        const live = connection.find(connectorId)
        if (watching.isHeard && live) hear(live, ...news)
        else watching.isStale = true
      }
    const listener: WalletListener = {
      accounts: heard((live, accounts) => {
        const account = accountInUse(accounts, live.account.address, live.accounts[0]?.address)
        if (account?.address) change(connectorId, { accounts: freezeAll(accounts), account })
        else lost(connectorId)
      }),
      network: heard((_, caipNetworkId) => change(connectorId, { caipNetworkId })),
      disconnected: heard(() => lost(connectorId)),
    }
    const stop = driver.watch(provider, listener)
    let isOver = false
    watching.stop = () => {
      watching.isHeard = false
      if (isOver) return null
      isOver = true
      return stop()
    }
    return watching
  }
  /** Where the wallet changed while it was being asked, what it said is read again, without a prompt. */
  const shakeHands = async (
    provider: Provider,
    watching: Watching,
    request: Parameters<NamespaceDriver<Provider>['connect']>[1],
  ): Promise<Handshake | null> => {
    let handshake = await driver.connect(provider, request)
    for (let again = 0; handshake && watching.isStale && again < MAX_READS && !request.signal.aborted; again++) {
      watching.isStale = false
      handshake = await driver.connect(provider, { ...request, silent: true })
    }
    return handshake
  }
  return {
    release,
    tell,
    change,
    drop,
    hold,
    async wallet(attempt, connector, kept) {
      const { signal } = attempt
      const { id: connectorId, name: connectorName } = connector
      const silent = kept !== undefined
      const [, chosen, over, was] = kept ?? []
      const offered = networks
        .peek()
        .toSorted((one, other) => Number(other.caipNetworkId === was) - Number(one.caipNetworkId === was))
      const raw = await connector.provider({ namespace, networks: offered, silent, signal })
      if (signal.aborted || (silent && raw === null)) return null
      const provider = driver.parseProvider(raw)
      const watching = watch(provider, connectorId)
      const letGo = (): void => void guarded(watching.stop, () => null)()
      signal.addEventListener('abort', letGo) // a wallet that never answers is not listened to for ever
      try {
        const request = { silent, signal, ...(was && { caipNetworkId: was }) }
        const handshake = await shakeHands(provider, watching, request)
        if (signal.aborted) return null
        const account = accountInUse(handshake?.accounts ?? [], chosen, over)
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
        if (!silent) memory.use(found)
        if (!attempt.succeed(found)) return null
        signal.removeEventListener('abort', letGo)
        hold(connectorId, watching.stop)
        watching.isHeard = true
        if (connection.live() === found) tell(null, silent)
        return found
      } finally {
        signal.removeEventListener('abort', letGo)
        if (!watching.isHeard) letGo()
      }
    },
  }
}

const freezeAll = <T>(items: readonly T[]): readonly T[] => Object.freeze(items.map((item) => Object.freeze(item)))
