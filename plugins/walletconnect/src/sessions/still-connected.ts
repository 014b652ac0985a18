import type { Context } from '@wallet-modal/kernel'
import { CONNECTOR_ID } from '../connector.js'

/** The chain families of one session are reported as disconnected one after another, all within this time. */
const TOGETHER_MS = 250

/** Toast for a visitor who disconnected one chain family: names the others of the same session that stay connected. */
export function createStillConnected(ctx: Context): (wallet: string) => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  ctx.onDispose(() => clearTimeout(timer))
  return (wallet) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      const left = ctx.connections.all.peek().filter(({ connectorId }) => connectorId === CONNECTOR_ID)
      if (left.length === 0) return
      const families = [...new Set(left.map(({ adapter }) => adapter.title ?? adapter.namespace))].join(', ')
      ctx.toast.success(ctx.t('wc.stillConnected', { wallet, families }))
    }, TOGETHER_MS)
  }
}
