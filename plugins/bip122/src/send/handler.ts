import type { Context, SendHandler } from '@wallet-modal/kernel'
import { coinAssetId } from '@wallet-modal/kernel/assets'
import type { Spendings } from './submit.js'

/** Sending bitcoins. What it takes is loaded when it is asked. */
export function createSendHandler(ctx: Context): SendHandler {
  const spendings: Spendings = new Map()
  return {
    namespace: 'bip122',
    speeds: ['standard', 'fast', 'instant'],
    canSend: ({ assetId, caipNetworkId }, { namespace, account }) =>
      account.type === 'payment' && assetId === coinAssetId({ caipNetworkId, namespace }),
    readLink: async (text, network) => (await import('./link.js')).readBitcoinLink(text, network),
    inspectReceiver: async (text, draft) => (await import('./receiver.js')).inspectReceiver(text, draft),
    limit: async (...asked) => (await import('./prepare.js')).findLimit(ctx, ...asked),
    prepare: async (draft, signal) => (await import('./prepare.js')).prepare(ctx, draft, spendings, signal),
    status: async (sent, signal) => (await import('./status.js')).findStatus(ctx, sent, spendings, signal),
  }
}
