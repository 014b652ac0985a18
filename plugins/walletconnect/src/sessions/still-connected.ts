import type { Context } from '@wallet-modal/kernel'
import { CONNECTOR_ID } from '../connector.js'

/** Time within which the kernel reports all chain families of an ended session as disconnected, one after the other. */
const SESSION_END_MS = 250

/** Returns a function to call after a disconnect. If other chain families of the session stay connected, it displays a toast that names them. */
export function createStillConnected(ctx: Context): (wallet: string) => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  ctx.onDispose(() => clearTimeout(timer))
  return (wallet) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      const remaining = ctx.connections.all.peek().filter(({ connectorId }) => connectorId === CONNECTOR_ID)
      if (remaining.length === 0) return
      const families = [...new Set(remaining.map(({ adapter }) => adapter.title ?? adapter.namespace))].join(', ')
      ctx.toast.success(() => ctx.t('wc.stillConnected', { wallet, families }))
    }, SESSION_END_MS)
  }
}
