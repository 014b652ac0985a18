import type { Context, SendHandler } from '@wallet-modal/kernel'
import type { SentNotes } from './submit.js'
import type { WalletAccess } from './wallet-access.js'

/** What the parts of the handler have in common. */
export interface Sending {
  readonly ctx: Context
  readonly wallets: WalletAccess
  readonly notes: SentNotes
}

/** Sending SOL and tokens. What it takes is loaded when it is asked. */
export function createSendHandler(ctx: Context, wallets: WalletAccess): SendHandler {
  const notes: SentNotes = { expiries: new Map(), doubts: new Map(), payloads: new Set() }
  return {
    namespace: 'solana',
    speeds: ['standard', 'fast', 'instant'],
    canSend({ caipNetworkId, assetId, address }, { provider }) {
      const kind = address === undefined ? 'slip44:501' : `token:${address}`
      const sign =
        wallets.of(provider, 'solana:signAndSendTransaction') ?? wallets.of(provider, 'solana:signTransaction')
      return sign !== undefined && [kind, `nft:${address}`].some((one) => assetId === `${caipNetworkId}/${one}`)
    },
    readLink: async (text) => (await import('./link.js')).readSolanaLink(text),
    inspectReceiver: async (...asked) => (await import('./receiver.js')).inspectReceiver(ctx, ...asked),
    limit: async (...asked) => (await import('./prepare.js')).findLimit(ctx, ...asked),
    prepare: async (draft, signal) => (await import('./prepare.js')).prepare({ ctx, wallets, notes }, draft, signal),
    status: async (sent, signal) => (await import('./status.js')).findStatus(ctx, sent, notes, signal),
  }
}
