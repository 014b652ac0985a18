import { WalletModalError } from '../errors.js'
import { guarded } from '../guard.js'
import type { Context } from '../plugin.js'
import type { ReadonlySignal } from '../signals.js'
import type { Handshake, NamespaceDriver, WalletListener } from './adapter.js'
import type { Attempt, Connected, Connection } from './connection.js'
import type { Connector } from './connector.js'
import { accountChanged, connected, disconnected, networkChanged } from './events.js'
import type { Network } from './network.js'
import { REMEMBERED } from './remembered.js'

interface ReachParts {
  readonly connection: Connection
  readonly networks: ReadonlySignal<readonly Network[]>
}

interface Reach {
  /**
   * Asks a wallet. Whatever arrives after a newer intent is dropped; `null` then, where a silent request found no permission, and where the
   * wallet did not let the site in to this namespace.
   */
  wallet(attempt: Attempt, connector: Connector, silent?: boolean, restored?: boolean): Promise<Connected | null>
  /** Lets go of the wallet that is listened to. */
  release(): void
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

/** The way to a wallet, shared by connecting and restoring, and what the wallet tells afterwards. */
export function createReach<Provider>(
  ctx: Context,
  driver: NamespaceDriver<Provider>,
  { connection, networks }: ReachParts,
): Reach {
  const { namespace } = driver
  let unwatch = (): unknown => null

  const release = (): void => {
    guarded(unwatch, (error) => ctx.log.warn('the wallet does not let go', error))()
    unwatch = () => null
  }
  /** The wallet ended it. A try to reach another one goes on. */
  const lost = (): void => {
    release()
    connection.lose()
    ctx.storage.remove(REMEMBERED)
    ctx.emit(disconnected, { namespace })
  }
  /** Listens from before the wallet is asked, so that nothing is missed, and is heard only while the connection counts. */
  const watch = (provider: Provider): Watching => {
    const watching: Watching = { isHeard: false, isStale: false, stop: () => null }
    const heard =
      <T extends unknown[]>(tell: (live: Connected, ...news: T) => void) =>
      (...news: T): void => {
        const live = connection.live()
        if (watching.isHeard && live) tell(live, ...news)
        else watching.isStale = true
      }
    const listener: WalletListener = {
      accounts: heard((live, accounts) => {
        const [account] = accounts
        if (!account?.address) return lost()
        connection.update({ accounts: freezeAll(accounts), account })
        if (account.address !== live.account.address) ctx.emit(accountChanged, { namespace, account })
      }),
      network: heard((live, caipNetworkId) => {
        if (live.caipNetworkId === caipNetworkId) return
        connection.update({ caipNetworkId })
        ctx.emit(networkChanged, { namespace, caipNetworkId })
      }),
      disconnected: heard(lost),
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
    { silent, signal }: { readonly silent: boolean; readonly signal: AbortSignal },
  ): Promise<Handshake | null> => {
    let handshake = await driver.connect(provider, { silent, signal })
    for (let again = 0; handshake && watching.isStale && again < MAX_READS && !signal.aborted; again++) {
      watching.isStale = false
      handshake = await driver.connect(provider, { silent: true, signal })
    }
    return handshake
  }
  return {
    release,
    async wallet(attempt, connector, silent = false, restored = false) {
      const { signal } = attempt
      const raw = await connector.provider({ namespace, networks: networks.peek(), silent, signal })
      if (signal.aborted || raw === null) return null
      const provider = driver.parseProvider(raw)
      const watching = watch(provider)
      const letGo = (): void => void guarded(watching.stop, () => null)()
      signal.addEventListener('abort', letGo) // a wallet that never answers is not listened to for ever
      try {
        const handshake = await shakeHands(provider, watching, { silent, signal })
        if (signal.aborted) return null
        const [account] = handshake?.accounts ?? []
        if (!handshake || !account?.address) {
          if (silent) return null
          throw new WalletModalError(
            'NO_ACCOUNTS',
            `${connector.name} connected without an account. Unlock it and choose one.`,
          )
        }
        const accounts = freezeAll(handshake.accounts)
        const { caipNetworkId } = handshake
        const { id: connectorId, name: connectorName } = connector
        ctx.storage.set(REMEMBERED, connectorId)
        if (!attempt.succeed({ connectorId, connectorName, accounts, account, caipNetworkId, provider })) return null
        release()
        unwatch = watching.stop
        watching.isHeard = true
        ctx.emit(connected, { namespace, connectorId, connectorName, accounts, caipNetworkId, restored })
        return connection.live()
      } finally {
        signal.removeEventListener('abort', letGo)
        if (!watching.isHeard) letGo()
      }
    },
  }
}

const freezeAll = <T>(items: readonly T[]): readonly T[] => Object.freeze(items.map((item) => Object.freeze(item)))
