import type { Context, SendHandler } from '@wallet-modal/kernel'
import { isWallet } from '../wallet.js'

/** Sends lumens and tokens. Its code is loaded at the first use. */
export const createSendHandler = (ctx: Context): SendHandler => ({
  namespace: 'stellar',
  canSend({ caipNetworkId, assetId, address }, { provider }) {
    const kind = address === undefined ? 'slip44:148' : `asset:${address}`
    return isWallet(provider) && provider.signTransaction !== undefined && assetId === `${caipNetworkId}/${kind}`
  },
  inspectReceiver: async (...args) => (await import('./receiver.js')).inspectReceiver(ctx, ...args),
  limit: async (...args) => (await import('./transfer.js')).findLimit(ctx, ...args),
  prepare: async (...args) => (await import('./transfer.js')).prepareSend(ctx, ...args),
})
