import type { Context } from '@wallet-modal/kernel'
import { CONNECTOR_ID } from '../connector.js'

/** Whether the embedded wallet is connected to a chain family. Subscribes to the connections in `computed` and `effect`. */
export const isWalletConnected = ({ connections }: Context): boolean =>
  connections.all.value.some(({ connectorId }) => connectorId === CONNECTOR_ID)

/** Calls `run` each time the embedded wallet is disconnected from all chain families. */
export function whenDisconnected(ctx: Context, run: () => void): void {
  let wasConnected = false
  ctx.effect(() => {
    const isConnected = isWalletConnected(ctx)
    if (wasConnected && !isConnected) run()
    wasConnected = isConnected
  })
}

/** Disconnects the embedded wallet from chain families whose connection cannot be restored, because the frame has no login. */
export interface MissingLogin {
  /**
   * Call when a page load cannot restore a connection. Another connected wallet becomes active, and the next page load does not ask the frame again.
   * Shows one message only, because the function is called once for EVM networks and once for Solana.
   */
  forget(namespace: string): void
  /** Call when this page ends the login: `forget` then shows no message. */
  mute(): void
  /** Call when this page has ended the login. Disconnects the chain families that are still being restored. */
  forgetAll(): void
}

export function createMissingLogin({ connections, log, t, toast }: Context): MissingLogin {
  let isReported = false
  const disconnect = (namespace: string): void =>
    void connections.disconnect(namespace, CONNECTOR_ID).catch((error: unknown) => log.warn(error))
  return {
    forget(namespace) {
      if (!isReported) toast.error(() => t('login.ended'))
      isReported = true
      disconnect(namespace)
    },
    mute() {
      isReported = true
    },
    forgetAll() {
      for (const { namespace, connections: wallets, state } of connections.adapters.peek()) {
        const isConnected = wallets.peek().some(({ connectorId }) => connectorId === CONNECTOR_ID)
        // a new login of the visitor may already be connecting
        if (!isConnected && state.peek().status !== 'connecting') disconnect(namespace)
      }
    },
  }
}

/** Whether a wallet other than the embedded wallet is active or connecting in a chain family. */
export function isOtherWalletActive({ connections }: Context, namespace: string): boolean {
  const state = connections.adapters
    .peek()
    .find((one) => one.namespace === namespace)
    ?.state.peek()
  return state !== undefined && state.status !== 'disconnected' && state.connectorId !== CONNECTOR_ID
}

/**
 * For each chain family whose active wallet is the embedded wallet, makes another connected wallet active. Does nothing for families without another
 * wallet. Call it before the embedded wallet is disconnected.
 */
export function activateOtherWallets({ connections }: Context): void {
  for (const { state, connections: wallets, use } of connections.adapters.peek()) {
    const active = state.peek()
    const next = wallets.peek().find(({ connectorId }) => connectorId !== CONNECTOR_ID)
    // while the visitor connects another wallet, that wallet becomes active instead
    if (active.status === 'connected' && active.connectorId === CONNECTOR_ID && next) use(next.connectorId)
  }
}
