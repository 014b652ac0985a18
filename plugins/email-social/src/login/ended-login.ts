import type { Context } from '@wallet-modal/kernel'
import { CONNECTOR_ID } from '../connector.js'

/** Calls `run` each time the login is disconnected. */
export function whenDisconnected(ctx: Context, run: () => void): void {
  let wasConnected = false
  ctx.effect(() => {
    const isConnected = ctx.connections.all.value.some(({ connectorId }) => connectorId === CONNECTOR_ID)
    if (wasConnected && !isConnected) run()
    wasConnected = isConnected
  })
}

/**
 * Returns a function to call when a stored login no longer exists: disconnects it, so that another connected wallet becomes active and the next page
 * load does not ask the frame again. Shows one message only, because one login may be connected on EVM networks and on Solana.
 */
export function forgetLogin(ctx: Context): (namespace: string) => void {
  let isReported = false
  return (namespace) => {
    if (!isReported) ctx.toast.error(ctx.t('login.ended'))
    isReported = true
    ctx.connections.disconnect(namespace, CONNECTOR_ID).catch(ctx.log.warn)
  }
}
