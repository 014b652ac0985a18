import type { Context } from '@wallet-modal/kernel'
import { CONNECTOR_ID } from '../connector.js'

/** Calls `run` each time the embedded wallet is disconnected from all chain families. */
export function whenDisconnected(ctx: Context, run: () => void): void {
  let wasConnected = false
  ctx.effect(() => {
    const isConnected = ctx.connections.all.value.some(({ connectorId }) => connectorId === CONNECTOR_ID)
    if (wasConnected && !isConnected) run()
    wasConnected = isConnected
  })
}

/**
 * Returns a function to call when a page load cannot restore a login, because the frame has none. The function disconnects the embedded wallet from a
 * namespace: another connected wallet becomes active, and the next page load does not ask the frame again. Shows one message only, because the
 * function is called once for EVM networks and once for Solana.
 */
export function forgetLogin(ctx: Context): (namespace: string) => void {
  let isReported = false
  return (namespace) => {
    if (!isReported) ctx.toast.error(() => ctx.t('login.ended'))
    isReported = true
    ctx.connections.disconnect(namespace, CONNECTOR_ID).catch(ctx.log.warn)
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
