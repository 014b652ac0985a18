import type { Context, SendHandler } from '@wallet-modal/kernel'
import { coinAssetId, loadSendCode } from '@wallet-modal/kernel/assets'

/** Bitcoin transfers. The implementation is loaded on first use. */
export const createSendHandler = (ctx: Context): SendHandler => ({
  namespace: 'bip122',
  canSend: ({ assetId, caipNetworkId }, { namespace, account }) =>
    account.type === 'payment' && assetId === coinAssetId({ caipNetworkId, namespace }),
  readLink: async (text, network) => (await import('./link.js')).readBitcoinLink(text, network),
  inspectReceiver: async (text, draft) => (await loadSendCode(import('./receiver.js'))).inspectReceiver(text, draft),
  limit: async (...args) => (await loadSendCode(import('./limit.js'))).findLimit(ctx, ...args),
  prepare: async (...args) => (await loadSendCode(import('./prepare.js'))).prepareSend(...args),
})
