import { withDeadline } from '../../errors/deadline.js'
import { messageOf } from '../../errors/errors.js'
import type { Context } from '../../plugins/plugin.js'
import type { ReadonlySignal } from '../../signals.js'
import { revokeFailed } from '../events.js'
import type { Network } from '../network.js'
import type { NamespaceDriver } from './adapter.js'
import type { Connected, NamespaceState } from './connection.js'
import type { Connector } from './connector.js'
import { readStoredWallets } from './storage/stored-wallets.js'

interface RevocationDependencies {
  readonly state: ReadonlySignal<NamespaceState>
  readonly connectors: ReadonlySignal<readonly Connector[]>
  readonly networks: ReadonlySignal<readonly Network[]>
}

/** Requests to disconnected wallets to revoke the site's permission. Failures emit `revokeFailed`. */
export interface Revocations {
  /** Revokes the site's permission, if the wallet supports it. */
  revoke(wallet: Connected): Promise<void>
  /** Like `revoke`, for a stored wallet that was disconnected before it was restored. */
  revokeStored(connectorId: string): Promise<void>
}

export function createRevocations<Provider>(
  ctx: Context,
  driver: NamespaceDriver<Provider>,
  { state, connectors, networks }: RevocationDependencies,
): Revocations {
  const { namespace } = driver
  const report = async (revoking: Promise<void>, walletName: string): Promise<void> => {
    try {
      await withDeadline(revoking, 'revoking the permission', walletName)
    } catch (error) {
      ctx.emit(revokeFailed, { namespace, message: messageOf(error) })
    }
  }
  const revoke = async (provider: unknown): Promise<void> => driver.revoke?.(driver.parseProvider(provider))
  /** Whether the wallet was connected again, or is being connected again. */
  const isUsedAgain = (connectorId: string): boolean =>
    Object(state.peek().state).connectorId === connectorId || readStoredWallets(ctx).some(([id]) => id === connectorId)
  const requestAndRevoke = async (connector: Connector): Promise<void> => {
    const request = { namespace, networks: networks.peek(), silent: true, signal: ctx.abortSignal }
    const provider = await connector.provider(request)
    if (provider !== null && !isUsedAgain(connector.id)) await revoke(provider)
  }
  return {
    revoke: ({ provider, connectorName }) => report(revoke(provider), connectorName),
    async revokeStored(connectorId) {
      // a wallet that claims the identity of another wallet is not restored either
      const connector = connectors.peek().find(({ id, suspicious }) => id === connectorId && !suspicious)
      if (connector && driver.revoke) await report(requestAndRevoke(connector), connector.name)
    },
  }
}
