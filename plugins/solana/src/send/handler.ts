import type { Context, SendHandler } from '@wallet-modal/kernel'
import type { SentNotes } from './submit.js'

/** Sending SOL and tokens. What it takes is loaded when it is asked. */
export function createSendHandler(ctx: Context): SendHandler {
  const notes: SentNotes = { expiries: new Map(), doubts: new Map() }
  return {
    namespace: 'solana',
    speeds: ['standard', 'fast', 'instant'],
    canSend({ caipNetworkId, assetId, address }, { provider }) {
      const { features }: { readonly features?: unknown } = Object(provider)
      const kind = address === undefined ? 'slip44:501' : `token:${address}`
      const canSign = ['solana:signAndSendTransaction', 'solana:signTransaction'].some((one) => one in Object(features))
      return canSign && [kind, `nft:${address}`].some((one) => assetId === `${caipNetworkId}/${one}`)
    },
    readLink: async (text) => (await import('./link.js')).readSolanaLink(text),
    inspectReceiver: async (...asked) => (await import('./receiver.js')).inspectReceiver(ctx, ...asked),
    limit: async (...asked) => (await import('./prepare.js')).findLimit(ctx, ...asked),
    prepare: async (draft, signal) => (await import('./prepare.js')).prepare(ctx, draft, notes, signal),
    status: async (sent, signal) => (await import('./status.js')).findStatus(ctx, sent, notes, signal),
  }
}
