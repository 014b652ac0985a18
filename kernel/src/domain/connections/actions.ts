import { fail, quote } from '../../errors/errors.js'
import type { Context } from '../../plugins/plugin.js'
import type { ReadonlySignal } from '../../signals.js'
import { accountChanged, connected, disconnected, networkChanged } from '../events.js'
import type { Network } from '../network.js'
import type { NamespaceAdapter, NamespaceDriver } from './adapter.js'
import type { Connected, NamespaceConnections, NamespaceState } from './connection.js'
import { type ConnectionRequests, freezeAll } from './connection-requests.js'
import type { Connector } from './connector.js'
import { recheckOnReturn } from './recheck-on-return.js'
import { readStoredWallets } from './storage/stored-wallets.js'
import { identityOf, isSame, selectAccount, type WalletStorage } from './storage/wallet-storage.js'
import { activeOf, createWalletRequests } from './wallet-requests.js'
import type { WalletEventHandler } from './wallet-watch.js'

interface ActionDependencies {
  readonly state: ReadonlySignal<NamespaceState>
  readonly connectors: ReadonlySignal<readonly Connector[]>
  readonly networks: ReadonlySignal<readonly Network[]>
  readonly connections: NamespaceConnections
  readonly storage: WalletStorage
  readonly requests: ConnectionRequests
  isRejection(error: unknown): boolean
}

/** Actions on connected wallets. */
export interface Actions extends Pick<NamespaceAdapter, 'use' | 'switchNetwork' | 'signMessage'> {
  balance(signal: AbortSignal, network?: Network): Promise<bigint>
  readonly eventHandler: WalletEventHandler
  /** Updates a connected wallet after its account or network changed. */
  change(connectorId: string, change: Parameters<NamespaceConnections['update']>[1]): void
  /** Emits events if the active connection differs from the previous one. `restored`: see the event `connected`. */
  emitChanges(before: Connected | null, restored?: boolean): void
  /** Removes a wallet that disconnected itself. Selects no replacement. */
  removeLostWallet(connectorId: string): void
  /** Revokes the site's permission, if the wallet supports it. */
  revoke(wallet: Connected): Promise<void>
  /** Like `revoke`, for a stored wallet that was disconnected before it was restored. */
  revokeStored(connectorId: string): Promise<void>
}

/** Creates the part of the state machine that is needed once a wallet is connected. Events report the active connection only. */
export function createActions<Provider>(
  ctx: Context,
  driver: NamespaceDriver<Provider>,
  dependencies: ActionDependencies,
): Actions {
  const changes = createChanges(ctx, driver.namespace, dependencies)
  const eventHandler = createEventHandler(ctx, driver, dependencies.storage, changes)
  recheckOnReturn(ctx, driver, { ...dependencies, eventHandler })
  return {
    ...changes,
    eventHandler,
    ...createWalletRequests(ctx, driver, { ...dependencies, updateConnection: changes.change }),
  }
}

/** Changes connections: updates the state, stores the wallets and emits the events. */
function createChanges(
  ctx: Context,
  namespace: string,
  { connections, storage, requests }: ActionDependencies,
): Pick<Actions, 'use' | 'emitChanges' | 'change' | 'removeLostWallet'> {
  const emitChanges: Actions['emitChanges'] = (before, restored = false) => {
    const now = connections.active()
    if (now && before) {
      const { account, caipNetworkId } = now
      if (before.account.address !== account.address) ctx.emit(accountChanged, { namespace, account })
      if (before.caipNetworkId !== caipNetworkId) ctx.emit(networkChanged, { namespace, caipNetworkId })
    } else if (now) {
      const { connectorId, connectorName, accounts, caipNetworkId } = now
      ctx.emit(connected, { namespace, connectorId, connectorName, accounts, caipNetworkId, restored })
    } else if (before) ctx.emit(disconnected, { namespace })
  }
  return {
    emitChanges,
    change(connectorId, change) {
      const before = connections.active()
      const now = connections.update(connectorId, change)
      if (!now) return
      storage.update(now)
      emitChanges(before)
    },
    removeLostWallet(connectorId) {
      const before = connections.active()
      requests.runCleanup(connectorId)
      connections.remove(connectorId)
      if (before?.connectorId === connectorId) ctx.emit(disconnected, { namespace, lost: true })
    },
    use(connectorId = activeOf(connections, namespace).connectorId, address) {
      const next = connections.find(connectorId) ?? fail('NOT_CONNECTED', `${quote(connectorId)} is not connected.`)
      const account =
        address === undefined
          ? next.account
          : (next.accounts.find((one) => one.address === address) ??
            fail('INVALID_ARGUMENT', 'This address is not one of the connected accounts.'))
      const before = connections.active()
      connections.update(connectorId, { account })
      connections.use(connectorId)
      storage.storeActive({ ...next, account })
      emitChanges(before)
    },
  }
}

/** Handles account, network and disconnect events of connected wallets. */
function createEventHandler<Provider>(
  ctx: Context,
  driver: NamespaceDriver<Provider>,
  storage: WalletStorage,
  { change, removeLostWallet }: Pick<Actions, 'change' | 'removeLostWallet'>,
): WalletEventHandler {
  const disconnected = ({ connectorId }: Connected): void => {
    storage.remove(connectorId)
    removeLostWallet(connectorId)
  }
  return {
    accounts(wallet, accounts) {
      const isSameWallet = accounts.some((account) => wallet.accounts.some((one) => isSame(one, account)))
      // if no account is the same, another tab has connected a different wallet through this connector, and has stored the account to select
      const stored = isSameWallet ? undefined : readStoredWallets(ctx).find(([id]) => id === wallet.connectorId)
      const chosen = stored ? identityOf(stored[1]) : wallet.account
      const first = stored ? identityOf(stored[2]) : wallet.accounts[0]
      const account = selectAccount(accounts, chosen, driver.isUnordered ? undefined : first)
      if (account?.address) change(wallet.connectorId, { accounts: freezeAll(accounts), account })
      else disconnected(wallet)
    },
    network: ({ connectorId }, caipNetworkId) => change(connectorId, { caipNetworkId }),
    disconnected,
  }
}
