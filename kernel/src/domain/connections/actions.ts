import { withDeadline } from '../../errors/deadline.js'
import { fail, isWalletModalError, messageOf, quote, WalletModalError } from '../../errors/errors.js'
import type { Context } from '../../plugins/plugin.js'
import type { ReadonlySignal } from '../../signals.js'
import { accountChanged, connected, disconnected, networkChanged, revokeFailed } from '../events.js'
import type { Network } from '../network.js'
import type { NamespaceAdapter, NamespaceDriver } from './adapter.js'
import type { Connected, Connection, NamespaceState } from './connection.js'
import { lookAgainWhenBack } from './look-again.js'
import { accountInUse, type Memory } from './memory.js'
import { freezeAll, type Reach, type WalletNews } from './reach.js'

interface ActionParts {
  readonly state: ReadonlySignal<NamespaceState>
  readonly networks: ReadonlySignal<readonly Network[]>
  readonly connection: Connection
  readonly memory: Memory
  readonly reach: Reach
  isRejection(error: unknown): boolean
}

/** Actions on connected wallets. */
export interface Actions extends Pick<NamespaceAdapter, 'use' | 'switchNetwork' | 'signMessage'> {
  balance(signal: AbortSignal): Promise<bigint>
  readonly news: WalletNews
  /** Updates a connected wallet after its account or network changed. */
  change(connectorId: string, change: Parameters<Connection['update']>[1]): void
  /** Emits events if the active connection differs from the previous one. */
  tell(before: Connected | null): void
  /** Removes a wallet that disconnected itself. Selects no replacement. */
  drop(connectorId: string): void
  /** Revokes the site's permission, if the wallet supports it. */
  revoke(wallet: Connected): Promise<void>
}

/** Part of the state machine that runs once a wallet is connected. Events report the active connection only. */
export function createActions<Provider>(ctx: Context, driver: NamespaceDriver<Provider>, parts: ActionParts): Actions {
  const { networks, connection, memory, reach, isRejection } = parts
  const { namespace } = driver

  const tell: Actions['tell'] = (before) => {
    const now = connection.live()
    if (now && before) {
      const { account, caipNetworkId } = now
      if (before.account.address !== account.address) ctx.emit(accountChanged, { namespace, account })
      if (before.caipNetworkId !== caipNetworkId) ctx.emit(networkChanged, { namespace, caipNetworkId })
    } else if (now) {
      const { connectorId, connectorName, accounts, caipNetworkId } = now
      ctx.emit(connected, { namespace, connectorId, connectorName, accounts, caipNetworkId, restored: false })
    } else if (before) ctx.emit(disconnected, { namespace })
  }
  const change: Actions['change'] = (connectorId, news) => {
    const before = connection.live()
    const now = connection.update(connectorId, news)
    if (!now) return
    memory.touch(now)
    tell(before)
  }
  const drop = (connectorId: string): void => {
    const before = connection.live()
    reach.release(connectorId)
    connection.lose(connectorId)
    if (before?.connectorId === connectorId) ctx.emit(disconnected, { namespace, lost: true })
  }
  /** The wallet ended the connection. */
  const lost = ({ connectorId }: Connected): void => {
    memory.drop(connectorId)
    drop(connectorId)
  }
  const inUse = (): { readonly now: Connected; readonly provider: Provider } => {
    const now = connection.live()
    if (now) return { now, provider: driver.parseProvider(now.provider) }
    throw new WalletModalError('NOT_CONNECTED', `No ${namespace} wallet is connected.`)
  }
  const networkOf = (caipNetworkId: string): Network =>
    networks.peek().find((one) => one.caipNetworkId === caipNetworkId) ??
    fail('UNKNOWN_NETWORK', `${quote(caipNetworkId)} is not one of the networks of this site. Add it to "networks".`)
  const use = (connectorId = inUse().now.connectorId, address?: string): void => {
    const next = connection.find(connectorId) ?? fail('NOT_CONNECTED', `${quote(connectorId)} is not connected.`)
    const account =
      address === undefined
        ? next.account
        : (next.accounts.find((one) => one.address === address) ??
          fail('INVALID_ARGUMENT', 'This address is not one of the connected accounts.'))
    const before = connection.live()
    connection.update(connectorId, { account })
    connection.use(connectorId)
    memory.use({ ...next, account })
    tell(before)
  }
  const news: WalletNews = {
    accounts(live, accounts) {
      const account = accountInUse(accounts, live.account, driver.isUnordered ? undefined : live.accounts[0])
      if (account?.address) change(live.connectorId, { accounts: freezeAll(accounts), account })
      else lost(live)
    },
    network: ({ connectorId }, caipNetworkId) => change(connectorId, { caipNetworkId }),
    disconnected: lost,
  }
  lookAgainWhenBack(ctx, driver, { ...parts, news })
  return {
    use,
    tell,
    change,
    drop,
    news,
    async switchNetwork(caipNetworkId) {
      const network = networkOf(caipNetworkId)
      const { now, provider } = inUse()
      if (now.caipNetworkId === caipNetworkId) return { status: 'switched' }
      try {
        await driver.switchNetwork(provider, network)
        const after = connection.find(now.connectorId)
        // not every wallet emits an event for a change that it has just confirmed
        if (after && after.provider === now.provider && after.caipNetworkId === now.caipNetworkId)
          change(now.connectorId, { caipNetworkId })
        return { status: 'switched' }
      } catch (error) {
        if (isRejection(error)) return { status: 'rejected' }
        if (isWalletModalError(error)) throw error
        throw new WalletModalError(
          'SWITCH_FAILED',
          `${now.connectorName} could not switch to ${network.name}: ${messageOf(error)}`,
          {
            cause: error,
          },
        )
      }
    },
    async signMessage(message) {
      const { now, provider } = inUse()
      const signature = await driver.signMessage(provider, now.account, message)
      const after = connection.live()
      if (after && after.provider === now.provider && after.account.address === now.account.address) return signature
      throw new WalletModalError(
        'NOT_CONNECTED',
        'The account changed while the message was being signed. Sign it again.',
      )
    },
    async balance(signal) {
      const { now } = inUse()
      return driver.balance(now.account, networkOf(now.caipNetworkId), signal)
    },
    async revoke({ provider, connectorName }) {
      if (!driver.revoke) return
      try {
        await withDeadline(driver.revoke(driver.parseProvider(provider)), 'taking the permission back', connectorName)
      } catch (error) {
        ctx.emit(revokeFailed, { namespace, message: messageOf(error) })
      }
    },
  }
}
