import type { Context, SendHandler } from '@wallet-modal/kernel'
import { loadSendCode } from '@wallet-modal/kernel/assets'
import type { WalletAccess } from '../transactions/wallet-access.js'

/** Sends SOL and tokens. The implementation is loaded on first use. */
export function createSendHandler(ctx: Context, wallets: WalletAccess): SendHandler {
  return {
    namespace: 'solana',
    canSend({ caipNetworkId, assetId, address }, { provider }) {
      const asset = address === undefined ? 'slip44:501' : `token:${address}`
      const signFeature =
        wallets.of(provider, 'solana:signAndSendTransaction') ?? wallets.of(provider, 'solana:signTransaction')
      return signFeature !== undefined && [asset, `nft:${address}`].some((one) => assetId === `${caipNetworkId}/${one}`)
    },
    readLink: async (text) => (await import('./link.js')).readSolanaLink(text),
    inspectReceiver: async (...args) => (await loadSendCode(import('./receiver.js'))).inspectReceiver(ctx, ...args),
    limit: async (...args) => (await loadSendCode(import('./limit.js'))).findLimit(ctx, ...args),
    prepare: async (...args) => (await loadSendCode(import('./prepare.js'))).prepareSend(ctx, ...args),
  }
}
