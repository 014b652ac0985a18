import { WalletModalError } from '../errors.js'
import { guarded } from '../guard.js'
import type { Context } from '../plugin.js'
import type { ReadonlySignal } from '../signals.js'
import type { NamespaceDriver, WalletListener } from './adapter.js'
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
  /** Asks a wallet. Whatever arrives after a newer intent is dropped; `null` then, and where a silent request found no permission. */
  wallet(attempt: Attempt, connector: Connector, silent: boolean): Promise<Connected | null>
  /** Lets go of the wallet that is listened to. */
  release(): void
}

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
  /** Listens from before the connection counts, so that nothing is missed, and is heard only while it does. */
  const watch = (provider: Provider): { isHeard: boolean; stop(): unknown } => {
    const watching = { isHeard: false, stop: (): unknown => null }
    const heard =
      <T extends unknown[]>(tell: (live: Connected, ...news: T) => void) =>
      (...news: T): void => {
        const live = connection.live()
        if (watching.isHeard && live) tell(live, ...news)
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
    watching.stop = () => {
      watching.isHeard = false
      return stop()
    }
    return watching
  }
  return {
    release,
    async wallet(attempt, connector, silent) {
      const { signal } = attempt
      const raw = await connector.provider({ namespace, networks: networks.peek(), silent, signal })
      if (signal.aborted || (silent && raw === null)) return null
      const provider = driver.parseProvider(raw)
      const handshake = await driver.connect(provider, { silent, signal })
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
      const watching = watch(provider)
      ctx.storage.set(REMEMBERED, connectorId)
      if (!attempt.succeed({ connectorId, connectorName, accounts, account, caipNetworkId, provider })) {
        guarded(watching.stop, () => null)()
        return null
      }
      release()
      unwatch = watching.stop
      watching.isHeard = true
      ctx.emit(connected, { namespace, connectorId, connectorName, accounts, caipNetworkId, restored: silent })
      return connection.live()
    },
  }
}

const freezeAll = <T>(items: readonly T[]): readonly T[] => Object.freeze(items.map((item) => Object.freeze(item)))
