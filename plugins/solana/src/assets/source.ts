import type { Context, TokenSource } from '@wallet-modal/kernel'

/** Tokens and NFTs, read from a node. The implementation is loaded on first use. */
export const createTokenSource = (ctx: Context): TokenSource => ({
  namespace: 'solana',
  assetNamespace: 'token',
  tokens: async (request) => (await import('./tokens.js')).readTokens(ctx, request),
  nfts: async (request) => (await import('./tokens.js')).readNfts(ctx, request),
})
